#include <tilewise/json_reader.hpp>

namespace tilewise {
namespace {

using nlohmann::json;

// Builds the value while the text is read. nlohmann calls these functions; false stops the reading.
class Builder {
 public:
  explicit Builder(JsonReading& reading) : reading_(reading) {
    frames_.reserve(json_depth_limit);  // never moved: containers may lie in `discarded`
  }

  bool null() { return put(json()); }
  bool boolean(bool value) { return put(json(value)); }
  bool number_integer(json::number_integer_t value) { return put(json(value)); }
  bool number_unsigned(json::number_unsigned_t value) { return put(json(value)); }
  bool number_float(json::number_float_t value, const std::string&) { return put(json(value)); }
  bool string(std::string& value) { return put(json(std::move(value))); }
  bool binary(json::binary_t&) { return false; }  // JSON text has none
  bool start_object(std::size_t) { return open(json::object()); }
  bool start_array(std::size_t) { return open(json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    Frame& frame = frames_.back();
    frame.key = std::move(name);
    frame.repeated = frame.container->contains(frame.key);
    if (frame.repeated && !inside_repeated()) note_duplicate();
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& problem) {
    constexpr int number_overflow = 406;
    stop(problem.id == number_overflow ? "json.number-too-large" : "json.unreadable", position);
    return false;
  }

  [[nodiscard]] bool too_deep() const { return too_deep_; }

  void stop(const char* code, std::size_t position) {
    report(reading_.issues, code, path(), Severity::error, {{"byte", static_cast<double>(position)}});
  }

 private:
  struct Frame {
    json* container = nullptr;
    std::string key;        // of the member that is being read
    bool repeated = false;  // that member is a repetition: it is read and thrown away
    json discarded;         // where it goes
  };

  // Where the next value belongs. The containers above do not grow meanwhile, so the pointers hold.
  json* place(json value) {
    if (frames_.empty()) {
      reading_.value = std::move(value);
      return &reading_.value;
    }
    Frame& frame = frames_.back();
    if (frame.container->is_array()) {
      frame.container->push_back(std::move(value));
      return &frame.container->back();
    }
    json& member = frame.repeated ? frame.discarded : (*frame.container)[frame.key];
    member = std::move(value);
    return &member;
  }

  bool put(json value) {
    place(std::move(value));
    return true;
  }

  bool open(json container) {
    too_deep_ = frames_.size() >= json_depth_limit;
    if (too_deep_) return false;
    json* place_of_it = place(std::move(container));
    frames_.emplace_back();
    frames_.back().container = place_of_it;
    return true;
  }

  bool close() {
    frames_.pop_back();
    return true;
  }

  bool inside_repeated() const {
    for (std::size_t i = 0; i + 1 < frames_.size(); ++i) {
      if (frames_[i].repeated) return true;
    }
    return false;
  }

  void note_duplicate() {
    report(reading_.issues, "json.duplicate-key", path(), Severity::note, {{"key", frames_.back().key}});
  }

  // "devices.1.id": where the reading stands.
  std::string path() const {
    std::string out;
    for (const Frame& frame : frames_) {
      if (!out.empty()) out += '.';
      if (frame.container->is_array()) {
        out += std::to_string(frame.container->empty() ? 0 : frame.container->size() - 1);
      } else {
        out += frame.key;
      }
    }
    return out;
  }

  JsonReading& reading_;
  std::vector<Frame> frames_;
  bool too_deep_ = false;
};

}  // namespace

JsonReading read_json(std::string_view text) {
  JsonReading reading;
  if (text.size() > json_size_limit) {
    report(reading.issues, "json.too-long", "", Severity::error,
           {{"bytes", static_cast<double>(text.size())}, {"limit", static_cast<double>(json_size_limit)}});
    return reading;
  }
  Builder builder(reading);
  const bool whole = json::sax_parse(text.begin(), text.end(), &builder);
  if (builder.too_deep()) {
    report(reading.issues, "json.too-deep", "", Severity::error,
           {{"limit", static_cast<double>(json_depth_limit)}});
  }
  if (!whole) reading.value = json();
  return reading;
}

const json* json_find(const json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto at = object.find(key);
  return at == object.end() ? nullptr : &*at;
}

std::optional<double> json_number(const json& value) {
  if (const auto* whole = value.get_ptr<const json::number_unsigned_t*>()) return static_cast<double>(*whole);
  if (const auto* whole = value.get_ptr<const json::number_integer_t*>()) return static_cast<double>(*whole);
  if (const auto* number = value.get_ptr<const json::number_float_t*>()) return *number;
  return std::nullopt;
}

std::optional<std::string_view> json_text(const json& value) {
  if (const auto* text = value.get_ptr<const json::string_t*>()) return std::string_view(*text);
  return std::nullopt;
}

std::optional<bool> json_flag(const json& value) {
  if (const auto* flag = value.get_ptr<const json::boolean_t*>()) return *flag;
  return std::nullopt;
}

std::optional<double> json_number_at(const json& object, std::string_view key) {
  const json* value = json_find(object, key);
  return value == nullptr ? std::nullopt : json_number(*value);
}

std::optional<std::string_view> json_text_at(const json& object, std::string_view key) {
  const json* value = json_find(object, key);
  return value == nullptr ? std::nullopt : json_text(*value);
}

std::optional<bool> json_flag_at(const json& object, std::string_view key) {
  const json* value = json_find(object, key);
  return value == nullptr ? std::nullopt : json_flag(*value);
}

json json_of(double number) {
  constexpr double exact = 9007199254740992.0;  // above 2^53 not every whole number is a double
  if (number - number != 0) return json();
  if (number > -exact && number < exact) {
    const auto whole = static_cast<std::int64_t>(number);
    if (static_cast<double>(whole) == number) return json(whole);
  }
  return json(number);
}

}  // namespace tilewise
