// SPDX-License-Identifier: Apache-2.0
// libtiff's errors go to a handler of this file's own handle, never to stderr. An error is a fault whatever the call
// returns; a warning is none (unknown and unsorted tags), but for the few that are the only sign of lost pixels.
#include "validators/image/tiff_pixels.h"

#include <fmt/format.h>
#include <tiffio.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>
#include <vector>

#include "base/text.h"
#include "validators/image/codes.h"

namespace bcheck::image {
namespace {

struct Complaint {
  bool any = false;
  std::array<char, 256> text{};  // the first
};

struct Memory {
  Bytes bytes;
  std::uint64_t at = 0;
};

Memory& memory_of(thandle_t handle) {
  return *static_cast<Memory*>(handle);
}

tmsize_t on_read(thandle_t handle, void* to, tmsize_t size) {
  Memory& memory = memory_of(handle);
  if (size <= 0 || memory.at >= memory.bytes.size()) return 0;
  const auto count = static_cast<std::size_t>(
      std::min<std::uint64_t>(static_cast<std::uint64_t>(size), memory.bytes.size() - memory.at));
  std::memcpy(to, memory.bytes.data() + memory.at, count);
  memory.at += count;
  return static_cast<tmsize_t>(count);
}

tmsize_t on_write(thandle_t, void*, tmsize_t) {
  return -1;
}

toff_t on_seek(thandle_t handle, toff_t offset, int whence) {
  Memory& memory = memory_of(handle);
  memory.at = whence == SEEK_CUR ? memory.at + offset : whence == SEEK_END ? memory.bytes.size() + offset : offset;
  return memory.at;
}

int on_close(thandle_t) {
  return 0;
}

toff_t on_size(thandle_t handle) {
  return memory_of(handle).bytes.size();
}

int on_map(thandle_t handle, void** base, toff_t* size) {
  const Bytes bytes = memory_of(handle).bytes;
  *base = const_cast<unsigned char*>(bytes.data());  // opened for reading: libtiff copies what it has to change
  *size = bytes.size();
  return 1;
}

void on_unmap(thandle_t, void*, toff_t) {}

void keep(Complaint& complaint, const char* format, std::va_list arguments) {
  if (!complaint.any) std::vsnprintf(complaint.text.data(), complaint.text.size(), format, arguments);
  complaint.any = true;
}

int on_error(TIFF*, void* user, const char*, const char* format, std::va_list arguments) {
  // What it says of a private tag whose type it does not know, and then goes on.
  const bool harmless = std::string_view(format).find("thus tag is not read") != std::string_view::npos;
  if (!harmless) keep(*static_cast<Complaint*>(user), format, arguments);
  return 1;  // said; no other handler
}

// Warnings that mean lost pixels: those of the JPEG decoder inside, and of a fax strip that ends before its last line.
bool tells_of_damage(std::string_view module, std::string_view text) {
  if (module == "JPEGLib") {
    return text.starts_with("Corrupt JPEG data") || text.starts_with("Premature end of JPEG") ||
           text.starts_with("Inconsistent progression");
  }
  return module.starts_with("Fax") && (text.starts_with("Premature EOF") || text.starts_with("Line length mismatch"));
}

int on_warning(TIFF*, void* user, const char* module, const char* format, std::va_list arguments) {
  Complaint seen;
  keep(seen, format, arguments);
  Complaint& complaint = *static_cast<Complaint*>(user);
  if (!complaint.any && tells_of_damage(module == nullptr ? "" : module, seen.text.data())) complaint = seen;
  return 1;
}

struct CloseTiff {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};

bool says(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

// libtiff has no codes of errors; its words are those of 4.5, and what is not known is damage.
std::string_view code_of(std::string_view text) {
  if (says(text, {"not supported", "nsupported", "not configured", "not implemented", "annot handle", "Sorry"})) {
    return kUnsupported;
  }
  if (says(text, {"beyond the"})) return kBomb;  // "... allocation of N bytes is beyond the M byte limit ..."
  return kCorruptData;
}

constexpr std::uint32_t kYcbcr = PHOTOMETRIC_YCBCR;

bool is_jpeg_ycbcr(const TiffPage& page) {
  return page.compression == COMPRESSION_JPEG && page.photometric == kYcbcr && !page.separate;
}

}  // namespace

struct TiffDecoder::State {
  Memory memory;
  Complaint complaint;
  std::unique_ptr<TIFF, CloseTiff> tiff;
  std::vector<unsigned char> band;
  std::vector<unsigned char> rgb;
  std::vector<std::uint32_t> raster;
  std::vector<TiffRowPiece> pieces;

  // What libtiff says a buffer needs: 0 where it cannot say.
  bool reserve(std::vector<unsigned char>& buffer, std::uint64_t each, std::uint64_t count, std::uint64_t least) {
    if (complaint.any || each == 0 || each < least) return refuse("sizes that contradict each other");
    if (each > kMostTiffBand || count > kMostTiffBand / each) {
      return refuse(fmt::format("a row of pieces is beyond the limit of {}", human_bytes(kMostTiffBand)));
    }
    buffer.resize(static_cast<std::size_t>(each * count));
    return true;
  }

  bool refuse(const std::string& why) {
    if (!complaint.any) {
      const std::size_t length = std::min(why.size(), complaint.text.size() - 1);
      std::copy_n(why.data(), length, complaint.text.data());
      complaint.text[length] = '\0';
      complaint.any = true;
    }
    return false;
  }

  // Without a complaint of its own libtiff may still have failed.
  bool went_well(bool returned) {
    if (!returned) refuse("libtiff gives up");
    return !complaint.any;
  }

  bool select(const TiffPage& page) {
    if (tiff == nullptr || !went_well(TIFFSetSubDirectory(tiff.get(), page.at) == 1)) return went_well(false);
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
    if (width != page.width || height != page.height) return refuse("libtiff reads another size");
    if ((TIFFIsTiled(tiff.get()) != 0) != page.tiled) return refuse("tiles or strips, but not both");
    if (decodes_to_rgb(page) && !is_jpeg_ycbcr(page)) {
      TIFFSetField(tiff.get(), TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);  // rows as they are stored
      return went_well(true);
    }
    if (is_jpeg_ycbcr(page)) {
      TIFFSetField(tiff.get(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
      return went_well(true);
    }
    std::uint16_t bits = 0;
    std::uint16_t samples = 0;
    std::uint16_t planes = 0;
    TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_PLANARCONFIG, &planes);
    if (bits != page.bits || samples != page.samples) return refuse("libtiff reads other samples");
    if ((planes == PLANARCONFIG_SEPARATE && samples > 1) != page.separate) return refuse("libtiff reads other planes");
    return went_well(true);
  }

  bool scanlines(const TiffPage& page, std::uint64_t least, TiffRowSink& sink) {
    if (!reserve(band, TIFFScanlineSize64(tiff.get()), 1, least)) return false;
    pieces.assign(1, {band.data(), 0, page.width, -1});
    for (std::uint32_t y = 0; y < page.height; ++y) {
      if (!went_well(TIFFReadScanline(tiff.get(), band.data(), y, 0) == 1)) return false;
      sink.row(y, pieces);
    }
    return true;
  }

  // A row of pieces at a time, each whole.
  bool bands(const TiffPage& page, std::uint64_t row_bytes, TiffRowSink& sink) {
    const std::uint64_t planes = page.separate ? page.samples : 1;
    const std::uint64_t across = page.pieces_across();
    const std::uint64_t size = page.tiled ? TIFFTileSize64(tiff.get()) : TIFFStripSize64(tiff.get());
    if (!reserve(band, size, across * planes, row_bytes * page.piece_height)) return false;
    const std::uint64_t stride = size / page.piece_height;
    pieces.resize(static_cast<std::size_t>(across * planes));
    for (std::uint64_t down = 0; down < page.pieces_down(); ++down) {
      if (!read_band(page, down, size)) return false;
      const std::uint64_t top = down * page.piece_height;
      const std::uint64_t rows = std::min<std::uint64_t>(page.piece_height, page.height - top);
      for (std::uint64_t i = 0; i < rows; ++i) {
        for (std::uint64_t k = 0; k < pieces.size(); ++k) {
          const std::uint64_t x = k % across * page.piece_width;
          pieces[k] = {band.data() + k * size + i * stride, static_cast<std::uint32_t>(x),
                       static_cast<std::uint32_t>(std::min<std::uint64_t>(page.piece_width, page.width - x)),
                       page.separate ? static_cast<int>(k / across) : -1};
        }
        sink.row(static_cast<std::uint32_t>(top + i), pieces);
      }
    }
    return true;
  }

  bool read_band(const TiffPage& page, std::uint64_t down, std::uint64_t size) {
    const std::uint64_t across = page.pieces_across();
    for (std::uint64_t k = 0; k < pieces.size(); ++k) {
      const std::uint64_t plane = k / across;
      const auto number = static_cast<std::uint32_t>((plane * page.pieces_down() + down) * across + k % across);
      unsigned char* const to = band.data() + k * size;
      const tmsize_t got = page.tiled ? TIFFReadEncodedTile(tiff.get(), number, to, static_cast<tmsize_t>(size))
                                      : TIFFReadEncodedStrip(tiff.get(), number, to, static_cast<tmsize_t>(size));
      if (!went_well(got >= 0)) return false;
    }
    return true;
  }

  // By the library's own conversion; its rows come bottom up.
  bool converted(const TiffPage& page, TiffRowSink& sink) {
    std::array<char, 1024> why{};
    if (TIFFRGBAImageOK(tiff.get(), why.data()) != 1) return refuse(fmt::format("not supported: {}", why.data()));
    const std::uint64_t area = std::uint64_t{page.piece_width} * page.piece_height;
    const std::uint64_t across = page.pieces_across();
    if (area > kMostTiffBand / 4 / across) return refuse("a row of pieces is beyond the limit");
    raster.resize(static_cast<std::size_t>(area * across));
    rgb.resize(std::size_t{page.width} * 3);
    pieces.assign(1, {rgb.data(), 0, page.width, -1});
    for (std::uint64_t top = 0; top < page.height; top += page.piece_height) {
      const auto first = static_cast<std::uint32_t>(top);
      for (std::uint64_t k = 0; k < across; ++k) {
        std::uint32_t* const to = raster.data() + k * area;
        const auto x = static_cast<std::uint32_t>(k * page.piece_width);
        const int read = page.tiled ? TIFFReadRGBATileExt(tiff.get(), x, first, to, 1)
                                    : TIFFReadRGBAStripExt(tiff.get(), first, to, 1);
        if (!went_well(read == 1)) return false;
      }
      const std::uint64_t rows = std::min<std::uint64_t>(page.piece_height, page.height - top);
      for (std::uint64_t i = 0; i < rows; ++i) {
        const std::uint64_t from_bottom = (page.tiled ? page.piece_height : rows) - 1 - i;
        gather(page, from_bottom, area);
        sink.row(static_cast<std::uint32_t>(top + i), pieces);
      }
    }
    return true;
  }

  void gather(const TiffPage& page, std::uint64_t row, std::uint64_t area) {
    unsigned char* out = rgb.data();
    for (std::uint32_t x = 0; x < page.width; ++x) {
      const std::uint64_t tile = x / page.piece_width;
      const std::uint32_t pixel = raster[tile * area + row * page.piece_width + x % page.piece_width];
      *out++ = static_cast<unsigned char>(TIFFGetR(pixel));
      *out++ = static_cast<unsigned char>(TIFFGetG(pixel));
      *out++ = static_cast<unsigned char>(TIFFGetB(pixel));
    }
  }

  bool decode(const TiffPage& page, TiffRowSink& sink) {
    if (!select(page)) return false;
    if (decodes_to_rgb(page) && !is_jpeg_ycbcr(page)) return converted(page, sink);
    const std::uint64_t row_bytes = is_jpeg_ycbcr(page) ? std::uint64_t{page.piece_width} * 3 : page.piece_row_bytes();
    // By rows libtiff loses what a run of PackBits has beyond the end of its row, as some writers make them.
    const bool by_pieces = page.tiled || page.separate || page.compression == COMPRESSION_PACKBITS;
    return by_pieces ? bands(page, row_bytes, sink) : scanlines(page, row_bytes, sink);
  }
};

bool decodes_to_rgb(const TiffPage& page) {
  if (!page.photometric) return false;
  switch (*page.photometric) {
    case PHOTOMETRIC_YCBCR:
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB:
    case PHOTOMETRIC_ITULAB: return true;
    case PHOTOMETRIC_LOGL:
    case PHOTOMETRIC_LOGLUV: return page.compression == COMPRESSION_SGILOG || page.compression == COMPRESSION_SGILOG24;
    default: return page.compression == COMPRESSION_OJPEG && page.samples == 3;
  }
}

bool has_codec(const TiffPage& page) {
  return TIFFIsCODECConfigured(static_cast<std::uint16_t>(page.compression)) == 1;
}

TiffDecoder::TiffDecoder(Bytes bytes) : state_(std::make_unique<State>()) {
  state_->memory.bytes = bytes;
  struct FreeOptions {
    void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
  };
  const std::unique_ptr<TIFFOpenOptions, FreeOptions> options(TIFFOpenOptionsAlloc());
  if (options == nullptr) throw std::bad_alloc();
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(kMostTiffBand));
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), on_error, &state_->complaint);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), on_warning, &state_->complaint);
  // h: no directory yet, as the walk knows where they are. c: strips as they are, not cut into smaller ones.
  state_->tiff.reset(TIFFClientOpenExt("", "rhc", &state_->memory, on_read, on_write, on_seek, on_close, on_size,
                                       on_map, on_unmap, options.get()));
}

TiffDecoder::~TiffDecoder() = default;

TiffDecoded TiffDecoder::decode(const TiffPage& page, TiffRowSink& sink) {
  if (state_->tiff != nullptr) state_->complaint = {};
  TiffDecoded result;
  result.every_pixel = state_->decode(page, sink);
  if (!state_->complaint.any) return result;
  const std::string_view text = state_->complaint.text.data();
  if (says(text, {"ut of memory", "No space", "ailed to allocate", "annot allocate", "malloc"})) throw std::bad_alloc();
  result.code = code_of(text);
  result.complaint = fmt::format("libtiff: {}", escaped(text));
  return result;
}

std::string tiff_decoder() {
  std::string_view version = TIFFGetVersion();  // "LIBTIFF, Version 4.5.0\nCopyright ..."
  version = version.substr(0, version.find('\n'));
  return fmt::format("libtiff {}", version.substr(version.find_last_of(' ') + 1));
}

}  // namespace bcheck::image
