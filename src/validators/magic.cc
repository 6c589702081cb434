// SPDX-License-Identifier: Apache-2.0
#include "validators/magic.h"
#include "base/text.h"
namespace bcheck {
namespace { constexpr Format kFormats[]{{"png","png",false,45},{"jpeg","jpeg",false,107},{"npy","npy",false,80}}; }
const Format* format_of_content(Bytes b) { const auto t = as_text(b);
  if (t.starts_with("\x89PNG")) return &kFormats[0];
  if (t.starts_with("\xff\xd8\xff")) return &kFormats[1];
  if (t.starts_with("\x93NUMPY")) return &kFormats[2];
  return nullptr; }
const Format* format_of_extension(std::string_view e) { return e=="png"?&kFormats[0]:e=="jpg"?&kFormats[1]:e=="npy"?&kFormats[2]:nullptr; }
const Format* find_format(std::string_view n) { for (auto& f : kFormats) if (f.name==n) return &f; return nullptr; }
std::span<const Format> all_formats() { return kFormats; }
}
