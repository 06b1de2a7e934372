#include "import/gguf.hpp"

#include <cmath>
#include <cstring>

namespace tilewise {
namespace {

constexpr std::array types = {
    GgufType{0, "f32", 1, 4},         GgufType{1, "f16", 1, 2},         GgufType{2, "q4_0", 32, 18},
    GgufType{3, "q4_1", 32, 20},      GgufType{6, "q5_0", 32, 22},      GgufType{7, "q5_1", 32, 24},
    GgufType{8, "q8_0", 32, 34},      GgufType{9, "q8_1", 32, 36},      GgufType{10, "q2_k", 256, 84},
    GgufType{11, "q3_k", 256, 110},   GgufType{12, "q4_k", 256, 144},   GgufType{13, "q5_k", 256, 176},
    GgufType{14, "q6_k", 256, 210},   GgufType{15, "q8_k", 256, 292},   GgufType{16, "iq2_xxs", 256, 66},
    GgufType{17, "iq2_xs", 256, 74},  GgufType{18, "iq3_xxs", 256, 98}, GgufType{19, "iq1_s", 256, 50},
    GgufType{20, "iq4_nl", 32, 18},   GgufType{21, "iq3_s", 256, 110},  GgufType{22, "iq2_s", 256, 82},
    GgufType{23, "iq4_xs", 256, 136}, GgufType{24, "i8", 1, 1},         GgufType{25, "i16", 1, 2},
    GgufType{26, "i32", 1, 4},        GgufType{27, "i64", 1, 8},        GgufType{28, "f64", 1, 8},
    GgufType{29, "iq1_m", 256, 56},   GgufType{30, "bf16", 1, 2},       GgufType{34, "tq1_0", 256, 54},
    GgufType{35, "tq2_0", 256, 66},   GgufType{39, "mxfp4", 32, 17},
};

// Types of metadata values.
enum : std::uint32_t { u8, i8, u16, i16, u32, i32, f32, boolean, text_type, array_type, u64, i64, f64 };
constexpr std::array<std::uint64_t, 13> value_sizes = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

constexpr std::uint64_t least_pair = 13;    // bytes of an empty key with the smallest value
constexpr std::uint64_t least_tensor = 24;  // of a tensor without name and extents
constexpr std::uint64_t least_array = 12;
constexpr std::uint64_t least_text = 8;
constexpr std::uint64_t most_pairs = 65536;
constexpr std::uint64_t most_tensors = 262144;
constexpr std::size_t kept_text = 256;         // bytes of a text that are kept
constexpr std::uint64_t kept_numbers = 1024;   // elements of an array that are kept
constexpr std::uint64_t most_numbers = 65536;  // of all arrays
constexpr int nesting_limit = 8;
constexpr double largest = 9007199254740992.0;  // 2^53: above it not every whole number is a double
constexpr double largest_alignment = 65536;

class Reader {
 public:
  Reader(std::string_view bytes, Issues& issues) : bytes_(bytes), issues_(issues) {}

  std::optional<GgufHeader> run() {
    if (read_all()) return std::move(out_);
    if (broken_) return std::nullopt;
    GgufHeader incomplete;
    incomplete.need_bytes = static_cast<double>(need_);
    return incomplete;
  }

 private:
  // Every reader returns false when the reading stops: broken, or in need of more bytes.
  bool stop(const char* code, std::initializer_list<ParamView> params = {}) {
    broken_ = true;
    report(issues_, code, "", Severity::error, params);
    return false;
  }
  // `count` more bytes are needed now, and at least `later_` after them.
  bool reserve(std::uint64_t count) {
    if (count <= bytes_.size() - at_) return true;
    if (count > gguf_header_limit || at_ + count + later_ > gguf_header_limit) return too_long();
    need_ = at_ + count + later_;
    return false;
  }
  bool too_long() {
    return stop("import.gguf-too-long", {{"limit_bytes", static_cast<double>(gguf_header_limit)}});
  }

  bool raw(std::uint64_t& out, std::uint64_t count) {
    if (!reserve(count)) return false;
    out = 0;
    for (std::uint64_t i = count; i-- > 0;) {
      out = (out << 8) | static_cast<unsigned char>(bytes_[at_ + static_cast<std::size_t>(i)]);
    }
    at_ += static_cast<std::size_t>(count);
    return true;
  }
  bool raw32(std::uint32_t& out) {
    std::uint64_t wide = 0;
    if (!raw(wide, 4)) return false;
    out = static_cast<std::uint32_t>(wide);
    return true;
  }
  // A length with its bytes; only the beginning is kept.
  bool text(std::string* out) {
    std::uint64_t length = 0;
    if (!raw(length, least_text) || !reserve(length)) return false;
    const auto size = static_cast<std::size_t>(length);
    if (out != nullptr) *out = std::string(bytes_.substr(at_, size < kept_text ? size : kept_text));
    at_ += size;
    return true;
  }

  static double number_of(std::uint64_t raw, std::uint32_t type) {
    if (type == f64) {
      double value = 0;
      std::memcpy(&value, &raw, sizeof value);
      return value;
    }
    if (type == f32) {
      const auto half = static_cast<std::uint32_t>(raw);
      float value = 0;
      std::memcpy(&value, &half, sizeof value);
      return static_cast<double>(value);
    }
    if (type == i8) return static_cast<double>(static_cast<std::int8_t>(raw));
    if (type == i16) return static_cast<double>(static_cast<std::int16_t>(raw));
    if (type == i32) return static_cast<double>(static_cast<std::int32_t>(raw));
    if (type == i64) return static_cast<double>(static_cast<std::int64_t>(raw));
    return static_cast<double>(raw);
  }

  bool value(std::uint32_t type, GgufValue* out, int depth) {
    if (type == text_type) return text(out == nullptr ? nullptr : &out->text);
    if (type == array_type) return array(out, depth);
    if (type >= value_sizes.size()) return stop("import.gguf-broken", {{"byte", static_cast<double>(at_)}});
    std::uint64_t read = 0;
    if (!raw(read, value_sizes[type])) return false;
    if (out != nullptr) out->number = number_of(read, type);
    return true;
  }

  bool array(GgufValue* out, int depth) {
    std::uint32_t type = 0;
    std::uint64_t count = 0;
    if (!raw32(type) || !raw(count, 8)) return false;
    if (depth >= nesting_limit || type >= value_sizes.size()) {
      return stop("import.gguf-broken", {{"byte", static_cast<double>(at_)}});
    }
    if (out != nullptr) out->length = static_cast<double>(count);
    const std::uint64_t size = value_sizes[type];
    const std::uint64_t least = size > 0 ? size : type == text_type ? least_text : least_array;
    if (count > gguf_header_limit / least) return too_long();
    const bool keep = size > 0 && out != nullptr && count <= kept_numbers && kept_ + count <= most_numbers;
    if (size > 0 && !keep) return reserve(count * size) && skip(count * size);
    kept_ += keep ? count : 0;
    for (std::uint64_t left = count; left > 0; --left) {
      const std::uint64_t after = later_;
      later_ = after + (left - 1) * least;
      GgufValue element;
      if (!value(type, keep ? &element : nullptr, depth + 1)) return false;
      if (keep) out->numbers.push_back(element.number.value_or(0));
      later_ = after;
    }
    return true;
  }
  bool skip(std::uint64_t count) {
    at_ += static_cast<std::size_t>(count);
    return true;
  }

  bool read_counts() {
    std::uint64_t magic = 0;
    std::uint32_t version = 0;
    constexpr std::uint64_t counts = 16;
    later_ = 4 + counts;
    if (!raw(magic, 4)) return false;
    later_ = counts;
    if (!raw32(version)) return false;
    if (version != 2 && version != 3)
      return stop("import.gguf-version", {{"version", static_cast<double>(version)}});
    later_ = 8;
    if (!raw(tensors_, 8)) return false;
    later_ = tensors_ <= most_tensors ? tensors_ * least_tensor : 0;
    if (!raw(pairs_, 8)) return false;
    if (tensors_ > most_tensors || pairs_ > most_pairs) return too_long();
    return true;
  }

  bool read_pair() {
    std::pair<std::string, GgufValue> pair;
    std::uint32_t type = 0;
    if (!text(&pair.first) || !raw32(type) || !value(type, &pair.second, 0)) return false;
    out_.metadata.push_back(std::move(pair));
    return true;
  }

  bool read_tensor() {
    GgufTensor tensor;
    std::uint32_t dimensions = 0;
    std::uint32_t type = 0;
    std::uint64_t offset = 0;
    if (!text(&tensor.name) || !raw32(dimensions)) return false;
    if (dimensions > tensor.extents.size()) return stop("import.gguf-tensor", {{"tensor", tensor.name}});
    tensor.elements = 1;
    for (std::uint32_t i = 0; i < dimensions; ++i) {
      std::uint64_t extent = 0;
      if (!raw(extent, 8)) return false;
      tensor.extents[i] = static_cast<double>(extent);
      tensor.elements *= tensor.extents[i];
    }
    if (!raw32(type) || !raw(offset, 8)) return false;
    tensor.type = find_gguf_type(type);
    if (tensor.type == nullptr) {
      return stop("import.gguf-type", {{"type", static_cast<double>(type)}, {"tensor", tensor.name}});
    }
    const double blocks = tensor.elements / tensor.type->block;
    tensor.offset = static_cast<double>(offset);
    tensor.bytes = blocks * tensor.type->bytes;
    const double row = tensor.extents[0] / tensor.type->block;
    if (std::floor(row) != row || tensor.bytes > largest || tensor.elements > largest ||
        tensor.offset > largest) {
      return stop("import.gguf-tensor", {{"tensor", tensor.name}});
    }
    out_.tensors.push_back(std::move(tensor));
    return true;
  }

  static double padded(double bytes, double alignment) { return std::ceil(bytes / alignment) * alignment; }

  bool finish() {
    double alignment = 32;
    if (const GgufValue* given = out_.find("general.alignment"); given != nullptr) {
      alignment = given->number.value_or(0);
      if (!(alignment >= 1 && alignment <= largest_alignment) || std::floor(alignment) != alignment) {
        return stop("import.bad-value", {{"field", "general.alignment"}});
      }
    }
    out_.bytes = padded(static_cast<double>(at_), alignment);
    double end = 0;
    for (const GgufTensor& tensor : out_.tensors) {
      const double after = tensor.offset + padded(tensor.bytes, alignment);
      if (after > end) end = after;
    }
    out_.file_bytes = out_.bytes + end;
    return true;
  }

  bool read_all() {
    if (!read_counts()) return false;
    const std::uint64_t of_tensors = tensors_ * least_tensor;
    for (std::uint64_t left = pairs_; left > 0; --left) {
      later_ = (left - 1) * least_pair + of_tensors;
      if (!read_pair()) return false;
    }
    for (std::uint64_t left = tensors_; left > 0; --left) {
      later_ = (left - 1) * least_tensor;
      if (!read_tensor()) return false;
    }
    return finish();
  }

  std::string_view bytes_;
  Issues& issues_;
  GgufHeader out_;
  std::size_t at_ = 0;
  std::uint64_t later_ = 0;
  std::uint64_t need_ = 0;
  std::uint64_t tensors_ = 0;
  std::uint64_t pairs_ = 0;
  std::uint64_t kept_ = 0;
  bool broken_ = false;
};

}  // namespace

const GgufType* find_gguf_type(std::uint32_t id) {
  for (const GgufType& type : types) {
    if (type.id == id) return &type;
  }
  return nullptr;
}

const GgufValue* GgufHeader::find(std::string_view key) const {
  for (const auto& pair : metadata) {
    if (pair.first == key) return &pair.second;
  }
  return nullptr;
}

std::optional<GgufHeader> read_gguf(std::string_view bytes, Issues& issues) {
  return Reader(bytes, issues).run();
}

}  // namespace tilewise
