// SPDX-License-Identifier: Apache-2.0
// A library that is loaded when the first picture needs it.
//
// libheif and libjxl bring the coders of videos with them, and linking to them costs every start of the program 4 ms
// each, twice of what all the rest takes; most batches have no such picture.
#pragma once

#include <string>

namespace bcheck::image {

class SharedLibrary {
 public:
  // `name` as the dynamic linker knows it: "libheif.so.1". It stays loaded to the end of the process.
  explicit SharedLibrary(const char* name);

  // Every function that was looked for is there.
  bool complete() const { return why_.empty(); }
  const std::string& why() const { return why_; }  // it is not

  template <typename Function>
  void find(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(symbol(name));
  }

 private:
  void* symbol(const char* name);

  void* handle_;
  std::string why_;
};

}  // namespace bcheck::image
