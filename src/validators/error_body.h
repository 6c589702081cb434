// SPDX-License-Identifier: Apache-2.0
// What a server, a proxy or a version control system sends in place of a file, and a downloader stores under its name.
#pragma once

#include <string>

#include "bcheck/artifact.h"

namespace bcheck {

enum class Body {
  kNone,
  kHtml,    // a page
  kXml,     // an <Error> of an object store
  kJson,    // {"error": ...} and its like
  kPhrase,  // "Not Found"
};

struct ErrorBody {
  Body kind = Body::kNone;
  bool xhtml = false;  // the page is XML too
};

// What the artifact as a whole looks like. Everything but a page must be small (64 KiB, a phrase 1 KiB): no product
// of a model begins so by chance and is so short.
ErrorBody find_error_body(Bytes bytes);

// What it is, with its title or first words: `an HTML page titled "404 Not Found"`.
std::string describe_body(const ErrorBody& body, Bytes bytes);

// A pointer of Git LFS, also one with the marks of a merge conflict in it.
bool is_lfs_pointer(Bytes bytes);

}  // namespace bcheck
