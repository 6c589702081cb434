// SPDX-License-Identifier: Apache-2.0
#include "render/drift_json.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "base/json_write.h"
#include "base/text.h"

namespace bcheck {
namespace {

// Members of one object, one after the other.
class Members {
 public:
  explicit Members(std::string& out) : out_(out) { out_ += '{'; }
  void close() { out_ += '}'; }

  void count(std::string_view name, std::int64_t value) { append_number(begun(name), value); }
  void flag(std::string_view name, bool value) { begun(name) += value ? "true" : "false"; }
  void text(std::string_view name, std::string_view value) { append_json_string(begun(name), value); }

  // Six digits: those behind depend on the C library's logarithms. Null where there is no finite number.
  void real(std::string_view name, std::optional<double> value) {
    begun(name);
    value&& std::isfinite(*value) ? void(out_ += fmt::format("{:.6g}", *value)) : void(out_ += "null");
  }

  std::string& begun(std::string_view name) {
    out_.append(comma_).append("\"").append(name).append("\": ");
    comma_ = ", ";
    return out_;
  }

 private:
  std::string& out_;
  std::string_view comma_;
};

// A list with an element a line.
template <typename Rows, typename Each>
void append_list(std::string& out, std::string_view name, const Rows& rows, Each each) {
  out += fmt::format(",\n  \"{}\": [", name);
  std::string_view comma = "\n   ";
  for (const auto& row : rows) {
    out += comma;
    Members members(out);
    each(members, row);
    members.close();
    comma = ",\n   ";
  }
  out += ']';
}

double value_of(const Rate& rate) {
  return static_cast<double>(rate.numerator) / static_cast<double>(rate.denominator);
}

void append_rate(std::string& out, const RateDrift& rate) {
  Members members(out);
  members.text("test", rate.paired ? "paired" : "unpaired");
  members.begun("old") += fmt::format("[{}, {}]", rate.old_pass, rate.old_keys);
  members.begun("new") += fmt::format("[{}, {}]", rate.new_pass, rate.new_keys);
  members.count("newly_bad", rate.newly_bad);
  members.count("repaired", rate.repaired);
  members.real("difference", rate.difference);
  members.begun("interval") += fmt::format("[{:.6g}, {:.6g}]", rate.interval.low, rate.interval.high);
  members.real("p", rate.p);
  members.flag("drift", rate.drift);
  members.close();
}

void append_measure(Members& members, const MeasureDrift& measure) {
  members.text("artifact", measure.artifact);
  members.text("measure", measure.measure);
  members.begun("values") += fmt::format("[{}, {}]", measure.old_values, measure.new_values);
  members.begun("sampled") += fmt::format("[{}, {}]", measure.sampled_old, measure.sampled_new);
  members.real("old_median", measure.old_median);
  members.real("new_median", measure.new_median);
  if (const auto& shift = measure.shift) {
    std::string text;
    Members of_shift(text);
    of_shift.count("higher", shift->higher);
    of_shift.count("lower", shift->lower);
    of_shift.real("change", shift->change);
    of_shift.real("relative", shift->relative);
    of_shift.real("p", shift->p);
    of_shift.flag("drift", shift->drift);
    of_shift.close();
    members.begun("shift") += text;
  }
  std::string text;
  Members shape(text);
  shape.real("ks", measure.ks);
  shape.real("p", measure.shape_p);
  shape.real("wasserstein", measure.wasserstein);
  shape.real("in_deviations", measure.spread);
  shape.real("psi", measure.psi);
  shape.real("js", measure.js);
  shape.flag("drift", measure.other_shape);
  shape.close();
  members.begun("shape") += text;
}

}  // namespace

void append_statistics(std::string& out, const std::optional<DriftStatistics>& statistics) {
  out += ",\n \"statistics\": ";
  if (!statistics) {
    out += "null";
    return;
  }
  Members members(out);
  members.flag("drift", statistics->drift());
  members.real("alpha", value_of(statistics->limits.alpha));
  members.real("margin", value_of(statistics->limits.margin));
  out += ",\n  \"pass_rate\": ";
  statistics->rate ? append_rate(out, *statistics->rate) : void(out += "null");
  append_list(out, "measures", statistics->measures, append_measure);
  members.count("measures_unchanged", statistics->unchanged);
  members.flag("measures_left_out", statistics->measures_left_out);
  members.count("sampled_keys", statistics->sampled_keys);
  members.flag("sampled", statistics->sampled);
  append_list(out, "reasons", statistics->reasons, [](Members& row, const ReasonDrift& reason) {
    row.text("code", reason.code);
    row.count("old", reason.old_keys);
    row.count("new", reason.new_keys);
    row.real("p", reason.p);
    row.flag("drift", reason.drift);
  });
  append_list(out, "decoders", statistics->decoders, [](Members& row, const DecoderChange& change) {
    row.text("format", change.format);
    row.text("old", change.old_decoder);
    row.text("new", change.new_decoder);
  });
  members.close();
}

}  // namespace bcheck
