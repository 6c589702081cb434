// SPDX-License-Identifier: Apache-2.0
#include "base/json_write.h"

#include <cmath>

#include "base/text.h"
#include "base/utf8.h"

namespace bcheck {

void append_json_string(std::string& out, std::string_view text) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  out += '"';
  std::size_t done = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\') {
      ++at;
      continue;
    }
    const std::size_t length = utf8_sequence(text.substr(at));
    if (length > 1) {
      at += length;
      continue;
    }
    out += text.substr(done, at - done);
    switch (byte) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (length == 0) {
          out += "\xEF\xBF\xBD";
        } else {
          out += "\\u00";
          out += kDigits[byte >> 4];
          out += kDigits[byte & 15];
        }
    }
    done = ++at;
  }
  out += text.substr(done);
  out += '"';
}

void append_json_bytes(std::string& out, std::string_view name, std::string_view bytes) {
  append_json_string(out, name);
  out += ": ";
  append_json_string(out, bytes);
  if (!is_utf8(bytes)) {
    out += ", ";
    append_json_string(out, std::string(name) + "_base64");
    out += ": \"";
    out += base64(bytes);
    out += '"';
  }
}

void append_json_scalar(std::string& out, const Scalar& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    append_number(out, *whole);
  } else if (const auto* real = std::get_if<double>(&value)) {
    if (std::isnan(*real)) {
      out += "\"nan\"";
    } else if (std::isinf(*real)) {
      out += *real > 0 ? "\"inf\"" : "\"-inf\"";
    } else {
      append_number(out, *real);
    }
  } else {
    append_json_string(out, std::get<std::string>(value));
  }
}

void append_json_bound(std::string& out, const Bound& bound) {
  std::string_view between = "";
  const auto part = [&](std::string_view name, const Scalar& value) {
    out += between;
    between = ", ";
    append_json_string(out, name);
    out += ": ";
    append_json_scalar(out, value);
  };
  out += '{';
  if (bound.equal) part("equal", *bound.equal);
  if (bound.min) part("min", Scalar(*bound.min));
  if (bound.max) part("max", Scalar(*bound.max));
  out += '}';
}

}  // namespace bcheck
