// SPDX-License-Identifier: Apache-2.0
#include "validators/container/transcode.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/text.h"

namespace bcheck {
namespace {

struct Label {
  std::string_view label;  // lower case
  std::string_view name;
};

// What documents in use declare, and where writers take a larger set for a smaller one (GBK for GB 2312, CP949 for
// EUC-KR) the larger one. Sorted by label.
constexpr std::array kLabels{
    Label{"ascii", "US-ASCII"},
    Label{"big5", "BIG5"},
    Label{"big5-hkscs", "BIG5-HKSCS"},
    Label{"cp1250", "CP1250"},
    Label{"cp1251", "CP1251"},
    Label{"cp1252", "CP1252"},
    Label{"cp437", "IBM437"},
    Label{"cp850", "IBM850"},
    Label{"cp866", "IBM866"},
    Label{"cp932", "CP932"},
    Label{"cp936", "CP936"},
    Label{"cp949", "CP949"},
    Label{"euc-jp", "EUC-JP"},
    Label{"euc-kr", "CP949"},
    Label{"euc-tw", "EUC-TW"},
    Label{"gb18030", "GB18030"},
    Label{"gb2312", "CP936"},
    Label{"gbk", "CP936"},
    Label{"ibm850", "IBM850"},
    Label{"ibm855", "IBM855"},
    Label{"ibm866", "IBM866"},
    Label{"iso-2022-jp", "ISO-2022-JP"},
    Label{"iso-8859-1", "ISO-8859-1"},
    Label{"iso-8859-10", "ISO-8859-10"},
    Label{"iso-8859-11", "ISO-8859-11"},
    Label{"iso-8859-13", "ISO-8859-13"},
    Label{"iso-8859-14", "ISO-8859-14"},
    Label{"iso-8859-15", "ISO-8859-15"},
    Label{"iso-8859-16", "ISO-8859-16"},
    Label{"iso-8859-2", "ISO-8859-2"},
    Label{"iso-8859-3", "ISO-8859-3"},
    Label{"iso-8859-4", "ISO-8859-4"},
    Label{"iso-8859-5", "ISO-8859-5"},
    Label{"iso-8859-6", "ISO-8859-6"},
    Label{"iso-8859-7", "ISO-8859-7"},
    Label{"iso-8859-8", "ISO-8859-8"},
    Label{"iso-8859-9", "ISO-8859-9"},
    Label{"iso8859-1", "ISO-8859-1"},
    Label{"koi8-r", "KOI8-R"},
    Label{"koi8-u", "KOI8-U"},
    Label{"ks_c_5601-1987", "CP949"},
    Label{"latin-1", "ISO-8859-1"},
    Label{"latin1", "ISO-8859-1"},
    Label{"maccyrillic", "MAC-CYRILLIC"},
    Label{"macintosh", "MACINTOSH"},
    Label{"shift-jis", "CP932"},
    Label{"shift_jis", "CP932"},
    Label{"sjis", "CP932"},
    Label{"tis-620", "CP874"},
    Label{"us-ascii", "US-ASCII"},
    Label{"utf-16", "UTF-16"},
    Label{"utf-16be", "UTF-16BE"},
    Label{"utf-16le", "UTF-16LE"},
    Label{"utf-32", "UTF-32"},
    Label{"utf-8", "UTF-8"},
    Label{"utf16", "UTF-16"},
    Label{"utf8", "UTF-8"},
    Label{"windows-1250", "CP1250"},
    Label{"windows-1251", "CP1251"},
    Label{"windows-1252", "CP1252"},
    Label{"windows-1253", "CP1253"},
    Label{"windows-1254", "CP1254"},
    Label{"windows-1255", "CP1255"},
    Label{"windows-1256", "CP1256"},
    Label{"windows-1257", "CP1257"},
    Label{"windows-1258", "CP1258"},
    Label{"windows-31j", "CP932"},
    Label{"windows-874", "CP874"},
    Label{"x-sjis", "CP932"},
};
static_assert(std::is_sorted(kLabels.begin(), kLabels.end(), [](auto& a, auto& b) { return a.label < b.label; }));

class Converter {
 public:
  explicit Converter(std::string_view from) : handle_(iconv_open("UTF-8", std::string(from).c_str())) {}
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;
  ~Converter() {
    if (works()) iconv_close(handle_);
  }
  // iconv_open() answers an invalid handle, all bits set, for what it has no converter for.
  bool works() const { return reinterpret_cast<std::intptr_t>(handle_) != -1; }

  // 0, or an errno: E2BIG where `out` is full, EILSEQ, EINVAL where `in` ends within a character.
  int step(char*& in, std::size_t& in_left, char*& out, std::size_t& out_left) {
    return iconv(handle_, &in, &in_left, &out, &out_left) == static_cast<std::size_t>(-1) ? errno : 0;
  }

 private:
  iconv_t handle_;
};

}  // namespace

std::string_view find_encoding(std::string_view label) {
  const std::string folded = lower_ascii(label.substr(0, 32));
  const auto at = std::lower_bound(kLabels.begin(), kLabels.end(), folded,
                                   [](const Label& row, const std::string& wanted) { return row.label < wanted; });
  return at != kLabels.end() && at->label == folded ? at->name : std::string_view();
}

Transcoded transcode(std::string_view encoding, std::string_view bytes, std::string& out) {
  out.clear();
  Converter converter(encoding);
  if (!converter.works()) return {Transcoded::End::kUnsupported, 0};
  std::array<char, 16 * 1024> buffer{};
  char* in = const_cast<char*>(bytes.data());  // iconv() does not write there; its prototype is older than const
  std::size_t in_left = bytes.size();
  for (;;) {
    char* to = buffer.data();
    std::size_t room = buffer.size();
    const int problem = converter.step(in, in_left, to, room);
    out.append(buffer.data(), buffer.size() - room);
    const std::size_t done = bytes.size() - in_left;
    if (problem == E2BIG) continue;
    if (problem == EINVAL) return {Transcoded::End::kCut, done};
    if (problem != 0) return {Transcoded::End::kBad, done};
    return {Transcoded::End::kWhole, done};
  }
}

}  // namespace bcheck
