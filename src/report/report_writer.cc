// SPDX-License-Identifier: Apache-2.0
#include "report/report_writer.h"

#include "report/write.h"

namespace bcheck {

void ReportWriter::head(const ReportHead& head) {
  line_.clear();
  append_head(line_, head);
  if (!items_) line_ += " \"items\": [\n";
  report_(line_);
}

void ReportWriter::item(std::string_view json) {
  line_.clear();
  if (!items_ && count_ > 0) line_ = ",\n";
  line_ += json;
  if (items_) line_ += '\n';
  ++count_;
  (items_ ? items_ : report_)(line_);
}

void ReportWriter::tail(const ReportTail& tail, const std::optional<ItemsFile>& items) {
  line_.clear();
  if (items) {
    append_items_file(line_, *items);
  } else {
    line_ += "\n ],\n";
  }
  append_tail(line_, tail);
  report_(line_);
}

}  // namespace bcheck
