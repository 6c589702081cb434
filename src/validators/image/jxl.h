// SPDX-License-Identifier: Apache-2.0
// JPEG XL (ISO/IEC 18181): a bare codestream, or one in boxes; still pictures and animations, whole or floating-point
// samples.
//
// No checksum; a pass reaches no further than Coverage::kContent. The entropy coder ends in a state that it began with,
// so most of what is changed inside the coded data is noticed. Previews and the data from which a JPEG can be rebuilt
// are not looked at.
#pragma once

#include <string>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/libraries.h"
#include "validators/image/picture_check.h"

namespace bcheck::image {

#if BCHECK_HAVE_JXL
void check_jxl(Bytes bytes, PictureCheck& check, Observation& out);
std::string jxl_decoder();  // "libjxl 0.7.0", of the headers: the library is loaded with the first such picture
#else
inline constexpr void (*check_jxl)(Bytes, PictureCheck&, Observation&) = nullptr;
inline constexpr std::string (*jxl_decoder)() = nullptr;
#endif

}  // namespace bcheck::image
