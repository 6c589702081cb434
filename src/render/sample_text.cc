// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "base/text.h"
#include "render/diff_lists.h"
#include "render/diff_view.h"
#include "render/percent.h"

namespace bcheck {
namespace {

enum List : std::size_t { kOther, kSameContent, kUnanswered, kAlreadyBad, kForeign };
constexpr std::size_t kLists = 5;

std::string percent_of(double confidence) {
  return fmt::format("{:.12g} %", 100 * confidence);
}

class SampleText : public DiffView {
 public:
  SampleText(const DiffViewOptions& options, const Sink& sink)
      : options_(options), sink_(sink), lists_(options, kLists) {}

  void key(const KeyChange& change) override {
    if (change.change == Change::kSame || change.change == Change::kGone) return;
    lists_.add(list_of(change), change);
  }

  void finish(const Difference& difference, std::string_view) override {
    const Recomputation& sample = *difference.sample;
    std::string out = claim(sample) + '\n' + bounds(sample);
    if (!sample.drawn) {
      out += fmt::format(
          "beware       these are not the keys that bcheck sample draws with the salt {}: the bounds hold\n"
          "             only if they were drawn at random in another way, with the same chance for each key\n",
          quote(sample.salt));
    }
    const Palette& palette = options_.palette;
    lists_.append(out, kOther, "differ", palette.bad);
    lists_.append(out, kSameContent, "other bytes, same content", palette.doubtful);
    lists_.append(out, kUnanswered, "computed again, and nothing to compare", palette.doubtful);
    lists_.append(out, kForeign, "computed again, and not in the batch", palette.doubtful);
    lists_.append(out, kAlreadyBad, "bad in the batch already, and not counted", palette.faint);
    sink_(out);
  }

 private:
  static List list_of(const KeyChange& change) {
    if (!change.before) return kForeign;
    if (*change.before != Status::kPass) return kAlreadyBad;
    if (change.change != Change::kChanged) return kUnanswered;
    return change.same_content ? kSameContent : kOther;
  }

  // "0 of 100 differ: at most 2.9 % of the batch at 95 %; 376 more without a mismatch would show 0.5 %"
  std::string claim(const Recomputation& sample) const {
    const Palette& palette = options_.palette;
    if (sample.compared == 0) return palette.paint(palette.bad, "no key could be compared") + ", so nothing is shown";
    const bool good = sample.max_given ? sample.shown() : sample.mismatches == 0;
    std::string out = palette.paint(good ? palette.good : palette.bad,
                                    fmt::format("{} of {} differ", sample.mismatches, sample.compared));
    out += fmt::format(": at most {} of the batch at {}", percent_at_most(sample.most_bad, sample.population),
                       percent_of(sample.confidence));
    const std::string wanted = bcheck::percent_of(sample.max_numerator, sample.max_denominator);
    if (sample.shown()) return sample.max_given ? out + fmt::format(", and {} is allowed", wanted) : out;
    if (!sample.more) return out + fmt::format("; {} is out of reach", wanted);
    return out + fmt::format("; {} more without {}mismatch would show {}", *sample.more,
                             sample.mismatches == 0 ? "a " : "another ", wanted);
  }

  static std::string bounds(const Recomputation& sample) {
    if (sample.compared == 0) return "";
    std::string out = fmt::format("mismatches   {} / {}  {}  between {:.4g} % and {:.4g} % at {} (Clopper-Pearson)\n",
                                  sample.mismatches, sample.compared, percent(sample.mismatches, sample.compared),
                                  100 * sample.rate.low, 100 * sample.rate.high, percent_of(sample.confidence));
    out += fmt::format("batch        at most {} of the {} that pass differ at {} (hypergeometric)\n", sample.most_bad,
                       counted(sample.population, "key"), percent_of(sample.confidence));
    if (sample.most_silent) {
      out += fmt::format("silent       at most {} of {} reported success and are wrong: {} found, {} by this bound\n",
                         *sample.most_silent, counted(sample.keys, "key"), *sample.most_silent - sample.most_bad,
                         sample.most_bad);
    }
    return out;
  }

  const DiffViewOptions options_;
  const Sink sink_;
  KeyLists lists_;
};

}  // namespace

std::unique_ptr<DiffView> make_sample_text(const DiffViewOptions& options, const Sink& sink) {
  return std::make_unique<SampleText>(options, sink);
}

}  // namespace bcheck
