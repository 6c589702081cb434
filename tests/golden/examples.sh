# SPDX-License-Identifier: Apache-2.0
# For cases that run what manifests/ shows.
examples=$(cd "$CASE/../../../../manifests" && pwd)
