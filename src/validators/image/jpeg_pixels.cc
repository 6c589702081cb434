// SPDX-License-Identifier: Apache-2.0
// libjpeg reports errors by longjmp. Nothing between setjmp and the calls into libjpeg has a destructor, and what is
// called from within libjpeg allocates nothing, so that no exception has to pass through it. A new
// decompressor is made for each file: one that is reused keeps the tables of the file before, and would decode a
// file without tables with them.
#include "validators/image/jpeg_pixels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <new>

// In this order: jpeglib.h needs the types of stdio.h, jerror.h the version of jpeglib.h.
// clang-format off
#include <jpeglib.h>
#include <jerror.h>
// clang-format on

#include "base/text.h"
#include "validators/image/codes.h"

namespace bcheck::image {
namespace {

// Enough for any encoder (mozjpeg makes about 15) and the limit that libjpeg-turbo advises: each scan of a few bytes
// costs a pass over the whole picture.
constexpr int kMostScans = 500;

struct Note {
  std::string_view code;
  Severity severity = Severity::kFail;
  std::array<char, JMSG_LENGTH_MAX> text{};
  bool quoted = false;  // the library's own words
  bool fatal = false;
};

// Everything that has to outlive a longjmp. The libjpeg structs point back at it by client_data.
struct Reader {
  Reader(Bytes all, std::uint64_t most, RowSink& to, JpegSize wanted)
      : bytes(all), max_pixels(most), sink(to), size(wanted) {}
  ~Reader() { jpeg_destroy_decompress(&jpeg); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  Bytes bytes;
  std::uint64_t max_pixels;
  RowSink& sink;
  JpegSize size;
  jpeg_decompress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg_source_mgr source{};
  jpeg_progress_mgr progress{};
  std::jmp_buf escape{};
  std::array<Note, 6> notes;  // one a code: three kinds of warnings, and a fault
  std::size_t noted = 0;
  bool ran_out = false;  // the file ended, and an EOI was made up
  JDIMENSION rows_at_end = 0;
  int scan_at_end = 0;
  std::vector<unsigned char> rows;
  bool every_pixel = false;
  bool out_of_memory = false;
  bool suited = true;
};

Reader& reader_of(j_common_ptr jpeg) {
  return *static_cast<Reader*>(jpeg->client_data);
}

[[noreturn]] void leave(Reader& r) {
  std::longjmp(r.escape, 1);
}

// The note to write into; null where that code has been noted already.
Note* new_note(Reader& r, std::string_view code, Severity severity) {
  for (std::size_t i = 0; i < r.noted; ++i) {
    if (r.notes[i].code == code) return nullptr;
  }
  if (r.noted == r.notes.size()) return nullptr;
  Note& note = r.notes[r.noted++];
  note.code = code;
  note.severity = severity;
  return &note;
}

template <typename... Values>
void note(Reader& r, std::string_view code, fmt::format_string<Values...> format, const Values&... values) {
  if (Note* const n = new_note(r, code, Severity::kFail)) {
    const auto arguments = fmt::make_format_args(values...);
    *fmt::vformat_to_n(n->text.data(), n->text.size() - 1, format, arguments).out = '\0';
  }
}

void note_message(Reader& r, std::string_view code, Severity severity, bool fatal) {
  if (Note* const n = new_note(r, code, severity)) {
    r.errors.format_message(reinterpret_cast<j_common_ptr>(&r.jpeg), n->text.data());
    n->quoted = true;
    n->fatal = fatal;
  }
}

// Every component has had its scan, and in a progressive file every coefficient all of its bits. Cut between scans
// and closed with EOI, such a file raises no warning in any decoder.
bool every_scan_came(const jpeg_decompress_struct& jpeg) {
  for (int c = 0; c < jpeg.num_components; ++c) {
    if (jpeg.comp_info[c].quant_table == nullptr) return false;  // is latched at the component's first scan
    if (jpeg.coef_bits == nullptr) continue;
    if (std::any_of(jpeg.coef_bits[c], jpeg.coef_bits[c] + DCTSIZE2, [](int bits) { return bits != 0; })) return false;
  }
  return true;
}

struct Class {
  std::string_view code;
  Severity severity;
};

Class class_of_warning(int code, bool in_scan) {
  switch (code) {
    case JWRN_NOT_SEQUENTIAL: return {kOddScanParameters, Severity::kWarn};  // some phones; the picture is intact
    case JWRN_EXTRANEOUS_DATA:
      if (!in_scan) return {kStrayHeaderBytes, Severity::kWarn};
      return {kCorruptData, Severity::kFail};
    case JWRN_ADOBE_XFORM:
    case JWRN_JFIF_MAJOR:
    case JWRN_BOGUS_ICC: return {kOddMetadata, Severity::kWarn};
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_BOGUS_PROGRESSION: return {kCorruptData, Severity::kFail};
    default:  // of a later library
      if (!in_scan) return {kOddMetadata, Severity::kWarn};
      return {kCorruptData, Severity::kFail};
  }
}

std::string_view code_of_error(int code) {
  switch (code) {
    case JERR_SOF_UNSUPPORTED:
    case JERR_BAD_PRECISION:
    case JERR_ARITH_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_NOTIMPL: return kUnsupported;
    case JERR_EMPTY_IMAGE: return kBadHeader;
    case JERR_IMAGE_TOO_BIG:
    case JERR_WIDTH_OVERFLOW: return kBomb;
    // Tables that were read and cannot be: bytes of them have changed.
    case JERR_BAD_HUFF_TABLE:
    case JERR_DAC_INDEX:
    case JERR_DAC_VALUE:
    case JERR_DHT_INDEX:
    case JERR_DQT_INDEX: return kCorruptData;
    default: return kNotDecodable;
  }
}

void note_truncated(Reader& r) {
  if (r.scan_at_end == 0) {
    // With its end marker in place the file was not cut: the length of a segment is wrong.
    if (as_text(r.bytes).ends_with("\xff\xd9")) {
      return note(r, kNotDecodable, "a segment of the header is longer than the file");
    }
    return note(r, kTruncated, "the file ends inside its header");
  }
  note(r, kTruncated, "the file ends after {} of {} rows of blocks of scan {}", r.rows_at_end, r.jpeg.total_iMCU_rows,
       r.scan_at_end);
}

void on_error(j_common_ptr jpeg) {
  Reader& r = reader_of(jpeg);
  r.out_of_memory = r.errors.msg_code == JERR_OUT_OF_MEMORY;
  r.ran_out ? note_truncated(r) : note_message(r, code_of_error(r.errors.msg_code), Severity::kFail, true);
  leave(r);
}

// The entropy decoder reads ahead, so the end of the file comes before the last block. With an EOI that is made up it
// decodes what it has and complains if that was not enough; the arithmetic decoder would go on with zeros instead.
void on_end_of_file(Reader& r) {
  r.rows_at_end = r.jpeg.input_iMCU_row;
  r.scan_at_end = r.jpeg.input_scan_number;
  const bool goes_on = r.scan_at_end > 0 && (!r.jpeg.arith_code || r.rows_at_end >= r.jpeg.total_iMCU_rows);
  if (r.ran_out || !goes_on) {
    note_truncated(r);
    leave(r);
  }
  r.ran_out = true;
}

void on_message(j_common_ptr common, int level) {
  if (level >= 0) return;  // traces
  Reader& r = reader_of(common);
  if (r.errors.msg_code == JWRN_JPEG_EOF) return on_end_of_file(r);
  const Class found = class_of_warning(r.errors.msg_code, r.jpeg.input_scan_number > 0);
  if (found.severity == Severity::kFail && r.ran_out) {
    note_truncated(r);
  } else {
    note_message(r, found.code, found.severity, false);
  }
  if (found.severity == Severity::kFail) leave(r);
}

void on_output(j_common_ptr) {}

void on_progress(j_common_ptr common) {
  Reader& r = reader_of(common);
  if (r.jpeg.input_scan_number <= kMostScans) return;
  note(r, kBomb, "more than {} scans", kMostScans);
  leave(r);
}

void on_init(j_decompress_ptr) {}

boolean on_fill(j_decompress_ptr jpeg) {
  static constexpr std::array<JOCTET, 2> kEoi{0xff, JPEG_EOI};
  jpeg->err->msg_code = JWRN_JPEG_EOF;
  jpeg->err->emit_message(reinterpret_cast<j_common_ptr>(jpeg), -1);
  jpeg->src->next_input_byte = kEoi.data();
  jpeg->src->bytes_in_buffer = kEoi.size();
  return TRUE;
}

void on_skip(j_decompress_ptr jpeg, long count) {
  if (count <= 0) return;
  const auto step = static_cast<std::size_t>(count);
  if (step > jpeg->src->bytes_in_buffer) {
    on_fill(jpeg);
    return;
  }
  jpeg->src->next_input_byte += step;
  jpeg->src->bytes_in_buffer -= step;
}

void on_term(j_decompress_ptr) {}

void set_up(Reader& r) {
  r.jpeg.err = jpeg_std_error(&r.errors);
  r.errors.error_exit = on_error;
  r.errors.emit_message = on_message;
  r.errors.output_message = on_output;
  r.jpeg.client_data = &r;
}

void set_source(Reader& r) {
  r.source.init_source = on_init;
  r.source.fill_input_buffer = on_fill;
  r.source.skip_input_data = on_skip;
  r.source.resync_to_restart = jpeg_resync_to_restart;
  r.source.term_source = on_term;
  r.source.next_input_byte = r.bytes.data();
  r.source.bytes_in_buffer = r.bytes.size();
  r.jpeg.src = &r.source;
  r.progress.progress_monitor = on_progress;
  r.jpeg.progress = &r.progress;
}

// The library's view of the header can differ from ours where garbage stands between segments.
void check_size(Reader& r) {
  if (std::uint64_t{r.jpeg.image_width} * r.jpeg.image_height <= r.max_pixels) return;
  note(r, kBomb, "declares {} x {} pixels", r.jpeg.image_width, r.jpeg.image_height);
  leave(r);
}

// With grey alone the samples of other components are never made, and a complaint that they cannot be would be missed.
bool has_eighth(const jpeg_decompress_struct& jpeg) {
  if (jpeg.jpeg_color_space != JCS_GRAYSCALE && jpeg.jpeg_color_space != JCS_YCbCr) return false;
  int most_h = 1, most_v = 1;
  for (int c = 0; c < jpeg.num_components; ++c) {
    most_h = std::max(most_h, jpeg.comp_info[c].h_samp_factor);
    most_v = std::max(most_v, jpeg.comp_info[c].v_samp_factor);
  }
  // The first is the luma, and nothing is sampled more finely.
  if (jpeg.comp_info[0].h_samp_factor != most_h || jpeg.comp_info[0].v_samp_factor != most_v) return false;
  return std::all_of(jpeg.comp_info, jpeg.comp_info + jpeg.num_components, [&](const jpeg_component_info& c) {
    return c.h_samp_factor > 0 && c.v_samp_factor > 0 && most_h % c.h_samp_factor == 0 && most_v % c.v_samp_factor == 0;
  });
}

void choose_eighth(Reader& r, Raster& raster) {
  if (!has_eighth(r.jpeg)) {
    r.suited = false;
    leave(r);
  }
  r.jpeg.out_color_space = JCS_GRAYSCALE;
  r.jpeg.scale_num = 1;
  r.jpeg.scale_denom = DCTSIZE;
  jpeg_calc_output_dimensions(&r.jpeg);
  raster.width = r.jpeg.output_width;
  raster.height = r.jpeg.output_height;
  raster.samples = Samples::kGrey;
}

void choose_output(Reader& r, Raster& raster) {
  if (r.size == JpegSize::kEighth) return choose_eighth(r, raster);
  raster.width = r.jpeg.image_width;
  raster.height = r.jpeg.image_height;
  switch (r.jpeg.jpeg_color_space) {
    case JCS_GRAYSCALE:
      r.jpeg.out_color_space = JCS_GRAYSCALE;
      raster.samples = Samples::kGrey;
      break;
    case JCS_CMYK:
    case JCS_YCCK:
      r.jpeg.out_color_space = JCS_CMYK;
      raster.samples = Samples::kCmyk;
      break;
    default:
      r.jpeg.out_color_space = JCS_RGB;
      raster.samples = Samples::kRgb;
      break;
  }
}

void invert(unsigned char* samples, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) samples[i] = static_cast<unsigned char>(255 - samples[i]);
}

void read_rows(Reader& r, const Raster& raster) {
  constexpr std::uint32_t kBand = 16;  // the rows that one step of the library makes, at most
  const std::size_t length = std::size_t{raster.width} * samples_a_pixel(raster.samples);
  r.rows.resize(kBand * length);
  std::array<JSAMPROW, kBand> pointers{};
  for (std::size_t i = 0; i < kBand; ++i) pointers[i] = r.rows.data() + i * length;
  // Adobe stores CMYK inverted and says that it was there; without its mark 0 is no ink.
  const bool inverted = raster.samples == Samples::kCmyk && r.jpeg.saw_Adobe_marker == FALSE;
  while (r.jpeg.output_scanline < r.jpeg.output_height) {
    const std::uint32_t y = r.jpeg.output_scanline;
    const std::uint32_t rows = jpeg_read_scanlines(&r.jpeg, pointers.data(), kBand);
    for (std::uint32_t i = 0; i < rows; ++i) {
      if (inverted) invert(pointers[i], length);
      r.sink.row({y + i, 0, 1, raster.width}, pointers[i]);
    }
  }
  r.every_pixel = true;
}

void check_scans(Reader& r) {
  if (every_scan_came(r.jpeg)) return;
  if (r.jpeg.coef_bits == nullptr) return note(r, kTruncated, "the scans of some components are missing");
  note(r, kTruncated, "scans are missing: after {} the picture is refined no further than a preview",
       r.jpeg.input_scan_number);
}

// False if the decoding was left. The only frame that longjmp returns to; `raster` is not used behind it.
bool run(Reader& r, Raster& raster) {
  if (setjmp(r.escape) != 0) return false;
  jpeg_create_decompress(&r.jpeg);
  set_source(r);
  jpeg_read_header(&r.jpeg, TRUE);
  check_size(r);
  choose_output(r, raster);
  r.sink.begin(raster);
  jpeg_start_decompress(&r.jpeg);
  read_rows(r, raster);
  check_scans(r);
  jpeg_finish_decompress(&r.jpeg);
  return true;
}

}  // namespace

JpegDecoded decode_jpeg(Bytes bytes, std::uint64_t max_pixels, RowSink& sink, JpegSize size) {
  Reader reader(bytes, max_pixels, sink, size);
  Raster raster;
  set_up(reader);
  const bool finished = run(reader, raster);
  if (reader.out_of_memory) throw std::bad_alloc();
  if (finished && reader.ran_out) note(reader, kTruncated, "the end marker (EOI) is missing; the picture is all there");
  JpegDecoded result;
  result.suited = reader.suited;
  result.every_pixel = reader.every_pixel;
  result.ended = finished && !reader.ran_out;
  result.end = reader.ran_out ? bytes.size() : bytes.size() - reader.source.bytes_in_buffer;
  for (std::size_t i = 0; i < reader.noted; ++i) {
    const Note& n = reader.notes[i];
    result.complaints.push_back({n.code, n.severity, (n.quoted ? "libjpeg: " : "") + escaped(n.text.data()), n.fatal});
  }
  return result;
}

std::string jpeg_decoder() {
  // The library cannot be asked for its version; its interface has the one of the headers.
#define BCHECK_TEXT(x) #x
#define BCHECK_TEXT_OF(x) BCHECK_TEXT(x)
  return "libjpeg-turbo " BCHECK_TEXT_OF(LIBJPEG_TURBO_VERSION);
#undef BCHECK_TEXT_OF
#undef BCHECK_TEXT
}

}  // namespace bcheck::image
