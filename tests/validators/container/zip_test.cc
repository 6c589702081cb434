// SPDX-License-Identifier: Apache-2.0
#include "validators/container/zip.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "support/make_zip.h"

namespace bcheck {
namespace {

const std::string kText = "twelve words and some more, twelve words and some more";

// An exact heap copy, so that a sanitizer sees a read past the end.
std::optional<ZipProblem> read(const std::string& file, std::vector<std::string>* names = nullptr) {
  const std::unique_ptr<unsigned char[]> copy(new unsigned char[file.size()]);
  std::memcpy(copy.get(), file.data(), file.size());
  ZipDirectory directory;
  auto problem = directory.read({copy.get(), file.size()});
  EXPECT_TRUE(!problem || directory.entries().empty());
  for (const ZipEntry& entry : directory.entries()) {
    if (names != nullptr) names->emplace_back(entry.name);
    EXPECT_EQ(directory.find(entry.name), &entry);
    EXPECT_EQ(entry.data.size(), entry.compressed);
    EXPECT_GE(entry.data.data(), copy.get());
    EXPECT_LE(entry.data.data() + entry.data.size(), copy.get() + file.size());
  }
  return problem;
}

TEST(Zip, SoundArchives) {
  const struct {
    std::string name, file;
  } cases[] = {
      {"stored", make_zip({{"a", kText}, {"b/c", kText}})},
      {"deflated", make_zip({{"a", kText, true}, {"b/c", ""}})},
      {"ZIP64 in the local header", make_zip({{"a", kText, true, true}, {"b/c", kText, false, true}})},
      {"ZIP64 end", make_zip({{"a", kText}, {"b/c", kText, true}}, {true})},
      {"descriptor", make_zip({{"a", kText, true, false, true}, {"b/c", kText, false, false, true}})},
      {"comment", make_zip({{"a", kText}, {"b/c", kText}}, {false, "a comment"})},
      {"a comment with an end record in it", make_zip({{"a", kText}, {"b/c", kText}}, {false, make_zip({}) + "x"})},
      {"padding before the directory", make_zip({{"a", kText}, {"b/c", kText}}, {false, {}, std::string(8, '\0')})},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    std::vector<std::string> names;
    const auto problem = read(c.file, &names);
    EXPECT_FALSE(problem) << problem->message;
    EXPECT_EQ(names, (std::vector<std::string>{"a", "b/c"}));
  }
  EXPECT_FALSE(read(make_zip({})));
}

TEST(Zip, DamageIsNamed) {
  const ZipMember sound{"b", kText};
  const auto lie = [](auto change) {
    ZipMember member{"a", kText, true};
    change(member);
    return member;
  };
  const std::string whole = make_zip({{"a", kText}, sound});
  const struct {
    std::string name, file;
    ZipFault fault;
    std::string message;
  } cases[] = {
      {"nothing", "", ZipFault::kDamaged, "no directory"},
      {"cut", whole.substr(0, 60), ZipFault::kDamaged, "no directory"},
      {"a byte short", whole.substr(0, whole.size() - 1), ZipFault::kDamaged, "no directory"},
      {"a byte more", whole + "x", ZipFault::kDamaged, "no directory"},
      {"bytes lost in front", whole.substr(7), ZipFault::kDamaged, "bytes were lost or added"},
      {"bytes in front", "MZ......" + whole, ZipFault::kDamaged, "bytes were lost or added"},
      {"too few entries", make_zip({{"a", kText}, sound}, {false, {}, {}, 1}), ZipFault::kDamaged, "belong to none"},
      {"too many entries", make_zip({{"a", kText}, sound}, {false, {}, {}, 3}), ZipFault::kDamaged, "3"},
      {"thousands of entries", make_zip({{"a", kText}}, {false, {}, {}, 9999}), ZipFault::kDamaged, "9999 entries"},
      {"another name in front", make_zip({lie([](auto& m) { m.local_name = "c"; }), sound}), ZipFault::kDamaged,
       "another name"},
      {"on each other", make_zip({{"a", kText}, sound}, {false, {}, {}, {}, -4}), ZipFault::kDamaged, "\"b\""},
      {"method", make_zip({lie([](auto& m) { m.method = std::uint16_t{12}; })}), ZipFault::kDamaged, "method 12"},
      {"encrypted", make_zip({lie([](auto& m) { m.flags = 1; })}), ZipFault::kEncrypted, "\"a\""},
      {"strong encryption", make_zip({lie([](auto& m) { m.flags = 64; })}), ZipFault::kEncrypted, "\"a\""},
      {"two of one name", make_zip({{"a", kText}, sound, {"a", "other"}}), ZipFault::kDuplicateName, "\"a\""},
      {"sizes disagree", make_zip({lie([](auto& m) { m.central_size = 7U; })}), ZipFault::kSizeMismatch, "7 bytes"},
      {"2 GiB of nothing", make_zip({lie([](auto& m) { m.size = 1U << 31; })}), ZipFault::kSizeMismatch,
       "cannot have 2147483648 bytes"},
      {"stored, another size", make_zip({{"a", kText, false, false, false, 0, {}, {}, 5U}}), ZipFault::kSizeMismatch,
       "cannot have 5 bytes"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto problem = read(c.file);
    ASSERT_TRUE(problem);
    EXPECT_EQ(static_cast<int>(problem->fault), static_cast<int>(c.fault)) << problem->message;
    EXPECT_NE(problem->message.find(c.message), std::string::npos) << problem->message;
  }
}

TEST(Zip, NamesThatLeadOut) {
  const std::string nul("a\0b", 3);
  for (const std::string& name :
       {std::string("/a"), std::string("../a"), std::string("a/../b"), std::string("a/.."), std::string(".."),
        std::string("C:a"), std::string("c:/a"), std::string("a\\b"), nul, std::string()}) {
    const auto problem = read(make_zip({{name, kText}}));
    ASSERT_TRUE(problem) << name;
    EXPECT_EQ(static_cast<int>(problem->fault), static_cast<int>(ZipFault::kNameUnsafe)) << name;
  }
  for (const std::string name : {"a..b", "..a", "a/b", "...", ".a", "a b", "\xC3\xA9"}) {
    EXPECT_FALSE(read(make_zip({{name, kText}}))) << name;
  }
}

// Whatever byte is changed, nothing outside is touched, and what is called sound still lies inside.
TEST(Zip, ChangedBytesStayInside) {
  const std::string whole = make_zip({{"a", kText, true}, {"b", kText, false, true}}, {true});
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const char value : {'\0', '\x7f', '\xff'}) {
      std::string changed = whole;
      changed[i] = value;
      read(changed);
    }
    read(whole.substr(0, i));
    read(whole.substr(i));
  }
}

}  // namespace
}  // namespace bcheck
