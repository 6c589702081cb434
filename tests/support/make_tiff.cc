// SPDX-License-Identifier: Apache-2.0
#include "support/make_tiff.h"

#include <algorithm>

#include "support/make_png.h"

namespace bcheck::testing {
namespace {

class Writer {
 public:
  explicit Writer(const TiffForm& form) : form_(form) {}

  std::string number(std::uint64_t value, unsigned size) const {
    std::string out;
    for (unsigned i = 0; i < size; ++i) {
      out += static_cast<char>(value >> (8 * (form_.big_endian ? size - 1 - i : i)) & 0xff);
    }
    return out;
  }
  unsigned offset_size() const { return form_.big ? 8 : 4; }
  std::string offset(std::uint64_t value) const { return number(value, offset_size()); }

  std::string head(std::uint64_t first) const {
    std::string out = form_.big_endian ? "MM" : "II";
    out += number(form_.big ? 43 : 42, 2);
    if (form_.big) out += number(8, 2) + number(0, 2);
    return out + offset(first);
  }

  // Appends values and directory; says where the directory is, and where its link to the next.
  struct Placed {
    std::uint64_t at = 0;
    std::uint64_t link = 0;
  };
  Placed directory(std::string& file, std::vector<TiffField> fields) const {
    std::stable_sort(fields.begin(), fields.end(), [](const auto& a, const auto& b) { return a.tag < b.tag; });
    std::string entries;
    for (const TiffField& field : fields) {
      std::string values;
      for (const std::uint64_t value : field.values) values += number(value, size_of(field.type));
      entries += number(field.tag, 2) + number(field.type, 2) + offset(field.values.size());
      if (values.size() > offset_size()) {
        if (file.size() % 2 == 1) file += '\0';
        entries += offset(file.size());
        file += values;
      } else {
        values.resize(offset_size());
        entries += values;
      }
    }
    if (file.size() % 2 == 1) file += '\0';
    const std::uint64_t at = file.size();
    file += number(fields.size(), form_.big ? 8 : 2) + entries;
    const std::uint64_t link = file.size();
    file += offset(0);
    return {at, link};
  }

  void patch(std::string& file, std::uint64_t at, std::uint64_t value) const {
    file.replace(static_cast<std::size_t>(at), offset_size(), offset(value));
  }

 private:
  static unsigned size_of(unsigned type) {
    return type == 1 || type == 2 || type == 7 ? 1 : type == 3 ? 2 : type == 16 ? 8 : 4;
  }
  const TiffForm& form_;
};

std::string pack_bits(const std::string& data) {
  std::string out;
  for (std::size_t at = 0; at < data.size(); at += 128) {
    const std::string part = data.substr(at, 128);
    out += static_cast<char>(part.size() - 1);
    out += part;
  }
  return out;
}

// Rows of samples, each row on a whole byte; wide samples in the order of the file.
std::string packed(const TiffSpec& spec, const TiffSampleAt& at, const Writer& writer, unsigned x0, unsigned y0,
                   unsigned columns, unsigned rows, int plane) {
  std::string out;
  for (unsigned y = y0; y < y0 + rows; ++y) {
    std::uint64_t bits = 0;
    unsigned filled = 0;
    for (unsigned x = x0; x < x0 + columns; ++x) {
      for (unsigned n = 0; n < spec.samples; ++n) {
        if (plane >= 0 && static_cast<unsigned>(plane) != n) continue;
        const bool inside = x < spec.width && y < spec.height;
        const std::uint64_t value = inside ? at(x, y, n) : 0;
        if (spec.bits % 8 == 0) {
          out += writer.number(value, spec.bits / 8);
          continue;
        }
        bits = bits << spec.bits | (value & ((1U << spec.bits) - 1));
        for (filled += spec.bits; filled >= 8; filled -= 8) out += static_cast<char>(bits >> (filled - 8) & 0xff);
      }
    }
    if (filled > 0) out += static_cast<char>(bits << (8 - filled) & 0xff);
  }
  return out;
}

}  // namespace

void TiffPagePlan::set(unsigned tag, std::vector<std::uint64_t> values, unsigned type) {
  drop(tag);
  fields.push_back({tag, type, std::move(values)});
}

void TiffPagePlan::drop(unsigned tag) {
  fields.erase(std::remove_if(fields.begin(), fields.end(), [&](const TiffField& f) { return f.tag == tag; }),
               fields.end());
}

TiffPagePlan tiff_page(const TiffSpec& spec, const TiffSampleAt& at, const TiffForm& form) {
  const Writer writer(form);
  TiffPagePlan page;
  page.set(256, {spec.width}, 4);
  page.set(257, {spec.height}, 4);
  page.set(258, std::vector<std::uint64_t>(spec.samples, spec.bits));
  page.set(259, {spec.compression});
  page.set(262, {spec.photometric});
  page.set(277, {spec.samples});
  page.set(284, {spec.separate ? 2U : 1U});
  if (spec.format != 1) page.set(339, std::vector<std::uint64_t>(spec.samples, spec.format));
  if (!spec.extra.empty()) page.set(338, spec.extra);
  if (spec.tile > 0) {
    page.set(322, {spec.tile});
    page.set(323, {spec.tile});
  } else {
    page.set(278, {spec.rows}, 4);
  }
  const unsigned columns = spec.tile > 0 ? spec.tile : spec.width;
  const unsigned rows = spec.tile > 0 ? spec.tile : spec.rows;
  for (int plane = spec.separate ? 0 : -1; plane < (spec.separate ? static_cast<int>(spec.samples) : 0); ++plane) {
    for (unsigned y = 0; y < spec.height; y += rows) {
      for (unsigned x = 0; x < spec.width; x += columns) {
        const unsigned height = spec.tile > 0 ? rows : std::min(rows, spec.height - y);
        const std::string raw = packed(spec, at, writer, x, y, columns, height, plane);
        page.pieces.push_back(spec.compression == 8       ? zlib_stream(raw)
                              : spec.compression == 32773 ? pack_bits(raw)
                                                          : raw);
      }
    }
  }
  return page;
}

std::string tiff_file(const std::vector<TiffPagePlan>& pages, const TiffForm& form) {
  const Writer writer(form);
  std::string file = writer.head(0);
  std::uint64_t link = file.size() - writer.offset_size();
  std::vector<std::uint64_t> places;
  for (const TiffPagePlan& page : pages) {
    std::vector<TiffField> fields = page.fields;
    TiffField offsets{page.sub_tag, 4, {}};
    TiffField lengths{0, 4, {}};
    const bool tiled = std::any_of(fields.begin(), fields.end(), [](const TiffField& f) { return f.tag == 322; });
    offsets.tag = tiled ? 324 : 273;
    lengths.tag = tiled ? 325 : 279;
    for (const std::string& piece : page.pieces) {
      offsets.values.push_back(file.size());
      lengths.values.push_back(piece.size());
      file += piece;
    }
    if (page.list_pieces) {
      fields.push_back(offsets);
      fields.push_back(lengths);
    }
    if (page.sub_tag != 0) fields.push_back({page.sub_tag, 4, {writer.directory(file, page.sub_fields).at}});
    const Writer::Placed placed = writer.directory(file, fields);
    writer.patch(file, link, placed.at);
    link = placed.link;
    places.push_back(placed.at);
  }
  if (form.next) writer.patch(file, link, places.at(*form.next));
  return file;
}

std::string make_tiff(const TiffSpec& spec, const TiffSampleAt& at, const TiffForm& form) {
  return tiff_file({tiff_page(spec, at, form)}, form);
}

}  // namespace bcheck::testing
