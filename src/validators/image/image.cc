// SPDX-License-Identifier: Apache-2.0
// The vocabulary of the type `image`. Every row is printed by `bcheck types image`.
#include "validators/image/image.h"

#include <string_view>

#include "validators/image/codes.h"

namespace bcheck {
namespace {

using namespace image;

// Those that a build does not decode (formats.cc) are recognised, and left unchecked.
constexpr std::string_view kFormats[]{
    "png",  "jpeg", "gif", "bmp", "webp", "tiff",  //
    "avif", "heif", "jxl", "exr",                  //
};

constexpr std::string_view kWrongDimensions = "image.wrong-dimensions";

constexpr std::string_view kNan = "image.nan";
constexpr std::string_view kInf = "image.inf";

constexpr MeasureInfo kMeasures[]{
    kBytes,
    {"width", "pixels", "as stored; an orientation in the metadata is not applied", kWrongDimensions, kWrongDimensions,
     kWrongDimensions},
    {"height", "pixels", "as stored; an orientation in the metadata is not applied", kWrongDimensions, kWrongDimensions,
     kWrongDimensions},
    {"frames", "",
     "pictures of an animation or pages; 1 for a still picture; measures are those of the first, and one without "
     "content "
     "warns where there are more"},
    {"channels", "",
     "samples a pixel: 1 grey, 3 colour, 4 CMYK; one more with alpha (channel or tRNS); a palette counts as its "
     "colours"},
    {"bit_depth", "bits", "of a stored sample, or of a palette index"},
    {"mean_luma", "8-bit levels",
     "mean over all pixels of the first frame of L = (19595 R + 38470 G + 7471 B + 32768) >> 16 of straight RGB, alpha "
     "ignored; 16-bit samples by their high byte, CMYK as R = C K / 255 with 255 for no ink"},
    {"channel_stddev", "levels",
     "largest standard deviation of R, G and B, or that of grey, over all pixels of the first frame; levels are 0..255 "
     "up to 8 bits a sample and 0..65535 for 16"},
    {"stddev_grey", "levels", "standard deviation of a grey picture, as in channel_stddev"},
    {"stddev_r", "levels", "standard deviation of red, as in channel_stddev"},
    {"stddev_g", "levels", "standard deviation of green, as in channel_stddev"},
    {"stddev_b", "levels", "standard deviation of blue, as in channel_stddev"},
    {"channel_range", "levels", "largest difference between two samples of one channel, over R, G and B, or grey"},
    {"sample_min", "levels", "smallest sample of all colours of the first frame, alpha ignored"},
    {"sample_max", "levels", "largest sample of all colours of the first frame, alpha ignored"},
    {"alpha_min", "levels",
     "smallest alpha of the first frame: 0 transparent, 255 or 65535 opaque; of floating-point samples the value "
     "itself"},
    {"alpha_max", "levels", "largest alpha of the first frame"},
    {"dhash", "",
     "difference hash, 16 hexadecimal digits: L of mean_luma averaged over 9 columns and 8 rows of equal cells, a bit "
     "for "
     "each cell that is brighter than its left neighbour; alike pictures differ in few bits, and of a picture with a "
     "channel_stddev below 2 it means nothing"},
    {"common_share", "",
     "share of the most frequent colour, 0 to 1, alpha ignored: over all pixels up to 64 x 64, and of a larger "
     "picture "
     "over a grid of as many"},
    {"grey_tail", "",
     "share of the height, 0 to 1, of the last rows that are all mid-grey (127 to 129 of 255), with which decoders "
     "fill "
     "what is missing"},
    {"block_luma", "8-bit levels",
     "JPEG with fast measures: mean luma Y of the averages of its blocks, each weighed by the pixels that it covers; "
     "mean_luma but for clipping and for the padding at the edge of a picture whose sides are no multiples of 8"},
    {"block_stddev", "levels",
     "JPEG with fast measures: standard deviation of these averages, of whole blocks; at most about channel_stddev, "
     "and "
     "below it by what varies within the blocks"},
    {"nan", "samples",
     "NaN among floating-point samples, over all channels, parts and levels; such pictures (EXR, JPEG XL) have this "
     "measure and the five below in place of those in levels",
     kNan, kNan, kNan},
    {"inf", "samples", "infinities among floating-point samples, counted as nan is", kInf, kInf, kInf},
    {"value_min", "", "smallest finite floating-point sample of the colours R, G, B, Y; without them of all but alpha"},
    {"value_max", "", "largest finite floating-point sample of the same"},
    {"value_stddev", "", "largest standard deviation of one of these channels, in the samples' own units"},
    {"relative_range", "",
     "largest spread of one of these channels: (its largest - its smallest sample) / the larger of their magnitudes; "
     "0 for one value everywhere"},
};

constexpr FindingInfo kFindings[]{
    {kBadSignature, Severity::kFail, "the first bytes are those of no picture, or of a damaged one"},
    {kBadHeader, Severity::kFail, "an impossible size, depth, colour type or header"},
    {kBomb, Severity::kFail, "more pixels, or more work, than a decoder should be given"},
    {kUnsupported, Severity::kFail, "a valid kind of picture that the decoders here cannot do"},
    {kNotDecodable, Severity::kFail, "the decoder gave up"},
    {kTruncated, Severity::kFail, "the data end before the picture does"},
    {kCrcMismatch, Severity::kFail, "PNG: a chunk does not match its CRC, also where the picture is intact"},
    {kCorruptData, Severity::kFail, "the picture's data are damaged"},
    {kBadStructure, Severity::kFail, "parts of the file, or frames of the animation, are out of order or miscounted"},
    {kMissingChunk, Severity::kFail, "no header, palette, directory, frame or image data"},
    {kMissingFrame, Severity::kFail, "GIF: a file without a picture in it"},
    {kExtraData, Severity::kFail, "more data than the picture needs; up to 4 bytes or one pixel only warn"},
    {kTrailingData, Severity::kFail, "bytes after the end of the picture"},
    {kWrongDimensions, Severity::kFail, "width or height outside its limit"},
    {"image.degenerate-black", Severity::kFail, "nothing but black: no sample above 2"},
    {"image.degenerate-white", Severity::kFail, "nothing but white: no sample more than 2 below the maximum"},
    {"image.degenerate-flat", Severity::kFail,
     "one colour: in each channel all samples within 4 of each other; relative_range below its limit"},
    {"image.degenerate-transparent", Severity::kFail, "alpha is 0 everywhere"},
    {"image.degenerate-low-variance", Severity::kFail, "as good as one colour: channel_stddev below its limit"},
    {kNan, Severity::kFail, "floating-point samples that are NaN"},
    {kInf, Severity::kFail, "floating-point samples that are infinite"},
    {kStrayHeaderBytes, Severity::kWarn, "JPEG: bytes between the header's segments; the picture is intact"},
    {kOddScanParameters, Severity::kWarn, "JPEG: scan parameters that mean nothing here, as some phones write them"},
    {kOddMetadata, Severity::kWarn, "metadata that the decoder doubts"},
    {kIgnoredChunk, Severity::kWarn,
     "PNG, WebP: a chunk that decoders ignore, being misplaced, malformed or without effect"},
    {kPaletteIndex, Severity::kWarn, "pixels of a colour that the palette does not have"},
    {kFrameOutside, Severity::kWarn, "GIF: a frame reaches beyond the canvas; decoders cut it off, or grow the canvas"},
    {kNonFinite, Severity::kWarn, "TIFF: samples that are NaN or infinite; they count as the smallest, or the ends"},
    {kSuspectGreyTail, Severity::kWarn, "the picture ends in the grey with which decoders fill what is missing"},
    {kNoContentHash, Severity::kWarn, "content_sha256 was asked for and could not be computed"},
};

constexpr std::string_view kExactOrFast[]{"exact", "fast"};

constexpr OptionInfo kOptions[]{
    {"measures", kWord,
     "fast: of a JPEG only the averages of its blocks are decoded, which finds the same faults (in about a fifth of "
     "the "
     "time, of a baseline file), and it has block_luma and block_stddev in place of every measure of samples; as a "
     "whole, with all of them, only if it is small, could be flat, or content_sha256 is asked for. A limit on a "
     "measure that is not there is an error (run.unmeasured). exact if absent",
     kExactOrFast},
    {"max_pixels", kWhole,
     "declared width x height above which a picture is refused (image.bomb) and not decoded; 500000000 if absent"},
};

// Flat pictures have 0, a lossy flat 0.35, one white pixel in 256 x 256 black 0.996; the emptiest sound pictures
// that were found, one word on a letter page and a two-level scan, have 2.51 and 2.85.
// Of floating-point samples none may be NaN or infinite, and a picture whose channels vary by less than a step of 8
// bits is of one colour: half precision has four such steps between two steps of that size, and what a lossy coding
// adds to a flat picture is smaller. There is no limit on the deviation, since one lamp in a dark scene may be all of
// it.
constexpr DefaultLimit kLimits[]{
    {"channel_stddev", 1.0, {}}, {"nan", {}, 0.0}, {"inf", {}, 0.0}, {"relative_range", 1.0 / 256, {}}};

constexpr std::string_view kBlindSpots[]{
    "a changed byte where the format has no checksum (JPEG, WebP, AVIF, HEIF, GIF, BMP, most of TIFF and OpenEXR): two "
    "thirds of the bytes inverted inside a JPEG decode without a complaint, in BMP and raw TIFF all; `coverage` is "
    "then "
    "content, not checksum, and only a hash taken when the file was written finds them",
    "a half-decoded picture that was saved again, but for the grey that decoders fill in (image.suspect-grey-tail)",
    "what the pictures of an animation or a file of several pages show behind the first, of which the measures are; "
    "all of them are decoded",
    "what the picture shows: noise, the picture of another key, a wrong picture",
};

}  // namespace

extern const Type kImageType;
constexpr Type kImageType{"image",   "image",  "pictures", kFormats,       kMeasures,
                          kFindings, kOptions, kLimits,    image::prepare, kBlindSpots};

}  // namespace bcheck
