// SPDX-License-Identifier: Apache-2.0
#include "validators/image/shared_library.h"

#include <dlfcn.h>

#include "base/text.h"

namespace bcheck::image {

SharedLibrary::SharedLibrary(const char* name) : handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) why_ = escaped(dlerror());
}

void* SharedLibrary::symbol(const char* name) {
  if (handle_ == nullptr) return nullptr;
  void* const found = dlsym(handle_, name);
  if (found == nullptr && why_.empty()) why_ = escaped(dlerror());
  return found;
}

}  // namespace bcheck::image
