// SPDX-License-Identifier: Apache-2.0
// An answer goes through the pipe as the first byte, which says which sort it is, and one plain struct: both ends are
// this program, and every pattern of bits is a value of its members.
#include "run/vectors.h"

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/text.h"
#include "validators/embedding/distance.h"

namespace bcheck {
namespace {

constexpr char kAnswer = 'A';
constexpr char kRefusal = 'R';  // the rest is why

static_assert(std::is_trivially_copyable_v<VectorDistance>);

std::string written(const Result<VectorDistance>& distance) {
  if (!distance) return kRefusal + distance.error().message;
  std::string out(1, kAnswer);
  out.append(reinterpret_cast<const char*>(&*distance), sizeof *distance);
  return out;
}

class IsolatedVectors final : public VectorReader {
 public:
  explicit IsolatedVectors(VectorSettings settings) : settings_(std::move(settings)) {}

  Result<VectorDistance> compare(const VectorFile& before, const VectorFile& after, const RowLimits& limits) override {
    if (settings_.stop && settings_.stop()) {
      return tl::unexpected(Error{ErrorKind::kInterrupted, "interrupted", {}});
    }
    auto text = isolated([&] { return written(vector_distance(before, after, limits)); }, settings_.limits);
    if (!text) {
      if (text.error().kind != ErrorKind::kInterrupted) text.error().message = "decoding: " + text.error().message;
      return tl::unexpected(std::move(text.error()));
    }
    const char sort = text->empty() ? '\0' : text->front();
    if (sort == kRefusal) return incomplete(escaped(std::string_view(*text).substr(1)));
    VectorDistance out;
    if (sort != kAnswer || text->size() != 1 + sizeof out) {
      return incomplete("the decoder gave no answer that can be read");
    }
    std::memcpy(&out, text->data() + 1, sizeof out);
    return out;
  }

 private:
  VectorSettings settings_;
};

}  // namespace

std::unique_ptr<VectorReader> isolated_vectors(VectorSettings settings) {
  return std::make_unique<IsolatedVectors>(std::move(settings));
}

}  // namespace bcheck
