// SPDX-License-Identifier: Apache-2.0
// Also tests: environment_json.cc
#include "bcheck/environment.h"

#include <gtest/gtest.h>

#include "base/environment_json.h"

namespace bcheck {
namespace {

Environment some() {
  Environment out;
  out.result = {{"a \"b\"", {{"x\n"}}, false},
                {"none", std::vector<std::string>(), true},
                {"packages", {{"numpy==1.24.2", "torch==2.3.1"}}, true},
                {"unknown", {}, false},
                {"words", {}, true}};
  out.context = {{"host", {{"node7"}}, false}};
  return out;
}

TEST(Environment, TheDigestIsMadeOverWhatIsKnownAndChangesResults) {
  EXPECT_EQ(canonical_result(some()), R"({"a \"b\"":"x\n","none":[],"packages":["numpy==1.24.2","torch==2.3.1"]})");
  EXPECT_EQ(canonical_result({}), "{}");
  Environment elsewhere = some();
  elsewhere.context[0].values = {{"node8"}};
  EXPECT_EQ(canonical_result(elsewhere), canonical_result(some()));
}

TEST(Environment, FieldsAsJson) {
  std::string out;
  append_fields(out, some().result);
  EXPECT_EQ(out, R"({"a \"b\"": "x\n", "none": [], "packages": ["numpy==1.24.2", "torch==2.3.1"], "unknown": null, )"
                 R"("words": null})");
  out.clear();
  append_fields(out, {});
  EXPECT_EQ(out, "{}");
}

TEST(Environment, SeveralAsJson) {
  std::string out;
  append_environments(out, {});
  EXPECT_EQ(out, "[]");
  Environment one;
  one.digest = "d";
  one.context = {{"os", {{"Debian"}}, false}};
  const EnvironmentCount counts[] = {{one, 3}, {one, 1}};
  out.clear();
  append_environments(out, counts);
  EXPECT_EQ(out, R"([{"digest": "d", "files": 3, "result": {}, "context": {"os": "Debian"}}, )"
                 R"({"digest": "d", "files": 1, "result": {}, "context": {"os": "Debian"}}])");
}

}  // namespace
}  // namespace bcheck
