// SPDX-License-Identifier: Apache-2.0
// Whether a report's items can be what its head and summary say: the conservation law, on reading.
#pragma once

#include <string>

#include "bcheck/report.h"
#include "report/read_frame.h"
#include "report/summary.h"

namespace bcheck {

class Recount {
 public:
  explicit Recount(const Required& required) : required_(required) {}

  // The next item: behind the last one in the order of keys, with the artifacts that the rules ask for and the status
  // that follows from them. False with `problem` if not.
  bool item(const Item& item, std::string& problem);

  // Behind the last item: counts what belongs to no key and compares. False with `problem` where something differs.
  // Otherwise puts the raw keys into the summary of `tail`, which a report only has as text.
  bool finish(const ReportHead& head, ReportTail& tail, std::string& problem);

 private:
  const Required& required_;
  Tally tally_;
  std::string last_key_;
  bool first_ = true;
};

}  // namespace bcheck
