// SPDX-License-Identifier: Apache-2.0
#include "render/page_markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json_write.h"
#include "base/text.h"
#include "render/escape.h"
#include "render/xml.h"

namespace bcheck {
namespace {

constexpr double kWidth = 1000;  // of a bar, in its own units
constexpr double kSliver = 6;

std::string whole_name(std::string_view name) {
  return escaped(name, std::string_view::npos);
}

std::string lines_of(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    out += one_line(line);
    if (end == text.size()) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

// The text is valid UTF-8 and holds no U+2028: escaped() saw to that. They are looked for all the same, since a
// mistake there must not become one here.
void append_for_script(std::string& out, std::string_view text) {
  std::string json;
  append_json_string(json, text);
  for (std::size_t i = 0; i < json.size(); ++i) {
    switch (json[i]) {
      case '<': out += "\\u003c"; continue;
      case '>': out += "\\u003e"; continue;
      case '&': out += "\\u0026"; continue;
      default: break;
    }
    const std::string_view rest = std::string_view(json).substr(i, 3);
    if (rest == "\xE2\x80\xA8" || rest == "\xE2\x80\xA9") {
      out += rest[2] == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += json[i];
    }
  }
}

// XML writes a line feed as a reference, which HTML reads alike but nobody likes to look at.
std::string with_line_feeds(std::string markup) {
  static constexpr std::string_view kReference = "&#10;";
  for (std::size_t at = 0; (at = markup.find(kReference, at)) != std::string::npos; ++at) {
    markup.replace(at, kReference.size(), "\n");
  }
  return markup;
}

}  // namespace

std::string html_name(std::string_view name) {
  return xml_text(whole_name(name));
}

std::string html_sentence(std::string_view text) {
  return xml_text(one_line(text));
}

std::string html_excerpt(std::string_view text) {
  return with_line_feeds(xml_text(lines_of(text)));
}

std::string cut(std::string_view text, std::size_t most) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < most && at < text.size(); ++i) {
    at += std::max<std::size_t>(utf8_sequence(text.substr(at)), 1);
  }
  std::string out(text.substr(0, at));
  if (at < text.size()) out += "...";
  return out;
}

std::string fragment(std::string_view name) {
  std::string out;
  for (const char c : whole_name(name)) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

void append_script_name(std::string& out, std::string_view name) {
  append_for_script(out, whole_name(name));
}

void append_script_sentence(std::string& out, std::string_view text) {
  append_for_script(out, one_line(text));
}

void append_script_excerpt(std::string& out, std::string_view text) {
  append_for_script(out, lines_of(text));
}

std::string figure(double value) {
  constexpr double kExact = 1e15;
  if (std::abs(value) < kExact && value == std::floor(value)) return grouped(static_cast<std::int64_t>(value));
  return fmt::format("{:.5g}", value);
}

std::string status_badge(Status status) {
  return fmt::format(R"(<b class="s {0}">{0}</b>)", name_of(status));
}

std::string bar(std::int64_t part, std::int64_t whole, std::string_view css_class) {
  double width = whole <= 0 ? 0 : kWidth * static_cast<double>(part) / static_cast<double>(whole);
  if (part > 0) width = std::max(width, kSliver);
  return fmt::format(R"(<svg class="bar" viewBox="0 0 {:g} 10" preserveAspectRatio="none" aria-hidden="true">)"
                     R"(<rect class="{}" width="{:.1f}" height="10"/></svg>)",
                     kWidth, css_class, width);
}

std::string stacked_bar(std::span<const BarPart> parts, std::string_view label) {
  double whole = 0;
  double slivers = 0;  // what the smallest take beyond their share, and the others give
  for (const BarPart& part : parts) whole += static_cast<double>(part.count);
  const auto width_of = [&](const BarPart& part) { return kWidth * static_cast<double>(part.count) / whole; };
  double large = 0;
  for (const BarPart& part : parts) {
    if (part.count == 0) continue;
    if (width_of(part) < kSliver) {
      slivers += kSliver;
    } else {
      large += width_of(part);
    }
  }
  std::string out = fmt::format(
      R"(<svg class="bar stacked" viewBox="0 0 {:g} 10" preserveAspectRatio="none" role="img" aria-label="{}">)",
      kWidth, xml_text(label));
  double x = 0;
  for (const BarPart& part : parts) {
    if (part.count == 0) continue;
    const double width = width_of(part) < kSliver ? kSliver : width_of(part) * std::max(0.0, kWidth - slivers) / large;
    out += fmt::format(R"(<rect class="{}" x="{:.1f}" width="{:.1f}" height="10"/>)", part.css_class, x, width);
    x += width;
  }
  return out + "</svg>";
}

}  // namespace bcheck
