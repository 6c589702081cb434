// SPDX-License-Identifier: Apache-2.0
// A picture's file without what its writer says about it: two files of one picture that differ in a time, a prompt or a
// seed are the same behind that.
#pragma once

#include <vector>

#include "bcheck/artifact.h"

namespace bcheck::image {

// The parts of a sound PNG, JPEG or WebP that are left when text, times, Exif, XMP and signatures of origin are taken
// out, in their order. Empty if there is nothing to take out, of other formats, and of a file whose parts do not follow
// each other as they should. Views into `file`.
//   PNG   without tEXt, zTXt, iTXt, tIME, eXIf, caBX
//   JPEG  without COM, APP1, and APP3 to APP13 and APP15 in front of the first scan; APP0, APP2 (ICC) and APP14 say how
//         the picture is to be seen
//   WebP  without the chunks EXIF and XMP, and without the size in front of all
std::vector<Bytes> without_metadata(Bytes file);

}  // namespace bcheck::image
