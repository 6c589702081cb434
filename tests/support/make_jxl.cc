// SPDX-License-Identifier: Apache-2.0
// libjxl is loaded and not linked: every test is a process of its own, and would wait for the library to start.
#include "support/make_jxl.h"

#include "validators/image/libraries.h"

#if BCHECK_HAVE_JXL

#include <dlfcn.h>
#include <jxl/encode.h>

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace bcheck::testing {
namespace {

void* library() {
  static void* const kLibrary = dlopen(BCHECK_JXL_SONAME, RTLD_NOW);
  return kLibrary;
}

template <typename Function>
Function* function(const char* name) {
  if (void* const found = dlsym(library(), name)) return reinterpret_cast<Function*>(found);
  throw std::runtime_error(std::string("no function ") + name);
}
#define JXL(name) function<decltype(JxlEncoder##name)>("JxlEncoder" #name)

void must(JxlEncoderStatus status, const char* what) {
  if (status != JXL_ENC_SUCCESS) throw std::runtime_error(what);
}

std::string pixels(const JxlSpec& spec, const SampleAt& at, unsigned frame) {
  std::string out;
  const unsigned channels = spec.colours + (spec.alpha ? 1 : 0);
  for (unsigned y = 0; y < spec.height; ++y) {
    for (unsigned x = 0; x < spec.width; ++x) {
      for (unsigned c = 0; c < channels; ++c) {
        const unsigned value = at(x + frame, y, c);
        if (spec.bits == 32) {
          const float real = value == 0xffffffff ? std::nanf("") : static_cast<float>(value) / 255.0F;
          char bytes[sizeof real];
          std::memcpy(bytes, &real, sizeof real);
          out.append(bytes, sizeof real);
        } else {
          out += static_cast<char>(static_cast<unsigned char>(value & 0xff));
          if (spec.bits > 8) out += static_cast<char>(static_cast<unsigned char>(value >> 8));
        }
      }
    }
  }
  return out;
}

}  // namespace

std::string no_jxl() {
  return library() == nullptr ? "libjxl cannot be loaded" : "";
}

std::string make_jxl(const JxlSpec& spec, const SampleAt& at) {
  JxlEncoder* const encoder = JXL(Create)(nullptr);
  must(JXL(UseContainer)(encoder, spec.boxes ? JXL_TRUE : JXL_FALSE), "container");
  JxlBasicInfo info;
  JXL(InitBasicInfo)(&info);
  info.xsize = spec.width;
  info.ysize = spec.height;
  info.num_color_channels = spec.colours;
  info.bits_per_sample = spec.bits;
  info.exponent_bits_per_sample = spec.bits == 32 ? 8 : 0;
  info.uses_original_profile = spec.distance == 0 ? JXL_TRUE : JXL_FALSE;
  if (spec.alpha) {
    info.num_extra_channels = 1;
    info.alpha_bits = spec.bits;
    info.alpha_exponent_bits = info.exponent_bits_per_sample;
  }
  if (spec.frames > 1) {
    info.have_animation = JXL_TRUE;
    info.animation.tps_numerator = 10;
    info.animation.tps_denominator = 1;
  }
  if (spec.bits > 12) must(JXL(SetCodestreamLevel)(encoder, 10), "level");
  must(JXL(SetBasicInfo)(encoder, &info), "basic info");
  JxlColorEncoding colours;
  function<decltype(JxlColorEncodingSetToSRGB)>("JxlColorEncodingSetToSRGB")(&colours,
                                                                             spec.colours == 1 ? JXL_TRUE : JXL_FALSE);
  must(JXL(SetColorEncoding)(encoder, &colours), "colours");
  JxlEncoderFrameSettings* const settings = JXL(FrameSettingsCreate)(encoder, nullptr);
  if (spec.distance > 0) {
    must(JXL(SetFrameDistance)(settings, spec.distance), "distance");
  } else {
    must(JXL(SetFrameLossless)(settings, JXL_TRUE), "lossless");
  }
  const JxlPixelFormat format{spec.colours + (spec.alpha ? 1 : 0),
                              spec.bits == 32 ? JXL_TYPE_FLOAT
                              : spec.bits > 8 ? JXL_TYPE_UINT16
                                              : JXL_TYPE_UINT8,
                              JXL_LITTLE_ENDIAN, 0};
  for (unsigned i = 0; i < spec.frames; ++i) {
    if (spec.frames > 1) {
      JxlFrameHeader header;
      JXL(InitFrameHeader)(&header);
      header.duration = 1;
      must(JXL(SetFrameHeader)(settings, &header), "frame header");
    }
    const std::string data = pixels(spec, at, i);
    must(JXL(AddImageFrame)(settings, &format, data.data(), data.size()), "frame");
  }
  JXL(CloseInput)(encoder);
  std::vector<unsigned char> out(1 << 20);
  unsigned char* next = out.data();
  std::size_t left = out.size();
  must(JXL(ProcessOutput)(encoder, &next, &left), "output");
  JXL(Destroy)(encoder);
  return {reinterpret_cast<const char*>(out.data()), out.size() - left};
}

}  // namespace bcheck::testing

#else

#include <cstdlib>

namespace bcheck::testing {

std::string no_jxl() {
  return "this build has no libjxl";
}

std::string make_jxl(const JxlSpec&, const SampleAt&) {
  std::abort();  // no_jxl() says so
}

}  // namespace bcheck::testing

#endif
