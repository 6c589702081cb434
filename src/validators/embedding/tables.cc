// SPDX-License-Identifier: Apache-2.0
// What users may write about vectors. The order of the measures is the order of importance of what they raise.
#include "validators/embedding/embedding.h"
#include "validators/embedding/formats.h"

namespace bcheck {

extern const Type kEmbeddingType;

namespace {

constexpr std::string_view kFormats[]{"npy",   "npz",   "safetensors", "fvecs", "ivecs",   "bvecs", "fbin",
                                      "u8bin", "i8bin", "raw",         "hdf5",  "parquet", "pt"};

constexpr MeasureInfo kMeasures[]{
    kBytes,
    {"rows", "", "vectors, or scores one a row; of rank 3 and more, all but the last axis", "embedding.rows-mismatch",
     "embedding.rows-mismatch", "embedding.rows-mismatch"},
    {"dim", "", "elements of a row", "embedding.dim-mismatch", "embedding.dim-mismatch", "embedding.dim-mismatch"},
    {"rank", "", "axes of the array", "embedding.rank-mismatch", "embedding.rank-mismatch", "embedding.rank-mismatch"},
    {"dtype", "", "type of the elements: f32, bf16, i8, ...", {}, {}, "embedding.dtype-mismatch"},
    {"nan", "", "elements that are NaN", {}, "embedding.nan"},
    {"inf", "", "elements that are infinite", {}, "embedding.inf"},
    {"plausible_share", "", "share of the finite values, of at most 16384, that are 0 or of magnitude 2^-30 to 2^10",
     "embedding.dtype-suspect"},
    {"better_reading", "", "the other type or byte order in which most values would be plausible"},
    {"better_share", "", "share of plausible values in that reading"},
    {"zero_rows", "", "rows of nothing but 0 (or -0)", {}, "embedding.zero-row"},
    {"distinct_rows", "", "different rows, by value; of scores, different scores", "embedding.all-rows-same"},
    {"subnormal_rows",
     "",
     "rows, not zero, whose every element is below the smallest normal number of the type",
     {},
     "embedding.subnormal-row"},
    {"norm_min", "", "smallest Euclidean norm of a row without NaN and infinity; of scores, the norm of all",
     "embedding.norm-low", "embedding.norm-high"},
    {"norm_max", "", "largest Euclidean norm of a row without NaN and infinity", "embedding.norm-low",
     "embedding.norm-high"},
    {"norm_median", "", "median of these norms", "embedding.norm-low", "embedding.norm-high"},
    {"nonzero_norm_min", "", "smallest norm of a row that is not zero", "embedding.norm-low", "embedding.norm-high"},
    {"norm_outlier_rows",
     "",
     "rows with a norm above 5 times the median or below a fifth of it",
     {},
     "embedding.norm-spread"},
    {"constant_rows", "", "rows of at least 4 elements that are all the same, and not 0", {}, "embedding.constant-row"},
    {"duplicate_rows", "", "rows equal to an earlier one, by value", {}, "embedding.duplicate-rows"},
    {"zero_tail_dims",
     "",
     "columns at the end that are 0 in every row; 0 where zeros are so common elsewhere that it may be chance",
     {},
     "embedding.zero-tail-dims"},
    {"lost_blocks",
     "",
     "runs of zeros that begin and end at borders of 512-byte blocks of the file, not with a row; 0 where zeros are "
     "usual; "
     "of npy and safetensors in C order",
     {},
     "embedding.lost-block"},
    {"constant_columns",
     "",
     "other columns with one value in every row; measured from 8 rows on",
     {},
     "embedding.constant-column"},
    {"value_min", "", "smallest finite element", "embedding.score-out-of-range", "embedding.score-out-of-range"},
    {"value_max", "", "largest finite element", "embedding.score-out-of-range", "embedding.score-out-of-range"},
};

constexpr Severity kFail = Severity::kFail;
constexpr Severity kWarn = Severity::kWarn;

constexpr FindingInfo kFindings[]{
    {"embedding.empty-file", kFail, "0 bytes"},
    {"embedding.bad-magic", kFail, "the file does not begin like its format"},
    {"embedding.wrong-type", kFail, "the content is something else than an array"},
    {"embedding.unsupported-version", kFail, "a version of the format that does not exist"},
    {"embedding.header-truncated", kFail, "the file ends inside of its header"},
    {"embedding.header-too-large", kFail, "the header is said to be larger than any header is"},
    {"embedding.header-syntax", kFail, "the header cannot be parsed; a warning where readers accept it all the same"},
    {"embedding.header-keys", kFail, "a key of the header is missing, unknown or there twice"},
    {"embedding.header-encoding", kFail, "the header is not in its encoding"},
    {"embedding.shape-invalid", kFail, "dimensions that no array has"},
    {"embedding.size-overflow", kFail, "dimensions whose product does not fit into 64 bits"},
    {"embedding.dtype-unsupported", kFail, "elements that are no numbers of vectors"},
    {"embedding.pickle-refused", kFail, "the data is a pickle, which is never opened"},
    {"embedding.data-truncated", kFail, "fewer bytes than the header promises"},
    {"embedding.trailing-data", kFail, "bytes behind the array"},
    {"embedding.size-not-multiple", kFail, "the size is no whole number of rows"},
    {"embedding.dim-changes", kFail, "rows of different dimensions"},
    {"embedding.offsets-invalid", kFail, "arrays that overlap, leave holes, or have another size than their shape"},
    {"embedding.zip-damaged", kFail, "the archive is cut, or its parts contradict each other"},
    {"embedding.zip-encrypted", kFail, "a member of the archive is encrypted"},
    {"embedding.zip-name-unsafe", kFail, "a member's name leads out of the folder it is unpacked to"},
    {"embedding.zip-duplicate-name", kFail, "two members of one name; readers disagree which holds"},
    {"embedding.zip-size-mismatch", kFail, "a member has another size than the archive says"},
    {"embedding.zip-crc", kFail, "a member's content differs from its checksum"},
    {"embedding.member-missing", kFail, "the array, or the member with the rows, is not there"},
    {"embedding.json-syntax", kFail, "no JSON, or a member that stands twice; a warning for a byte order mark"},
    {"embedding.non-numeric", kFail, "something else than a number in a vector, or than a vector in a record"},
    {"embedding.ragged-rows", kFail, "rows of different length"},
    {"embedding.rank-mismatch", kFail, "no matrix of rows and columns"},
    {"embedding.dim-mismatch", kFail, "another dimension than declared"},
    {"embedding.dtype-mismatch", kFail, "another element type than declared"},
    {"embedding.rows-mismatch", kFail, "another number of rows than declared, or none at all"},
    {"embedding.endian-unexpected", kWarn, "another byte order than declared, or none said"},
    {"embedding.id-duplicate", kFail, "an id more often than submitted"},
    {"embedding.id-missing", kFail, "a submitted id that did not come back"},
    {"embedding.id-extra", kFail, "an id that was not submitted"},
    {"embedding.order-mismatch", kFail, "the rows are not in the order of the submitted ids"},
    {"embedding.nan", kFail, "elements that are NaN"},
    {"embedding.inf", kFail, "elements that are infinite"},
    {"embedding.endian-suspect", kFail, "the values make sense in the other byte order"},
    {"embedding.dtype-suspect", kFail, "the values make sense as another type"},
    {"embedding.zero-row", kFail, "rows of nothing but zeros"},
    {"embedding.all-rows-same", kFail, "every row is the same"},
    {"embedding.subnormal-row", kFail, "rows of denormal noise"},
    {"embedding.norm-low", kFail, "a norm below the declared one; a warning where it is only unusual"},
    {"embedding.norm-high", kFail, "a norm above the declared one; a warning where it is only unusual"},
    {"embedding.norm-spread", kWarn, "norms of very different size, where none is declared"},
    {"embedding.constant-row", kFail, "rows whose elements are all the same"},
    {"embedding.duplicate-rows", kFail, "rows that are equal"},
    {"embedding.zero-tail-dims", kFail, "the last columns are zero everywhere: a smaller model, padded"},
    {"embedding.lost-block", kFail, "zeros from border to border of the file's blocks: a part was never written"},
    {"embedding.constant-column", kWarn, "a column with one value in every row"},
    {"embedding.score-out-of-range", kFail, "values outside of the declared range; a warning within rounding"},
};

constexpr std::string_view kNorms[]{"unit"};
constexpr std::string_view kLevels[]{"container", "values"};
constexpr std::string_view kOrders[]{"manifest", "any"};
constexpr std::string_view kByteOrders[]{"little", "big"};
constexpr std::string_view kEncodings[]{"float", "base64"};

const OptionInfo kOptions[]{
    {"format", kWord, "container; absent: by content, then extension, then raw if dtype and dim are declared",
     container_words()},
    {"rows", kWhole, "number of rows; absent: any but 0"},
    {"dim", kWhole, "elements of a row; absent: any"},
    {"dtype", kWord, "type of the elements; absent: as the file says, f32 of text", dtype_words()},
    {"norm", kWord | kRange, "\"unit\", or [min, max] of every row's norm; absent: not judged, a wide spread warns",
     kNorms},
    {"score_range", kRange, "range of every value; an array of rank 1 is then one score a row; absent: any"},
    {"value_range", kRange, "range of every value; absent: any"},
    {"allow_duplicates", kFlag, "equal rows are right, since inputs are equal; absent: false"},
    {"level", kWord, "\"container\" looks at structure, sizes and types only; absent: values", kLevels},
    {"byteorder", kWord, "byte order of the elements; absent: as the file says, little where it does not", kByteOrders},
    {"encoding", kWord, "how vectors stand in JSON; absent: lists of numbers", kEncodings},
    {"order", kWord, "whether ids must come in the submitted order; absent: manifest", kOrders},
    {"ids", kWords, "ids that were submitted, one a row; absent: not compared"},
    {"ids_file", kPath, "file of the output with the ids that came back, one a line; absent: not compared"},
    {"input_ids_file", kPath, "file of the output with the ids that were submitted, one a line"},
    {"one_vector", kFlag,
     "a JSON document is one vector and no list of them, as the value in a record is; absent: false"},
    {"array", kWord, "name of the array in a container of several; absent: the only one"},
    {"id_field", kWord, "member of a JSON record that holds its id; absent: no ids"},
    {"vector_field", kWord, "member of a JSON record that holds its vector; absent: the record is the vector"},
    {"index_field", kWord, "member of a JSON record that holds its place; absent: as they come"},
    {"rows_at", kWord, "member of a JSON document that holds the records; absent: the document is the list"},
    {"id_column", kWhole | kWord,
     "column of a table that holds the id, by number from 0 or by name; absent: the first, where the header calls it "
     "an "
     "id or ids are declared and it holds no numbers, else none"},
    {"vector_column", kWhole | kWord,
     "first column of a table that holds the vector, to the last, or whole as a list in one cell; absent: all but the "
     "id"},
    {"header", kFlag, "whether a table has a header line; absent: found out"},
};

// Evidence: notes beside the predicates in judge/vectors.cc.
constexpr DefaultLimit kLimits[]{
    {"nan", {}, 0},
    {"inf", {}, 0},
    {"plausible_share", 0.97, {}},
    {"zero_rows", {}, 0},
    {"subnormal_rows", {}, 0},
    {"constant_rows", {}, 0},
    {"duplicate_rows", {}, 0},
    {"zero_tail_dims", {}, 3},
    {"lost_blocks", {}, 0},
    {"constant_columns", {}, 0},
};

constexpr std::string_view kBlindSpots[]{
    "vectors that are nearly the same and not to the bit: one input for all, with the noise of the kernels",
    "of vectors with a file or a record each: columns with one value in all of them, and norms far from the others'",
    "right vectors of the wrong keys, where no ids stand beside them",
};

}  // namespace

const Type kEmbeddingType{
    "embedding", "embedding", "vectors and scores in array files: size, type, NaN, norms, copies, order",
    kFormats,    kMeasures,   kFindings,
    kOptions,    kLimits,     prepare_embedding,
    kBlindSpots};

}  // namespace bcheck
