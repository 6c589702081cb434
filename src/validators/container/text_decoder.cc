// SPDX-License-Identifier: Apache-2.0
#include "validators/container/text_decoder.h"

#include <fmt/format.h>

#include "base/text.h"
#include "validators/container/characters.h"
#include "validators/container/transcode.h"
#include "validators/zeros.h"

namespace bcheck {
namespace {

constexpr std::string_view kBom = "\xef\xbb\xbf";
constexpr const char* kCutMessage = "the text ends in the middle of a character";

std::optional<DecodedText> decode_utf8(std::string_view bytes, Observation& out) {
  if (const std::string_view wide = wide_encoding(bytes); !wide.empty()) {
    out.fault("file.encoding", Severity::kFail, fmt::format("this is {}, and UTF-8 is wanted", wide));
    return std::nullopt;
  }
  DecodedText decoded;
  decoded.bom = bytes.starts_with(kBom);
  const std::string_view text = bytes.substr(decoded.bom ? kBom.size() : 0);
  const std::size_t bad = first_bad_utf8(text);
  decoded.text = text.substr(0, bad);
  if (bad == text.size()) return decoded;
  if (bad == 0 || !is_cut_character(text.substr(bad))) {
    out.fault("file.encoding", Severity::kFail,
              fmt::format("not UTF-8 from {} on ({})", quote(text.substr(bad, 4)), place(text, bad)));
    return std::nullopt;
  }
  decoded.cut = true;
  out.fault("file.truncated", Severity::kFail, fmt::format("{} ({})", kCutMessage, place(text, bad)));
  return decoded;
}

}  // namespace

std::optional<DecodedText> TextDecoder::decode(Bytes bytes, std::string_view encoding, Observation& out) {
  if (encoding == "UTF-8") {
    if (auto run = find_zero_run(bytes)) {
      if (!zeros_are_said(out)) out.faults.push_back(std::move(*run));
      return std::nullopt;
    }
    return decode_utf8(as_text(bytes), out);
  }
  const Transcoded end = transcode(encoding, as_text(bytes), converted_);
  switch (end.end) {
    case Transcoded::End::kUnsupported:
      out.fault("file.unsupported", Severity::kFail, fmt::format("this system cannot convert {}", encoding));
      return std::nullopt;
    case Transcoded::End::kBad:
      out.fault("file.encoding", Severity::kFail,
                fmt::format("not {} from {} on ({})", encoding, quote(as_text(bytes).substr(end.offset, 4)),
                            place(converted_, converted_.size())));
      return std::nullopt;
    case Transcoded::End::kCut:
      out.fault("file.truncated", Severity::kFail,
                fmt::format("{} ({})", kCutMessage, place(converted_, converted_.size())));
      break;
    case Transcoded::End::kWhole: break;
  }
  DecodedText decoded;
  decoded.cut = end.end == Transcoded::End::kCut;
  decoded.text = converted_;
  decoded.bom = decoded.text.starts_with(kBom);
  if (decoded.bom) decoded.text.remove_prefix(kBom.size());
  return decoded;
}

Result<std::string_view> encoding_option(const Options& options) {
  const auto at = options.find("encoding");
  if (at == options.end()) return "UTF-8";
  const auto* word = std::get_if<std::string>(&at->second);
  const std::string_view name = word == nullptr ? std::string_view() : find_encoding(*word);
  if (name.empty())
    return bad_question("option encoding: no encoding that is known here", "one of: utf-8, latin1, ...");
  return name;
}

}  // namespace bcheck
