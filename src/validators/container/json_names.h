// SPDX-License-Identifier: Apache-2.0
// The names of the members of all open JSON objects, to find those that stand twice in one object.
//
// RFC 8259 lets names repeat and readers then disagree on which value holds. Names are compared as the strings that
// they denote: "a" and "\u0061" are one name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bcheck {

class JsonNames {
 public:
  struct Mark {
    std::size_t names;
    std::size_t decoded;  // bytes
  };

  // Most names kept at a time (32 bytes each); an object beyond it is not searched, and overflowed() says so.
  static constexpr std::size_t kMost = 2'000'000;

  void clear();
  Mark mark() const { return {names_.size(), decoded_.size()}; }

  // A name as it stands between its quotes, already checked to be a JSON string; the text must outlive the mark.
  // The answer is the string that it denotes, valid until the next add().
  std::string_view add(std::string_view raw, bool escaped);

  // The object that began at `mark` is complete: counts its repeated names and forgets them all.
  void finish(Mark mark);

  std::uint64_t repeated() const { return repeated_; }          // members beyond the first of their name
  const std::string& first_repeated() const { return first_; }  // decoded
  bool overflowed() const { return overflowed_; }

 private:
  struct Name {
    std::uint64_t hash;
    const char* data;  // in the text; null: at `offset` of decoded_
    std::size_t offset;
    std::size_t length;
  };
  std::string_view text_of(const Name& name) const;
  void repeats(const Name& name);

  std::vector<Name> names_;
  std::string decoded_;
  std::string first_;
  std::uint64_t repeated_ = 0;
  bool overflowed_ = false;
};

}  // namespace bcheck
