// SPDX-License-Identifier: Apache-2.0
// What a check of a folder costs at least, as whole programs of other libraries: the yardsticks of the benchmarks.
//
// usage: yardstick y1|y2|y3 FOLDER [PROCESSES]
//   y1  PNG: read, inflate all image data by libdeflate, SHA-256     (no CRC, filters or measures)
//   y2  JPEG: read, decode in grey at an eighth by libjpeg, SHA-256
//   y3  list, in the order of inodes open, read and close
// (The fourth, for one large file, is `openssl dgst -sha256 FILE`.) Prints files and bytes. Damaged files are skipped
// where they break off.
#include <dirent.h>
#include <fcntl.h>
#include <libdeflate.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// It needs the types of stdio.h.
// clang-format off
#include <jpeglib.h>
// clang-format on

namespace {

using Buffer = std::vector<unsigned char>;

std::uint32_t word(const unsigned char* at) {
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | at[3];
}

void inflate_png(const Buffer& file, Buffer& data, Buffer& pixels, libdeflate_decompressor* inflate) {
  data.clear();
  for (std::size_t at = 8; at + 12 <= file.size();) {
    const std::size_t length = std::min<std::size_t>(word(&file[at]), file.size() - at - 12);
    if (std::memcmp(&file[at + 4], "IDAT", 4) == 0) data.insert(data.end(), &file[at + 8], &file[at + 8] + length);
    at += 12 + length;
  }
  const std::uint64_t most = file.size() < 24 ? 0 : (std::uint64_t{4} * word(&file[16]) + 1) * word(&file[20]);
  if (most > 1U << 30) return;
  pixels.resize(most);
  std::size_t made = 0;
  libdeflate_zlib_decompress(inflate, data.data(), data.size(), pixels.data(), pixels.size(), &made);
}

struct JpegErrors {
  jpeg_error_mgr manager;
  std::jmp_buf back;
};

void decode_jpeg(const Buffer& file, Buffer& row, jpeg_decompress_struct& jpeg) {
  if (setjmp(reinterpret_cast<JpegErrors*>(jpeg.err)->back) != 0) return jpeg_abort_decompress(&jpeg);
  jpeg_mem_src(&jpeg, file.data(), file.size());
  jpeg_read_header(&jpeg, TRUE);
  jpeg.out_color_space = JCS_GRAYSCALE;
  jpeg.scale_denom = 8;
  jpeg_start_decompress(&jpeg);
  row.resize(jpeg.output_width);
  for (JSAMPROW to = row.data(); jpeg.output_scanline < jpeg.output_height;) jpeg_read_scanlines(&jpeg, &to, 1);
  jpeg_finish_decompress(&jpeg);
}

// Every `step`-th file, beginning with `from`.
int work(std::string_view what, int folder, const std::vector<std::pair<ino_t, std::string>>& files, std::size_t from,
         std::size_t step) {
  Buffer file;
  Buffer data;
  Buffer pixels;
  libdeflate_decompressor* const inflate = libdeflate_alloc_decompressor();
  EVP_MD_CTX* const hash = EVP_MD_CTX_new();
  EVP_MD* const sha256 = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  jpeg_decompress_struct jpeg{};
  JpegErrors errors{};
  jpeg.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = [](j_common_ptr that) {
    std::longjmp(reinterpret_cast<JpegErrors*>(that->err)->back, 1);
  };
  errors.manager.output_message = [](j_common_ptr) {};
  jpeg_create_decompress(&jpeg);
  std::size_t bytes = 0;
  for (std::size_t i = from; i < files.size(); i += step) {
    const int in = openat(folder, files[i].second.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (in < 0 || fstat(in, &status) != 0) return 1;
    file.resize(static_cast<std::size_t>(status.st_size));
    const ssize_t got = read(in, file.data(), file.size());
    close(in);
    if (got != status.st_size) return 1;
    bytes += file.size();
    if (what == "y3") continue;
    if (what == "y1") inflate_png(file, data, pixels, inflate);
    if (what == "y2") decode_jpeg(file, data, jpeg);
    unsigned char digest[EVP_MAX_MD_SIZE];
    EVP_DigestInit_ex2(hash, sha256, nullptr);
    EVP_DigestUpdate(hash, file.data(), file.size());
    EVP_DigestFinal_ex(hash, digest, nullptr);
  }
  std::printf("%zu bytes\n", bytes);
  return std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 2 ? argv[1] : "";
  DIR* const folder = argc > 2 ? opendir(argv[2]) : nullptr;
  if (folder == nullptr || (what != "y1" && what != "y2" && what != "y3")) {
    std::fprintf(stderr, "usage: yardstick y1|y2|y3 FOLDER [PROCESSES]\n");
    return 2;
  }
  const std::size_t processes = argc > 3 ? std::max(1UL, std::strtoul(argv[3], nullptr, 10)) : 1;
  std::vector<std::pair<ino_t, std::string>> files;
  for (const dirent* entry = readdir(folder); entry != nullptr; entry = readdir(folder)) {
    if (entry->d_type == DT_REG) files.emplace_back(entry->d_ino, entry->d_name);
  }
  std::sort(files.begin(), files.end());
  std::printf("%zu files\n", files.size());
  std::fflush(stdout);
  for (std::size_t i = 1; i < processes; ++i) {
    if (fork() == 0) _exit(work(what, dirfd(folder), files, i, processes));
  }
  int failed = work(what, dirfd(folder), files, 0, processes);
  for (int status = 0; wait(&status) > 0;) failed |= status;
  return failed == 0 ? 0 : 1;
}
