// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy: magic, version, length of the header, a Python dict as text, the elements.
//
// Format: numpy/lib/_format_impl.py and "NEP 1". Stricter than numpy 1.24 where two readers could disagree or data be
// lost: a repeated key (numpy keeps the last), negative dimensions, bytes behind the array, a version that numpy does
// not write. Object arrays hold a pickle, which runs code when it is loaded: never opened here (CVE-2019-6446).
#include "validators/embedding/npy_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/checked.h"
#include "base/text.h"
#include "base/utf8.h"
#include "validators/embedding/faults.h"
#include "validators/embedding/python_literal.h"
#include "validators/magic.h"

namespace bcheck {
namespace {

using Kind = PythonLiteral::Kind;

constexpr std::string_view kMagic = "\x93NUMPY";
// numpy refuses to read more than 10,000 characters unless told otherwise; a vector's header has about 100.
constexpr std::uint64_t kMostHeader = kMostNpyPrefix - 12;
constexpr std::size_t kMostAxes = 64;  // numpy 2; 32 before

struct Header {
  std::string_view text;
  std::uint64_t data_offset = 0;
};

bool find_header(Bytes bytes, Header& header, Observation& out) {
  const std::string_view start = as_text(bytes).substr(0, kMagic.size());
  if (start != kMagic) {
    if (!start.empty() && kMagic.starts_with(start)) {
      return refuse(out, "embedding.header-truncated",
                    fmt::format("the file ends inside the magic, after {} bytes", start.size()));
    }
    const Format* const other = format_of_content(bytes);
    return refuse(out, "embedding.bad-magic",
                  other != nullptr
                      ? fmt::format("the content is {} and not npy", other->name)
                      : fmt::format("the file begins with {} and not with the magic of npy", quote(start)));
  }
  if (bytes.size() < 8) return refuse(out, "embedding.header-truncated", "the file ends before the version");
  const unsigned major = bytes[6];
  const unsigned minor = bytes[7];
  if (major < 1 || major > 3 || minor != 0) {
    return refuse(out, "embedding.unsupported-version",
                  fmt::format("version {}.{}; versions 1.0, 2.0 and 3.0 exist", major, minor));
  }
  const auto short_length = little_endian<std::uint16_t>(bytes, 8);
  const auto long_length = little_endian<std::uint32_t>(bytes, 8);
  if (major == 1 ? !short_length : !long_length) {
    return refuse(out, "embedding.header-truncated", "the file ends before the length of the header");
  }
  const std::uint64_t length = major == 1 ? *short_length : *long_length;
  const std::uint64_t offset = major == 1 ? 10 : 12;
  if (length > kMostHeader) {
    return refuse(out, "embedding.header-too-large",
                  fmt::format("a header of {} bytes; at most {} are read", length, kMostHeader));
  }
  const auto text = slice(bytes, offset, length);
  if (!text) {
    return refuse(out, "embedding.header-truncated",
                  fmt::format("the header has {} bytes and the file {} behind it", length, bytes.size() - offset));
  }
  header = {as_text(*text), offset + length};
  if (major == 3 && !is_utf8(header.text)) {
    return refuse(out, "embedding.header-encoding", "the header of a version 3.0 file is not UTF-8");
  }
  return true;
}

// The three values of the dict; each exactly once and nothing else.
struct Fields {
  const PythonLiteral* descr = nullptr;
  const PythonLiteral* fortran_order = nullptr;
  const PythonLiteral* shape = nullptr;
};

bool find_fields(const PythonLiteral& dict, Fields& fields, Observation& out) {
  if (dict.kind != Kind::kDict) return refuse(out, "embedding.header-syntax", "the header is no dict");
  for (std::size_t i = 0; i + 1 < dict.items.size(); i += 2) {
    const PythonLiteral& key = dict.items[i];
    const bool text = key.kind == Kind::kString;
    const PythonLiteral** const field = !text                         ? nullptr
                                        : key.text == "descr"         ? &fields.descr
                                        : key.text == "fortran_order" ? &fields.fortran_order
                                        : key.text == "shape"         ? &fields.shape
                                                                      : nullptr;
    if (field == nullptr) {
      return refuse(out, "embedding.header-keys",
                    fmt::format("the header has the key {}", text ? quote(key.text, 40) : "that is no text"));
    }
    if (*field != nullptr) {
      return refuse(out, "embedding.header-keys",
                    fmt::format("the header has the key '{}' twice; readers disagree which holds", key.text));
    }
    *field = &dict.items[i + 1];
  }
  for (const auto& [field, name] : {std::pair{fields.descr, "descr"}, std::pair{fields.fortran_order, "fortran_order"},
                                    std::pair{fields.shape, "shape"}}) {
    if (field == nullptr)
      return refuse(out, "embedding.header-keys", fmt::format("the header lacks the key '{}'", name));
  }
  return true;
}

// An object type anywhere in a descr, also inside of structures: "|O", [('a', '<f4'), ('b', 'O')], "i4,O".
bool holds_objects(const PythonLiteral& descr) {
  if (descr.kind != Kind::kString) {
    return std::any_of(descr.items.begin(), descr.items.end(), holds_objects);
  }
  bool begins = true;
  for (const char c : descr.text) {
    if (begins && (c == 'O' || c == 'o')) return true;  // 'O', "object"
    begins = c == ',' || c == ' ' || (begins && std::string_view("<>|=()0123456789").find(c) != std::string_view::npos);
  }
  return false;
}

std::string shown(const PythonLiteral& descr) {
  return descr.kind == Kind::kString ? quote(descr.text, 40) : "a structure of fields";
}

struct Named {
  std::string_view code;
  Dtype dtype;
};
constexpr std::array<Named, 11> kNamed{{{"f2", Dtype::kF16},
                                        {"f4", Dtype::kF32},
                                        {"f8", Dtype::kF64},
                                        {"i1", Dtype::kI8},
                                        {"i2", Dtype::kI16},
                                        {"i4", Dtype::kI32},
                                        {"i8", Dtype::kI64},
                                        {"u1", Dtype::kU8},
                                        {"u2", Dtype::kU16},
                                        {"u4", Dtype::kU32},
                                        {"u8", Dtype::kU64}}};

std::string_view what_is(std::string_view code) {
  switch (code.empty() ? '\0' : code.front()) {
    case 'b': return ": booleans";
    case 'c': return ": complex numbers";
    case 'U':
    case 'S':
    case 'a': return ": text";
    case 'M':
    case 'm': return ": dates or times";
    case 'V': return ": bytes without a type; declare dtype bf16 or f8_... if that is what they are";
    default: return "";
  }
}

bool read_descr(const PythonLiteral& descr, const EmbeddingOptions& options, ArrayView& array, Observation& out) {
  if (holds_objects(descr)) {
    return refuse(
        out, "embedding.pickle-refused",
        fmt::format("object array (descr {}): its data is a pickle, which is never opened; save numbers as f4 or "
                    "ids as text",
                    shown(descr)));
  }
  if (descr.kind != Kind::kString) {
    return refuse(out, "embedding.dtype-unsupported", fmt::format("descr is {}, no type of numbers", shown(descr)));
  }
  std::string_view code = descr.text;
  char order = '\0';
  if (!code.empty() && std::string_view("<>|=").find(code.front()) != std::string_view::npos) {
    order = code.front();
    code.remove_prefix(1);
  }
  const auto named = std::find_if(kNamed.begin(), kNamed.end(), [&](const Named& n) { return n.code == code; });
  // What ml_dtypes writes for its types is bytes without a name; only the rules can give them a meaning.
  const bool void16 = code == "V2" && options.dtype == Dtype::kBf16;
  const bool void8 = code == "V1" && (options.dtype == Dtype::kF8E4m3 || options.dtype == Dtype::kF8E5m2);
  if (named == kNamed.end() && !void16 && !void8) {
    return refuse(out, "embedding.dtype-unsupported",
                  fmt::format("descr {} is no type of vectors{}", shown(descr), what_is(code)));
  }
  array.dtype = named != kNamed.end() ? named->dtype : *options.dtype;
  array.big_endian = order == '>' && array.element() > 1;
  if (array.element() > 1 && named != kNamed.end() && order != '<' && order != '>') {
    out.fault("embedding.endian-unexpected", Severity::kWarn,
              fmt::format("descr {} says no byte order; taken as little-endian", shown(descr)));
  }
  return true;
}

bool read_shape(const PythonLiteral& shape, ArrayView& array, Observation& out) {
  if (shape.kind != Kind::kTuple) return refuse(out, "embedding.shape-invalid", "the shape is no tuple");
  if (shape.items.size() > kMostAxes) {
    return refuse(out, "embedding.shape-invalid", fmt::format("the shape has {} axes", shape.items.size()));
  }
  for (const PythonLiteral& axis : shape.items) {
    if (axis.kind != Kind::kInt)
      return refuse(out, "embedding.shape-invalid", "the shape holds something else than whole numbers");
    if (axis.negative && (axis.value != 0 || axis.too_large)) {
      return refuse(out, "embedding.shape-invalid", "the shape has a negative dimension");
    }
    if (axis.too_large || axis.value > INT64_MAX) {
      return refuse(out, "embedding.size-overflow", "a dimension of the shape does not fit into 64 bits");
    }
    array.shape.push_back(axis.value);
  }
  return true;
}

}  // namespace

bool read_npy_header(Bytes start, const EmbeddingOptions& options, ArrayView& array, std::uint64_t& data_offset,
                     Observation& out) {
  Header header;
  if (!find_header(start, header, out)) return false;
  data_offset = header.data_offset;
  const auto parsed = parse_python_literal(header.text);
  if (!parsed)
    return refuse(out, "embedding.header-syntax", fmt::format("the header is no Python literal: {}", parsed.error()));
  Fields fields;
  if (!find_fields(parsed->value, fields, out)) return false;
  if (parsed->python2) {
    out.fault("embedding.header-syntax", Severity::kWarn,
              "the header was written by Python 2: numbers with the suffix L");
  }
  if (!header.text.ends_with('\n')) {
    out.fault("embedding.header-syntax", Severity::kWarn, "the header does not end with a newline");
  }
  if (fields.fortran_order->kind != Kind::kBool) {
    return refuse(out, "embedding.header-syntax", "fortran_order is neither True nor False");
  }
  array.fortran = fields.fortran_order->boolean;
  Observation shape_faults;  // told behind those of the type
  const bool has_shape = read_shape(*fields.shape, array, shape_faults);
  if (!read_descr(*fields.descr, options, array, out)) return false;
  if (!has_shape) {
    out.faults.push_back(std::move(shape_faults.faults.front()));
    return false;
  }
  if (options.byteorder && array.element() > 1 && (*options.byteorder == ByteOrder::kBig) != array.big_endian) {
    out.fault(
        "embedding.endian-unexpected", Severity::kWarn,
        fmt::format("the elements are {}-endian, the rules ask for the other order; they are read as the header says",
                    array.big_endian ? "big" : "little"));
  }
  return true;
}

}  // namespace bcheck
