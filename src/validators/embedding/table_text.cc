// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/table_text.h"

#include <cstring>

namespace bcheck {

std::string_view Cell::text(std::string& scratch) const {
  if (!doubled) return raw;
  scratch.clear();
  for (std::size_t i = 0; i < raw.size(); ++i) {
    scratch += raw[i];
    if (raw[i] == '"') ++i;
  }
  return scratch;
}

// Over what ends a cell. A line may end with CR LF.
bool TableText::pass_separator() {
  if (at == end) return false;
  if (*at == separator_) {
    ++at;
    return true;
  }
  if (*at == '\r') ++at;
  if (at != end && *at == '\n') ++at;
  return false;
}

bool TableText::close(const char* behind, bool& more) {
  const bool ends = behind == end || *behind == separator_ || *behind == '\n' ||
                    (*behind == '\r' && behind + 1 != end && behind[1] == '\n');
  if (!ends) return false;
  at = behind;
  more = pass_separator();
  return true;
}

bool TableText::cell(Cell& cell) {
  cell = Cell();
  bool more = false;
  const char* start = at;
  if (at != end && *at == '"') {
    const char* quote = ++start;
    while (true) {
      quote = quote == end ? nullptr
                           : static_cast<const char*>(std::memchr(quote, '"', static_cast<std::size_t>(end - quote)));
      if (quote == nullptr || quote + 1 == end || quote[1] != '"') break;
      cell.doubled = true;
      quote += 2;
    }
    const char* const stop = quote == nullptr ? end : quote;
    cell.raw = {start, static_cast<std::size_t>(stop - start)};
    cell.broken = quote == nullptr;
    if (cell.broken) at = end;
    if (cell.broken || close(quote + 1, more)) return more;
    cell.broken = true;
    start = quote + 1;  // the rest of the cell is passed as one without quotes is
  }
  const char* stop = start;
  while (stop != end && *stop != separator_ && *stop != '\n') ++stop;
  const char* const next = stop;
  if (stop != start && (next == end || *next == '\n') && stop[-1] == '\r') --stop;
  if (!cell.broken) cell.raw = {start, static_cast<std::size_t>(stop - start)};
  at = next;
  return pass_separator();
}

bool TableText::skip_blank_line() {
  const char* behind = at;
  if (behind != end && *behind == '\r') ++behind;
  if (at == end || (behind != end && *behind != '\n')) return false;
  at = behind == end ? end : behind + 1;
  return true;
}

}  // namespace bcheck
