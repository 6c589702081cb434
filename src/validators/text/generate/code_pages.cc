// SPDX-License-Identifier: Apache-2.0
// Writes the tables of validators/text/code_pages.cc: what each code point stood for in the sets that UTF-8 is misread
// in. A program of the build, no part of bcheck: the sets come from the iconv of the machine that builds, so that
// nothing depends on the machine that runs.
//
// usage: generate_code_pages OUTPUT
#include <iconv.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using CodePoint = std::uint32_t;

// In the order of bcheck::CodePage.
constexpr std::array<const char*, 16> kPages{"CP1252", "CP1251",    "CP1250", "CP1253",    "CP1254", "CP1255",
                                             "CP1256", "CP1257",    "CP1258", "CP437",     "CP850",  "CP866",
                                             "CP874",  "MACINTOSH", "KOI8-R", "ISO-8859-2"};
constexpr std::size_t kCp1252 = 0;
constexpr std::size_t kMacRoman = 13;

// Where implementations of iconv differ from each other and from what programs write: the increment for the capital
// Delta, the sign of Apple, and the currency sign which the euro replaced in 1998.
struct Alias {
  std::size_t page;
  CodePoint code_point;
  std::uint8_t byte;
};
constexpr Alias kAliases[]{{kMacRoman, 0x0394, 0xC6},
                           {kMacRoman, 0x2206, 0xC6},
                           {kMacRoman, 0xF8FF, 0xF0},
                           {kMacRoman, 0x00A4, 0xDB},
                           {kMacRoman, 0x20AC, 0xDB}};

class Decoder {
 public:
  explicit Decoder(const char* set) : set_(set), handle_(iconv_open("UTF-32BE", set)) {
    if (!valid()) {
      throw std::runtime_error("the iconv of this system cannot convert from " + set_ +
                               "; please install its conversion modules (Debian and Ubuntu: libc6, Fedora: "
                               "glibc-gconv-extra, Alpine: gnu-libiconv)");
    }
  }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder() {
    if (valid()) iconv_close(handle_);
  }

  // The one code point that the bytes are; nothing if they are none, or several.
  std::optional<CodePoint> decode(std::string bytes) {
    std::array<unsigned char, 16> out{};
    char* from = bytes.data();
    auto* to = reinterpret_cast<char*>(out.data());
    std::size_t from_left = bytes.size();
    std::size_t to_left = out.size();
    iconv(handle_, nullptr, nullptr, nullptr, nullptr);
    const bool converted = iconv(handle_, &from, &from_left, &to, &to_left) == 0 && from_left == 0;
    // Sets with combining characters hold the last one back.
    if (!converted || iconv(handle_, nullptr, nullptr, &to, &to_left) != 0 || out.size() - to_left != 4) return {};
    return CodePoint{out[0]} << 24 | CodePoint{out[1]} << 16 | CodePoint{out[2]} << 8 | out[3];
  }

 private:
  bool valid() const { return reinterpret_cast<std::intptr_t>(handle_) != -1; }
  std::string set_;
  iconv_t handle_;
};

// Two levels: the block of 256 code points, then the value; block 0 holds nothing but zeros.
void write_map(std::ostream& out, const std::string& name, const std::map<CodePoint, unsigned>& values) {
  std::array<unsigned, 256> blocks{};
  std::vector<std::array<unsigned, 256>> content(1);
  for (const auto& [code_point, value] : values) {
    if (code_point > 0xFFFF) continue;
    unsigned& block = blocks[code_point >> 8];
    if (block == 0) {
      block = static_cast<unsigned>(content.size());
      content.emplace_back();
    }
    content[block][code_point & 0xFF] = value;
  }
  out << "constexpr std::uint8_t " << name << "Blocks[256]{";
  for (const unsigned block : blocks) out << block << ',';
  out << "};\nconstexpr std::uint16_t " << name << "Values[][256]{\n";
  for (const auto& block : content) {
    out << '{';
    for (const unsigned value : block) out << value << ',';
    out << "},\n";
  }
  out << "};\n";
}

void write_pages(std::ostream& out) {
  std::map<CodePoint, std::array<unsigned, kPages.size()>> rows;
  for (std::size_t page = 0; page < kPages.size(); ++page) {
    Decoder decoder(kPages[page]);
    for (unsigned byte = 0x80; byte <= 0xFF; ++byte) {
      const auto code_point = decoder.decode({static_cast<char>(byte)});
      if (code_point) rows[*code_point][page] = byte;
      // As the WHATWG decoders have it, and most programs: a byte without a character is the control of its number.
      // What is read as Latin-1 has these controls for all of them; one page shall stand for both.
      const bool control = byte <= 0x9F && (!code_point || page == kCp1252);
      if (control) rows[byte][page] = byte;
    }
  }
  for (const Alias& alias : kAliases) rows[alias.code_point][alias.page] = alias.byte;
  std::map<CodePoint, unsigned> numbers;
  out << "constexpr CodePageRow kRows[]{\n{{}, 0, 0, 0, 0},\n";
  for (const auto& [code_point, bytes] : rows) {
    numbers.emplace(code_point, static_cast<unsigned>(numbers.size() + 1));
    unsigned two = 0;
    unsigned three = 0;
    unsigned four = 0;
    unsigned trail = 0;
    out << "{{";
    for (std::size_t page = 0; page < bytes.size(); ++page) {
      const unsigned byte = bytes[page];
      two |= unsigned{byte >= 0xC2 && byte <= 0xDF} << page;
      three |= unsigned{byte >= 0xE0 && byte <= 0xEF} << page;
      four |= unsigned{byte >= 0xF0 && byte <= 0xF4} << page;
      trail |= unsigned{byte >= 0x80 && byte <= 0xBF} << page;
      out << byte << ',';
    }
    out << "}, " << two << ", " << three << ", " << four << ", " << trail << "},\n";
  }
  out << "};\n";
  write_map(out, "kRow", numbers);
}

// A set of one and two bytes. The first of several codes of one character holds.
void write_set(std::ostream& out, const std::string& name, const char* set, unsigned first_lead, unsigned last_lead) {
  Decoder decoder(set);
  std::map<CodePoint, unsigned> codes;
  for (unsigned lead = first_lead; lead <= last_lead; ++lead) {
    if (const auto single = decoder.decode({static_cast<char>(lead)})) codes.emplace(*single, lead);
    for (unsigned trail = 0x40; trail <= 0xFE; ++trail) {
      const auto code_point = decoder.decode({static_cast<char>(lead), static_cast<char>(trail)});
      if (code_point) codes.emplace(*code_point, lead << 8 | trail);
    }
  }
  write_map(out, name, codes);
}

void write_all(std::ostream& out) {
  out << "// Written by generate/code_pages.cc.\n";
  write_pages(out);
  write_set(out, "kGbk", "GB18030", 0x81, 0xFE);
  write_set(out, "kShiftJis", "CP932", 0x81, 0xFC);
  // Of these only what begins like the UTF-8 of an accented Latin letter.
  write_set(out, "kEucKr", "EUC-KR", 0xC3, 0xC5);
  write_set(out, "kBig5", "BIG5", 0xC3, 0xC5);
  write_set(out, "kEucJp", "EUC-JP", 0xC3, 0xC5);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) throw std::runtime_error("usage: generate_code_pages OUTPUT");
    std::ofstream out(argv[1], std::ios::binary);
    write_all(out);
    out.close();
    if (!out) throw std::runtime_error(std::string("cannot write ") + argv[1]);
    return 0;
  } catch (const std::exception& e) {
    std::cerr << "generate_code_pages: " << e.what() << '\n';
    return 1;
  }
}
