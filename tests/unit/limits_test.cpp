// What breaks first, and where: the scan agrees with trying every value.

#include <cmath>

#include <tilewise/choices.hpp>
#include <tilewise/limits.hpp>
#include <tilewise/link.hpp>

#include "support/answer.hpp"
#include "support/call.hpp"
#include "support/catch.hpp"
#include "support/link.hpp"

using namespace tilewise;
using namespace tilewise::testing;

namespace {

Resolved resolved_of(const std::string& link) {
  CAPTURE(link);
  Resolution resolution = resolve(read_link(with_tag(link)).scenario);
  REQUIRE(resolution.usable);
  return resolution.resolved;
}

std::vector<std::optional<double>> by_hand(const GrowthTrial& trial, const GrowthAxis& axis) {
  std::vector<std::optional<double>> found(limit_count);
  const std::vector<Limit> start = trial.at(axis, axis.from);
  if (start.empty()) return found;
  for (double value = (std::floor(axis.from / axis.unit) + 1) * axis.unit; value <= axis.to; value += axis.unit) {
    const std::vector<Limit> now = trial.at(axis, value);
    for (std::size_t i = 0; i < now.size(); ++i) {
      const bool flips = now[i].applies && start[i].applies && now[i].breaks != start[i].breaks;
      if (flips && !found[i]) found[i] = value;
    }
  }
  return found;
}

std::optional<double> found_at(const std::vector<Breakpoint>& found, std::size_t limit) {
  for (const Breakpoint& point : found) {
    if (static_cast<std::size_t>(point.kind) == limit) return point.at;
  }
  return std::nullopt;
}

nlohmann::json limits_of_link(const std::string& link) { return parse_answer(call("limits", with_tag(link))); }

// Known numbers, from a seed, the same everywhere.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t count) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::size_t>((state_ >> 33) % count);
  }
  template <std::size_t N>
  std::string pick(const char* const (&words)[N]) {
    return words[below(N)];
  }

 private:
  std::uint64_t state_;
};

std::string generated(Dice& dice) {
  const char* const devices[] = {"rtx-4090", "a100-sxm4-80gb", "h100-sxm5-80gb", "tpu-v4", "t4", "v100-sxm2-32gb", "mi300x"};
  const char* const models[] = {"gpt2", "bert-base", "llama-3.2-1b", "gpt2-xl"};
  const char* const large[] = {"llama-3.2-1b", "llama-3.1-8b", "qwen2.5-7b", "mixtral-8x7b", "gemma-2-2b"};
  const char* const counts[] = {"1", "2", "4", "8"};
  std::string link = "v=1&tm=tiled&d=" + dice.pick(devices);
  if (dice.below(2) == 0) {
    link += "&w=train&m=" + dice.pick(models) + "&s=" + std::to_string(64 << dice.below(4));
    link += "&b=" + std::to_string(8 << dice.below(4)) + "&d1.n=" + dice.pick(counts);
    if (dice.below(3) == 0) link += "&z=3";
    if (dice.below(4) == 0) link += "&lim.step=0." + std::to_string(1 + dice.below(9));
  } else {
    link += "&w=" + std::string(dice.below(2) == 0 ? "decode" : "prefill") + "&m=" + dice.pick(large);
    link += "&s=" + std::to_string(1 + dice.below(4096)) + "&b=" + std::to_string(1 + dice.below(16));
    if (dice.below(3) == 0) link += "&d1.n=2&tp=2";
    if (dice.below(4) == 0) link += "&lim.usd=" + std::to_string(1 + dice.below(40));
    if (dice.below(4) == 0) link += "&lim.w=" + std::to_string(100 + dice.below(400));
  }
  return link;
}

}  // namespace

TEST_CASE("Breakpoints equal those found by trying every value, on 500 generated scenarios", "[limits]") {
  Dice dice(7);
  int flips = 0;
  for (int scenario = 0; scenario < 500; ++scenario) {
    const std::string link = generated(dice);
    CAPTURE(link);
    const Resolution resolution = resolve(read_link(with_tag(link)).scenario);
    if (!resolution.usable) continue;
    const Resolved& resolved = resolution.resolved;
    const GrowthTrial trial(resolved, 0);
    const std::vector<GrowthAxis> axes = growth_axes(resolved, resolved.columns.front());
    GrowthAxis axis = axes[dice.below(axes.size())];
    const double most = std::floor(axis.from / axis.unit) + 300;
    axis.to = axis.to / axis.unit < most ? axis.to : most * axis.unit;
    CAPTURE(axis.name);
    const std::vector<Breakpoint> found = find_breakpoints(trial, axis);
    const std::vector<std::optional<double>> expected = by_hand(trial, axis);
    for (std::size_t limit = 0; limit < limit_count; ++limit) {
      CAPTURE(limit, found_at(found, limit).value_or(-1), expected[limit].value_or(-1));
      CHECK((found_at(found, limit) == expected[limit]));
    }
    flips += static_cast<int>(found.size());
  }
  CHECK(flips > 150);
}

TEST_CASE("The context at which memory gives out is the one that fit finds", "[limits]") {
  const std::string link = "v=1&m=llama-3.1-8b&w=decode&tm=roofline&d=rtx-4090";
  const auto fit = parse_answer(call("fit", R"({"question":"context","scenario":")" + with_tag(link) + R"("})"));
  const double fitting = number_at(fit, "devices.0.value");
  const auto answer = limits_of_link(link);
  double at = 0;
  for (const auto& point : *find_at(answer, "result.devices.0.breakpoints")) {
    if (point["limit"] == "memory" && point["axis"] == "sequence") at = point["at"].get<double>();
  }
  CHECK(at == fitting + 1);
}

TEST_CASE("One column asked for alone says what it says beside the others", "[limits]") {
  const std::string scenario =
      "\"scenario\":\"" + with_tag("v=1&m=llama-2-70b&w=decode&s=2048&b=16&d=mi300x~rtx-4090~b200-sxm") + "\"";
  const auto all = parse_answer(call("limits", "{" + scenario + ",\"axis\":\"batch\"}"));
  for (const char* place : {"0", "1", "2"}) {
    const auto one = parse_answer(call("limits", "{" + scenario + R"(,"axis":"batch","device":)" + place + "}"));
    CHECK(find_at(one, "result.devices")->size() == 1);
    CHECK(*find_at(one, "result.devices.0") == *find_at(all, "result.devices." + std::string(place)));
  }
}

TEST_CASE("An estimate says what is left of each limit now, as the answer about limits does", "[limits]") {
  Dice dice(77);
  int broken = 0;
  int compared = 0;
  for (int i = 0; i < 60; ++i) {
    const std::string link = generated(dice) + (i % 3 == 0 ? "&lim.usd=0.5&lim.w=300" : "");
    CAPTURE(link);
    const auto estimate = parse_answer(call("estimate", with_tag(link)));
    const auto* left = find_at(estimate, "result.devices.0.limits");
    if (left == nullptr) continue;  // no valid split
    compared += 1;
    CHECK(left->size() >= 4);
    const auto asked = parse_answer(call("limits", "{\"scenario\":\"" + with_tag(link) + "\",\"axis\":\"none\"}"));
    CHECK(*left == *find_at(asked, "result.devices.0.limits"));
    for (const auto& limit : *left) broken += *find_at(limit, "breaks") == true ? 1 : 0;
  }
  CHECK(compared > 40);
  CHECK(broken > 20);
}

TEST_CASE("A limit that breaks now has a margin below zero and says why", "[limits]") {
  const auto answer = limits_of_link("v=1&tm=tiled&m=llama-2-70b&w=decode&d=rtx-4090");
  const auto& limits = *find_at(answer, "result.devices.0.limits");
  REQUIRE(limits[0]["limit"] == "memory");
  CHECK(limits[0]["breaks"] == true);
  CHECK(limits[0]["margin"].get<double>() < -4);
  CHECK(limits[0]["code"] == "limit.memory");
}

TEST_CASE("Wishes are limits: first token, token, step, cost, power", "[limits]") {
  const auto breaks = [](const std::string& link, const char* name) {
    const auto answer = limits_of_link(link);
    for (const auto& limit : *find_at(answer, "result.devices.0.limits")) {
      if (limit["limit"] == name) return limit["breaks"].get<bool>() ? "yes" : "no";
    }
    return "absent";
  };
  const std::string decode = "v=1&tm=tiled&m=llama-3.1-8b&w=decode&d=h100-sxm5-80gb";
  CHECK(breaks(decode, "tpot") == std::string("absent"));
  CHECK(breaks(decode + "&lim.tpot=0.001", "tpot") == std::string("yes"));
  CHECK(breaks(decode + "&lim.tpot=1", "tpot") == std::string("no"));
  CHECK(breaks(decode + "&lim.w=100", "power") == std::string("yes"));
  CHECK(breaks(decode + "&lim.usd=1000", "cost") == std::string("no"));
  CHECK(breaks("v=1&tm=tiled&m=llama-3.1-8b&w=serve&s=512&d=h100-sxm5-80gb&lim.ttft=0.0001", "ttft") == std::string("yes"));
  CHECK(breaks("v=1&tm=tiled&m=gpt2&w=train&s=512&d=h100-sxm5-80gb&lim.step=0.0001", "step") == std::string("yes"));
}

TEST_CASE("The format to compute in is the fastest native one that fits", "[limits]") {
  const auto best = [](const std::string& link) {
    const auto answer = limits_of_link(link);
    const auto* word = find_at(answer, "result.devices.0.precision.best");
    return word == nullptr ? std::string() : word->get<std::string>();
  };
  const std::string prompt = "v=1&tm=tiled&m=llama-3.1-8b&s=2048&d=";
  const std::string eight_bit = best(prompt + "h100-sxm5-80gb");  // fp8 and int8 have the same peak
  CHECK((eight_bit == "fp8" || eight_bit == "int8"));
  CHECK(best("v=1&tm=tiled&w=train&m=gpt2&s=512&d=a100-sxm4-80gb") == "bf16");
  CHECK(best("v=1&tm=tiled&w=train&m=gpt2&s=512&d=v100-sxm2-32gb") == "fp16");
  CHECK(best("v=1&tm=tiled&w=train&m=gpt2&s=512&d=gtx-1080-ti") == "fp32");
  const Resolved v100 = resolved_of(prompt + "v100-sxm2-32gb");
  const FormatChoices choices = choose_format(v100, 0);
  for (const FormatChoice& choice : choices.formats) {
    CAPTURE(choice.asked);
    if (choice.asked == "bf16") CHECK(choice.precision.code == "precision.fallback");
    if (choice.asked == "fp16") CHECK(choice.precision.code == "precision.native");
  }
}

TEST_CASE("At the break-even share of its life a bought chip costs what its rent does", "[limits]") {
  const std::string card = "v=1&tm=tiled&m=llama-3.2-1b&w=decode&d=rtx-4090&d1.price=0.34&d1.buy=1599&life=4&kwh=0.2";
  const auto answer = limits_of_link(card);
  const double share = number_at(answer, "devices.0.rent_or_buy.break_even_share");
  REQUIRE(share > 0);
  REQUIRE(share < 1);
  const std::string owned = "v=1&tm=tiled&m=llama-3.2-1b&w=decode&d=rtx-4090&d1.buy=1599&life=4&kwh=0.2&ut=";
  CHECK(number_at(estimate_of(owned + write_number(share)), "devices.0.cost.per_hour_usd") == Approx(0.34).epsilon(1e-9));
  CHECK(number_at(estimate_of(owned + write_number(share / 2)), "devices.0.cost.per_hour_usd") > 0.34);
}

TEST_CASE("The ranking of the catalogue puts devices that keep the wishes before those that break one", "[limits]") {
  const std::string scenario = with_tag("v=1&tm=tiled&m=llama-3.2-1b&w=decode&lim.w=200");
  const auto answer = parse_answer(call("fit", R"({"question":"catalogue","scenario":")" + scenario + R"("})"));
  bool broken = false;
  int kept = 0;
  for (const auto& entry : *find_at(answer, "result.ranking")) {
    if (entry["fits"] == "no" || entry["total_s"].is_null() || entry["fits"] == "unknown") continue;
    const bool within = entry["within"].get<bool>();
    if (!entry["power_w"].is_null()) CHECK(within == (entry["power_w"].get<double>() <= 200));
    CHECK_FALSE((broken && within));
    broken = broken || !within;
    kept += within ? 1 : 0;
  }
  CHECK(broken);
  CHECK(kept > 20);
}
