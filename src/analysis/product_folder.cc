// SPDX-License-Identifier: Apache-2.0
#include "analysis/product_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/hash.h"
#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

}  // namespace

Result<ProductFolder> ProductFolder::open(const std::string& path) {
  Fd root(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root) return bad_question(fmt::format("cannot open the output {}: {}", quote(path), error_text(errno)));
  return ProductFolder(std::move(root));
}

Result<std::vector<char>> ProductFolder::read(const Outcome& product) const {
  if (product.line) return incomplete("it is a record of a larger file");
  if (product.path.empty()) return incomplete("the report has no path for it");
  const int opened = open_beneath(root_.get(), product.path);
  if (opened == -EXDEV) return incomplete("its path leads out of the output");
  if (opened < 0) return incomplete("it cannot be opened: " + error_text(-opened));
  const Fd file(opened);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return incomplete("it cannot be read: " + error_text(errno));
  if (!S_ISREG(status.st_mode)) return incomplete("it is no regular file");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > kMostBytes) return incomplete(fmt::format("it has more than {}", human_bytes(kMostBytes)));
  if (product.bytes && static_cast<std::uint64_t>(*product.bytes) != size) {
    return incomplete("it is not the file that was checked: its size is another");
  }
  std::vector<char> bytes(static_cast<std::size_t>(size));
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = ::read(file.get(), bytes.data() + have, bytes.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return incomplete("it cannot be read: " + error_text(errno));
    if (got == 0) return incomplete("it became shorter while it was read");
    have += static_cast<std::size_t>(got);
  }
  if (!product.sha256.empty() && hex(sha256(as_bytes({bytes.data(), bytes.size()}))) != product.sha256) {
    return incomplete("it is not the file that was checked: its SHA-256 is another");
  }
  return bytes;
}

}  // namespace bcheck
