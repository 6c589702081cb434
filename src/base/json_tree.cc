// SPDX-License-Identifier: Apache-2.0
#include "base/json_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"

namespace bcheck {
namespace {

constexpr std::size_t kDeepest = 200;

// Builds the tree while it refuses what the library's own parser lets pass: repeated members and deep nesting.
class Builder : public nlohmann::json_sax<JsonTree> {
 public:
  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return refuse("binary values are no JSON"); }
  bool start_object(std::size_t) override { return open(JsonTree::object()); }
  bool start_array(std::size_t) override { return open(JsonTree::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (!names_.back().insert(name).second) {
      return refuse(fmt::format("the member {} stands twice in one object", quote(name)));
    }
    name_ = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& e) override {
    position_ = position;
    message = e.what();
    // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ...": keep the end.
    for (const std::string_view cut : {": ", "] "}) {
      if (const auto at = message.find(cut); at != std::string::npos) {
        message.erase(0, at + cut.size());
        break;
      }
    }
    return false;
  }

  std::size_t position() const { return position_; }

  JsonTree root;
  std::string message;
  bool own = false;  // the message is ours, and the library's position is not known

 private:
  bool refuse(std::string why) {
    message = std::move(why);
    own = true;
    return false;
  }

  JsonTree* place(JsonTree value) {
    if (stack_.empty()) {
      root = std::move(value);
      return &root;
    }
    JsonTree& parent = *stack_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    // push_back and not operator[]: the names are known to differ, and a look-up is linear here.
    auto& members = parent.get_ref<JsonTree::object_t&>();
    members.push_back({std::move(name_), std::move(value)});
    return &members.back().second;
  }

  template <typename T>
  bool put(T&& value) {
    place(JsonTree(std::forward<T>(value)));
    return true;
  }

  bool open(JsonTree empty) {
    if (stack_.size() >= kDeepest) return refuse(fmt::format("nested deeper than {} levels", kDeepest));
    stack_.push_back(place(std::move(empty)));
    names_.emplace_back();
    return true;
  }

  bool close() {
    stack_.pop_back();
    names_.pop_back();
    return true;
  }

  // Pointers stay good: a container that is still open is the last element of its parent, and parents do not
  // grow while it is.
  std::vector<JsonTree*> stack_;
  std::vector<std::set<std::string>> names_;
  std::string name_;
  std::size_t position_ = 0;
};

// The library reads characters one by one from an iterator; counting them here gives the place of our own
// refusals too.
struct Counted {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  const char* at;
  const char** seen;
  reference operator*() const { return *at; }
  Counted& operator++() {
    *seen = ++at;
    return *this;
  }
  bool operator==(const Counted& other) const { return at == other.at; }
  bool operator!=(const Counted& other) const { return at != other.at; }
};

std::string place_of(std::string_view text, std::size_t position, std::uint64_t first_line) {
  // The last byte that was read is the one that is meant; it may be a line end itself.
  const std::size_t meant = std::min(position, text.size());
  const std::string_view before = text.substr(0, meant == 0 ? 0 : meant - 1);
  const auto line = first_line + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  const auto start = before.rfind('\n');
  const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
  return fmt::format("line {}, column {}", line, column);
}

}  // namespace

Result<JsonTree> parse_json(std::string_view text, std::string_view file, JsonSyntax syntax, std::uint64_t first_line) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (!is_utf8(text)) {
    std::size_t at = 0;
    while (const std::size_t length = utf8_sequence(text.substr(at))) at += length;
    return bad_question(fmt::format("{}: {}: the text is not UTF-8", quote(file), place_of(text, at + 1, first_line)),
                        "save it as UTF-8");
  }
  // The library takes a NUL byte for the end of the text, and would say nothing of what follows.
  if (const auto at = text.find('\0'); at != std::string_view::npos) {
    return bad_question(fmt::format("{}: {}: a NUL byte", quote(file), place_of(text, at + 1, first_line)));
  }
  const char* seen = text.data();
  Builder builder;
  const bool ok = JsonTree::sax_parse(Counted{text.data(), &seen}, Counted{text.data() + text.size(), &seen}, &builder,
                                      nlohmann::detail::input_format_t::json, true, syntax == JsonSyntax::kComments);
  if (!ok) {
    // Our own refusals have their names quoted already; the library's hold the text as it stands.
    if (builder.own) {
      const auto at = static_cast<std::size_t>(seen - text.data());
      return bad_question(fmt::format("{}: {}: {}", quote(file), place_of(text, at, first_line), builder.message));
    }
    return bad_question(fmt::format("{}: {}: {}", quote(file), place_of(text, builder.position(), first_line),
                                    escaped(builder.message, 400)));
  }
  return std::move(builder.root);
}

std::optional<std::int64_t> whole(const JsonTree& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number_float()) {
    const auto number = value.get<double>();
    if (number != std::floor(number) || std::abs(number) > 9007199254740992.0) return std::nullopt;
    return static_cast<std::int64_t>(number);
  }
  return std::nullopt;
}

std::optional<double> real(const JsonTree& value) {
  if (!value.is_number()) return std::nullopt;
  const auto number = value.get<double>();
  if (!std::isfinite(number)) return std::nullopt;
  return number;
}

std::optional<std::string> word(const JsonTree& value) {
  if (!value.is_string()) return std::nullopt;
  return value.get<std::string>();
}

std::optional<bool> flag(const JsonTree& value) {
  if (!value.is_boolean()) return std::nullopt;
  return value.get<bool>();
}

std::string_view kind_of(const JsonTree& value) {
  switch (value.type()) {
    case JsonTree::value_t::null: return "null";
    case JsonTree::value_t::object: return "an object";
    case JsonTree::value_t::array: return "an array";
    case JsonTree::value_t::string: return "a string";
    case JsonTree::value_t::boolean: return "true or false";
    default: return "a number";
  }
}

}  // namespace bcheck
