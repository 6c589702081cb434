// SPDX-License-Identifier: Apache-2.0
#include "analysis/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Fields = std::vector<EnvironmentField>;

EnvironmentCount with(Fields result, Fields context = {}) {
  EnvironmentCount count;
  count.environment.result = std::move(result);
  count.environment.context = std::move(context);
  count.files = 1;
  return count;
}

EnvironmentField word(std::string name, std::string value) {
  return {std::move(name), {{std::move(value)}}, false};
}

std::vector<std::string> compared(const std::vector<EnvironmentCount>& before,
                                  const std::vector<EnvironmentCount>& after) {
  std::vector<std::string> lines;
  for (const EnvironmentChange& change : compare_environments(before, after)) {
    lines.push_back(change.field + (change.item.empty() ? "" : "/" + change.item) + " " +
                    std::string(name_of(change.kind)) + " " + change.from.value_or("-") + " " +
                    change.to.value_or("-"));
  }
  return lines;
}

TEST(CompareEnvironments, FieldByField) {
  EXPECT_THAT(compared({with({word("a", "1"), word("b", "1"), word("c", "1")})},
                       {with({word("a", "1"), word("b", "2"), word("d", "1")})}),
              ElementsAre("b changed 1 2", "c removed 1 -", "d added - 1"));
  EXPECT_THAT(compared({with({word("a", "1")})}, {with({word("a", "1")})}), IsEmpty());
}

TEST(CompareEnvironments, NamesThePackage) {
  const auto packages = [](std::vector<std::string> lines, const char* name = "pip_packages") {
    return EnvironmentField{name, std::move(lines), true};
  };
  EXPECT_THAT(compared({with({packages({"numpy==1.24.2", "ours @ git+https://host/x@v1", "torch==2.3.1"})})},
                       {with({packages({"numpy==1.24.2", "torch==2.4.0", "xformers==1"})})}),
              ElementsAre("pip_packages/ours removed git+https://host/x@v1 -", "pip_packages/torch changed 2.3.1 2.4.0",
                          "pip_packages/xformers added - 1"));
  EXPECT_THAT(compared({with({packages({"torch=2.3.1=py311_0"}, "conda_packages")})},
                       {with({packages({"torch=2.3.1=py311_1"}, "conda_packages")})}),
              ElementsAre("conda_packages/torch changed 2.3.1=py311_0 2.3.1=py311_1"));
  // A list that is none of packages is compared as a whole.
  EXPECT_THAT(compared({with({packages({"A100", "A100"}, "nvidia_gpu_models")})},
                       {with({packages({"A100"}, "nvidia_gpu_models")})}),
              ElementsAre("nvidia_gpu_models changed A100, A100 A100"));
}

TEST(CompareEnvironments, UnknownIsNeverTheSame) {
  const EnvironmentField unknown{"driver", {}, false};
  EXPECT_THAT(compared({with({unknown})}, {with({unknown})}), ElementsAre("driver unknown - -"));
  EXPECT_THAT(compared({with({word("driver", "535")})}, {with({unknown})}), ElementsAre("driver unknown 535 -"));
  EXPECT_THAT(compared({with({unknown})}, {with({word("driver", "535")})}), ElementsAre("driver unknown - 535"));
  EXPECT_THAT(compared({with({unknown})}, {with({})}), ElementsAre("driver unknown - -"));
  // Packages that nobody could list are not a hundred removed ones.
  EXPECT_THAT(compared({with({{"pip_packages", {{"a==1", "b==2"}}, true}})}, {with({{"pip_packages", {}, true}})}),
              ElementsAre("pip_packages unknown - -"));
  // Nor is it known where one of several workers does not know.
  EXPECT_THAT(compared({with({word("driver", "535")})}, {with({word("driver", "535")}), with({unknown})}),
              ElementsAre("driver unknown 535 -"));
}

TEST(CompareEnvironments, OfSeveralTellsAll) {
  EXPECT_THAT(compared({with({word("driver", "535")})}, {with({word("driver", "550")}), with({word("driver", "535")})}),
              ElementsAre("driver changed 535 535 | 550"));
  EXPECT_THAT(compared({with({word("x", "1")})}, {with({word("x", "1")}), with({})}),
              ElementsAre("x changed 1 1 | (not there)"));
}

TEST(CompareEnvironments, OfTheContextOnlyTheKindOfMachine) {
  EXPECT_THAT(compared({with({}, {word("host", "a"), word("kernel", "6.1"), word("started", "1")})},
                       {with({}, {word("host", "b"), word("kernel", "6.2"), word("started", "2")})}),
              ElementsAre("kernel changed 6.1 6.2"));
}

}  // namespace
}  // namespace bcheck
