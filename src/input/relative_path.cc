// SPDX-License-Identifier: Apache-2.0
#include "input/relative_path.h"

#include <algorithm>

namespace bcheck {

std::string_view path_fault(std::string_view path) {
  if (path.empty()) return "is empty";
  if (path.front() == '/') return "is absolute";
  if (path.find('\0') != std::string_view::npos) return "holds a NUL character";
  std::string_view component;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    component = path.substr(start, end - start);
    if (component == "..") return "leads out with \"..\"";
    start = end + 1;
  }
  return component.empty() || component == "." ? "names a folder" : "";
}

std::string plain_path(std::string_view path) {
  std::string plain;
  plain.reserve(path.size());
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    const std::string_view component = path.substr(start, end - start);
    start = end + 1;
    if (component.empty() || component == ".") continue;
    if (!plain.empty()) plain += '/';
    plain += component;
  }
  return plain;
}

}  // namespace bcheck
