// SPDX-License-Identifier: Apache-2.0
// safetensors: the length of a JSON header, the header, the bytes of all tensors without a hole.
//
// Format: huggingface/safetensors, README and safetensors/src/tensor.rs. The reference reader validates nothing about
// the values; it is as strict as here about the places of the tensors, since files with overlapping ones were a memory
// attack, and holes make a file be two things at once.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <vector>

#include "base/checked.h"
#include "base/json_fast.h"
#include "base/text.h"
#include "base/utf8.h"
#include "validators/embedding/faults.h"
#include "validators/embedding/formats.h"
#include "validators/embedding/sizes.h"
#include "validators/magic.h"

namespace bcheck {
namespace {

constexpr std::uint64_t kMostHeader = 100'000'000;  // that of the reference reader
constexpr std::size_t kMostAxes = 64;

struct TensorType {
  std::string_view word;
  std::uint64_t bits;
  std::string_view dtype;  // as options say it; empty for what vectors are not made of
};
constexpr std::array<TensorType, 21> kTypes{
    {{"F32", 32, "f32"},        {"F16", 16, "f16"},        {"BF16", 16, "bf16"}, {"F64", 64, "f64"},
     {"I8", 8, "i8"},           {"U8", 8, "u8"},           {"I16", 16, "i16"},   {"U16", 16, "u16"},
     {"I32", 32, "i32"},        {"U32", 32, "u32"},        {"I64", 64, "i64"},   {"U64", 64, "u64"},
     {"F8_E4M3", 8, "f8_e4m3"}, {"F8_E5M2", 8, "f8_e5m2"}, {"F8_E8M0", 8, ""},   {"F8_E4M3FNUZ", 8, ""},
     {"F8_E5M2FNUZ", 8, ""},    {"BOOL", 8, ""},           {"C64", 64, ""},      {"F4", 4, ""},
     {"F6_E2M3", 6, ""}}};

const TensorType* find_type(std::string_view word) {
  if (word == "F6_E3M2") word = "F6_E2M3";  // of the same size, and as little use
  const auto at = std::find_if(kTypes.begin(), kTypes.end(), [&](const TensorType& type) { return type.word == word; });
  return at == kTypes.end() ? nullptr : &*at;
}

struct Tensor {
  std::string_view name;  // in the parser's memory
  const TensorType* type = nullptr;
  std::vector<std::uint64_t> shape;
  std::uint64_t begin = 0, end = 0;  // in the bytes behind the header
};

std::string shown(std::string_view name) {
  return quote(name, 60);
}

class Header {
 public:
  explicit Header(Observation& out) : out_(out) {}

  bool read(Bytes file);

  std::span<const Tensor> tensors() const { return tensors_; }
  std::uint64_t data_offset() const { return offset_; }

 private:
  bool find_text(Bytes file, std::string_view& text);
  bool read_members(std::string_view text);
  bool read_tensor(std::string_view name, simdjson::dom::element value);
  bool read_shape(simdjson::dom::element value, Tensor& tensor);
  bool read_offsets(simdjson::dom::element value, Tensor& tensor);
  bool read_metadata(simdjson::dom::element value);
  bool check_sizes();
  bool check_places(std::uint64_t size);

  Observation& out_;
  FastJson json_;
  std::vector<Tensor> tensors_;
  std::uint64_t offset_ = 0;
};

bool Header::find_text(Bytes file, std::string_view& text) {
  const auto length = little_endian<std::uint64_t>(file, 0);
  if (!length) {
    return refuse(out_, "embedding.header-truncated",
                  fmt::format("the file has {} of the 8 bytes that give the length of its header", file.size()));
  }
  if (*length > kMostHeader) {
    const auto swapped = big_endian<std::uint64_t>(file, 0).value_or(0);
    return refuse(out_, "embedding.header-too-large",
                  fmt::format("a header of {} bytes; at most {} are read{}", *length, kMostHeader,
                              swapped < file.size() ? "; was its length written in the other byte order?" : ""));
  }
  const auto header = slice(file, 8, *length);
  if (!header) {
    return refuse(out_, "embedding.header-truncated",
                  fmt::format("the header has {} bytes and the file {} behind its length", *length, file.size() - 8));
  }
  offset_ = 8 + *length;
  text = as_text(*header);
  if (!is_utf8(text)) return refuse(out_, "embedding.header-encoding", "the header is not UTF-8");
  if (!text.starts_with('{') && text.find_first_not_of(" \t\r\n") != std::string_view::npos &&
      text[text.find_first_not_of(" \t\r\n")] == '{') {
    out_.fault("embedding.header-syntax", Severity::kWarn,
               "blanks in front of the header; the format wants it to begin with {");
  }
  return true;
}

bool Header::read(Bytes file) {
  std::string_view text;
  return find_text(file, text) && read_members(text) && check_sizes() && check_places(file.size() - offset_);
}

bool Header::read_members(std::string_view text) {
  simdjson::dom::element root;
  if (const auto error = json_.parse(text).get(root); error != simdjson::SUCCESS) {
    return refuse(out_, "embedding.header-syntax",
                  fmt::format("the header is no JSON: {}", simdjson::error_message(error)));
  }
  simdjson::dom::object members;
  if (root.get(members) != simdjson::SUCCESS) {
    return refuse(out_, "embedding.header-syntax", "the header is no JSON object");
  }
  std::unordered_set<std::string_view> names;  // as the strings that they denote
  for (const auto& [name, value] : members) {
    if (!names.insert(name).second) {
      return refuse(out_, "embedding.header-keys",
                    fmt::format("the header has {} twice; readers disagree which holds", shown(name)));
    }
    if (!(name == "__metadata__" ? read_metadata(value) : read_tensor(name, value))) return false;
  }
  return true;
}

bool Header::read_metadata(simdjson::dom::element value) {
  simdjson::dom::object members;
  bool texts = value.get(members) == simdjson::SUCCESS;
  if (texts) {
    texts = std::all_of(members.begin(), members.end(), [](const auto& member) { return member.value.is_string(); });
  }
  return texts || refuse(out_, "embedding.header-syntax", "__metadata__ holds something else than texts");
}

bool Header::read_tensor(std::string_view name, simdjson::dom::element value) {
  simdjson::dom::object members;
  if (value.get(members) != simdjson::SUCCESS) {
    return refuse(out_, "embedding.header-syntax", fmt::format("tensor {} is described by no object", shown(name)));
  }
  std::array<std::optional<simdjson::dom::element>, 3> found;
  constexpr std::array<std::string_view, 3> kKeys{"dtype", "shape", "data_offsets"};
  for (const auto& [key, part] : members) {
    const auto at = static_cast<std::size_t>(std::find(kKeys.begin(), kKeys.end(), key) - kKeys.begin());
    if (at == kKeys.size() || found[at]) {
      return refuse(out_, "embedding.header-keys",
                    fmt::format("tensor {} has {} {}", shown(name), shown(key),
                                at == kKeys.size() ? "where the format has no such key" : "twice"));
    }
    found[at] = part;
  }
  for (std::size_t i = 0; i < kKeys.size(); ++i) {
    if (!found[i]) {
      return refuse(out_, "embedding.header-keys", fmt::format("tensor {} lacks the key '{}'", shown(name), kKeys[i]));
    }
  }
  Tensor tensor;
  tensor.name = name;
  std::string_view word;
  if (found[0]->get(word) != simdjson::SUCCESS) {
    return refuse(out_, "embedding.header-syntax", fmt::format("the dtype of tensor {} is no text", shown(name)));
  }
  tensor.type = find_type(word);
  if (tensor.type == nullptr) {
    return refuse(out_, "embedding.dtype-unsupported",
                  fmt::format("tensor {} has the dtype {}, which the format does not know", shown(name), shown(word)));
  }
  if (!read_shape(*found[1], tensor) || !read_offsets(*found[2], tensor)) return false;
  tensors_.push_back(std::move(tensor));
  return true;
}

bool Header::read_shape(simdjson::dom::element value, Tensor& tensor) {
  simdjson::dom::array axes;
  if (value.get(axes) != simdjson::SUCCESS || axes.size() > kMostAxes) {
    return refuse(out_, "embedding.shape-invalid", fmt::format("the shape of tensor {} is none", shown(tensor.name)));
  }
  for (const simdjson::dom::element axis : axes) {
    std::uint64_t size = 0;
    if (axis.get(size) != simdjson::SUCCESS) {
      return refuse(
          out_, "embedding.shape-invalid",
          fmt::format("the shape of tensor {} holds something else than whole numbers from 0 on", shown(tensor.name)));
    }
    tensor.shape.push_back(size);
  }
  return true;
}

bool Header::read_offsets(simdjson::dom::element value, Tensor& tensor) {
  simdjson::dom::array ends;
  const bool two = value.get(ends) == simdjson::SUCCESS && ends.size() == 2 &&
                   ends.at(0).get(tensor.begin) == simdjson::SUCCESS && ends.at(1).get(tensor.end) == simdjson::SUCCESS;
  return two || refuse(out_, "embedding.offsets-invalid",
                       fmt::format("the offsets of tensor {} are no two whole numbers", shown(tensor.name)));
}

// What each says of its own size, before any place is looked at.
bool Header::check_sizes() {
  for (const Tensor& tensor : tensors_) {
    const auto count = product(tensor.shape);
    const auto bits = count ? checked_multiply(*count, tensor.type->bits) : std::nullopt;
    if (!bits) {
      return refuse(out_, "embedding.size-overflow",
                    fmt::format("the size of tensor {} does not fit into 64 bits", shown(tensor.name)));
    }
    if (*bits % 8 != 0) {
      return refuse(out_, "embedding.offsets-invalid",
                    fmt::format("tensor {} has {} bits, no whole number of bytes", shown(tensor.name), *bits));
    }
    if (tensor.end < tensor.begin || tensor.end - tensor.begin != *bits / 8) {
      return refuse(out_, "embedding.offsets-invalid",
                    fmt::format("tensor {} lies from {} to {}, and its shape needs {} bytes", shown(tensor.name),
                                tensor.begin, tensor.end, *bits / 8));
    }
  }
  return true;
}

bool Header::check_places(std::uint64_t size) {
  std::vector<const Tensor*> order;
  for (const Tensor& tensor : tensors_) order.push_back(&tensor);
  std::sort(order.begin(), order.end(), [](const Tensor* a, const Tensor* b) {
    return a->begin != b->begin ? a->begin < b->begin : a->end < b->end;
  });
  std::uint64_t free = 0;
  for (const Tensor* const tensor : order) {
    if (tensor->begin != free) {
      return refuse(out_, "embedding.offsets-invalid",
                    fmt::format("tensor {} begins at {}, and what is in front of it ends at {}", shown(tensor->name),
                                tensor->begin, free));
    }
    free = tensor->end;
  }
  if (free > size) {
    mismatch(out_, "embedding.data-truncated",
             fmt::format("the tensors need {} bytes behind the header, {} are there", free, size),
             static_cast<std::int64_t>(size), fmt::format("{}", free));
    return false;
  }
  if (free < size) {
    mismatch(out_, "embedding.trailing-data",
             fmt::format("{} behind the last tensor", counted(static_cast<std::int64_t>(size - free), "byte")),
             static_cast<std::int64_t>(size), static_cast<std::int64_t>(free));
  }
  return true;
}

std::string names_of(std::span<const Tensor> tensors) {
  constexpr std::size_t kMostNames = 4;
  std::string text;
  for (std::size_t i = 0; i < tensors.size() && i < kMostNames; ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", quote(tensors[i].name, 40));
  }
  return text + (tensors.size() > kMostNames ? ", ..." : "");
}

}  // namespace

bool read_safetensors(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded&,
                      Observation& out) {
  Header header(out);
  if (!header.read(artifact.bytes)) return false;
  const std::span<const Tensor> tensors = header.tensors();
  const Tensor* wanted = options.array.empty() && tensors.size() == 1 ? &tensors.front() : nullptr;
  for (const Tensor& tensor : tensors) {
    if (!options.array.empty() && tensor.name == options.array) wanted = &tensor;
  }
  if (wanted == nullptr && tensors.empty()) {
    return refuse(out, "embedding.member-missing", "the file has no tensors");
  }
  if (wanted == nullptr && options.array.empty()) {
    out.unchecked =
        fmt::format("the file holds {} tensors, {}: say which with 'array'", tensors.size(), names_of(tensors));
    return false;
  }
  if (wanted == nullptr) {
    return refuse(out, "embedding.member-missing",
                  fmt::format("the file has no tensor {}; it has {}", quote(options.array, 60), names_of(tensors)));
  }
  const auto dtype = find_dtype(wanted->type->dtype);
  if (!dtype) {
    return refuse(
        out, "embedding.dtype-unsupported",
        fmt::format("tensor {} has the dtype {}, no type of vectors", shown(wanted->name), wanted->type->word));
  }
  array.dtype = *dtype;
  array.shape = wanted->shape;
  const auto data = slice(artifact.bytes, header.data_offset() + wanted->begin, wanted->end - wanted->begin);
  return data && place_array(*data, 0, array, out);
}

}  // namespace bcheck
