#include <tilewise/catalogue.hpp>

#include <set>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <tilewise/catalogue_json.hpp>
#include <tilewise/scenario.hpp>
#include <tilewise/sources.hpp>

#include "support/catch.hpp"

using namespace tilewise;

namespace {

const Device& device(std::string_view id) {
  const Device* found = find_device(id);
  INFO(std::string(id));
  REQUIRE(found != nullptr);
  return *found;
}

std::optional<double> peak(std::string_view id, Format format) {
  const std::optional<OpsPerSecond>& rate = device(id).peak_dense[static_cast<std::size_t>(format)];
  return rate ? std::optional<double>(rate->base()) : std::nullopt;
}

// The faster of the two 16-bit rates, nullopt when neither is published.
std::optional<OpsPerSecond> matrix_rate(const Device& d) {
  const std::optional<OpsPerSecond>& bf16 = d.peak_dense[static_cast<std::size_t>(Format::bf16)];
  const std::optional<OpsPerSecond>& fp16 = d.peak_dense[static_cast<std::size_t>(Format::fp16)];
  if (bf16 && fp16) return max(*bf16, *fp16);
  return bf16 ? bf16 : fp16;
}

// Every optional number of a device that must be above zero when it is published.
void check_positive(const Device& d) {
  INFO(std::string(d.id));
  for (const auto& rate : d.peak_dense) CHECK((!rate || rate->base() > 0));
  for (const auto& v : {d.memory, d.cache}) CHECK((!v || v->base() > 0));
  for (const auto& v : {d.bandwidth, d.link_one_way, d.link_one_way_each, d.host_one_way})
    CHECK((!v || v->base() > 0));
  for (const auto& v : {d.power_limit, d.mean_power, d.least_power, d.estimated_power})
    CHECK((!v || v->base() > 0));
  for (const auto& v :
       {d.sparse_multiplier, d.matrix_unit_count, d.processor_count, d.array_side, d.links, d.pcie_generation,
        d.pcie_lanes, d.server_devices, d.pod_chips, d.msrp_usd, d.street_usd})
    CHECK((!v || *v > 0));
  CHECK((!d.clock || d.clock->base() > 0));
  CHECK(d.ranks_per_device >= 1);
}

}  // namespace

TEST_CASE("Ids of devices, models and aliases are unique and follow the id grammar") {
  std::set<std::string_view> seen;
  for (const Device& d : devices()) {
    INFO(std::string(d.id));
    CHECK(is_id(d.id));
    CHECK(seen.insert(d.id).second);
  }
  for (const Alias& a : device_aliases()) {
    INFO(std::string(a.name));
    CHECK(is_id(a.name));
    CHECK(seen.insert(a.name).second);
  }
  seen.clear();
  for (const Model& m : models()) {
    INFO(std::string(m.id));
    CHECK(is_id(m.id));
    CHECK(seen.insert(m.id).second);
  }
  for (const Alias& a : model_aliases()) {
    INFO(std::string(a.name));
    CHECK(is_id(a.name));
    CHECK(seen.insert(a.name).second);
  }
}

TEST_CASE("Every alias leads to an entry") {
  for (const Alias& a : device_aliases()) {
    INFO(std::string(a.name));
    REQUIRE(find_device(a.name) != nullptr);
    CHECK(find_device(a.name)->id == a.id);
  }
  for (const Alias& a : model_aliases()) {
    INFO(std::string(a.name));
    REQUIRE(find_model(a.name) != nullptr);
    CHECK(find_model(a.name)->id == a.id);
  }
}

TEST_CASE("The aliases that old links use keep their meaning") {
  CHECK(device("v100").id == "v100-sxm2-16gb");
  CHECK(device("4090").id == "rtx-4090");
  CHECK(device("a100").id == "a100-sxm4-80gb");
  CHECK(device("h100").id == "h100-sxm5-80gb");
  CHECK(device("2080-ti").id == "rtx-2080-ti");
  CHECK(device("ironwood").id == "tpu-v7");
}

TEST_CASE("An unknown id finds nothing, however near it is") {
  CHECK(find_device("rtx-4091") == nullptr);
  CHECK(find_device("RTX-4090") == nullptr);
  CHECK(find_device("") == nullptr);
  CHECK(find_model("llama-2-7") == nullptr);
  // Llama 3 has the matrices of Llama 3.1 and another longest context: not the same shape, so no alias.
  CHECK(find_model("llama-3-8b") == nullptr);
}

TEST_CASE("Words of formats read back as the same format") {
  for (std::size_t i = 0; i < format_count; ++i) {
    const Format format = static_cast<Format>(i);
    CHECK(format_named(word(format)) == format);
  }
  CHECK_FALSE(format_named("fp12").has_value());
}

TEST_CASE("Nothing in the catalogue is zero where it could be not published") {
  for (const Device& d : devices()) check_positive(d);
}

TEST_CASE("The 16-bit matrix rate over the bandwidth is plausible on every device") {
  std::size_t checked = 0;
  for (const Device& d : devices()) {
    const std::optional<OpsPerSecond> rate = matrix_rate(d);
    if (!rate || !d.bandwidth) continue;
    INFO(std::string(d.id));
    const OpsPerByte ratio = *rate / *d.bandwidth;
    CHECK(ratio.base() >= 1);
    CHECK(ratio.base() <= 2000);
    ++checked;
  }
  // Without one: TPU v8t and v8i (fp4 only), three neural engines (format not stated), the processor, Gaudi 1
  // (rates not published) and the ten GPUs without a matrix unit.
  CHECK(checked == devices().size() - 17);
}

TEST_CASE("Rates are dense, and sparsity is a multiplier beside them") {
  CHECK(peak("h100-sxm5-80gb", Format::bf16) == 989.5e12);
  CHECK(device("h100-sxm5-80gb").sparse_multiplier == 2.0);
  CHECK(peak("rtx-4090", Format::fp8) == 330.3e12);
  CHECK(device("rtx-2080-ti").sparse_multiplier == 1.0);
}

TEST_CASE("GeForce cards run fp16 with fp32 accumulation at half rate, professional cards at full rate") {
  for (std::string_view id :
       {"rtx-2070", "rtx-2080", "rtx-2080-ti", "rtx-3060-12gb", "rtx-3070", "rtx-3080-10gb", "rtx-3080-ti",
        "rtx-3090", "rtx-3090-ti", "rtx-4060", "rtx-4060-ti-16gb", "rtx-4070-super", "rtx-4080", "rtx-4090",
        "rtx-4090-d", "rtx-5060", "rtx-5070-ti", "rtx-5080", "rtx-5090"}) {
    INFO(std::string(id));
    CHECK(*peak(id, Format::fp16_acc16) / *peak(id, Format::fp16) == Approx(2).epsilon(0.005));
  }
  for (std::string_view id :
       {"titan-rtx", "quadro-rtx-5000", "t10", "a10", "a40", "rtx-a4000", "rtx-a6000", "rtx-5000-ada"}) {
    INFO(std::string(id));
    CHECK(peak(id, Format::fp16) == peak(id, Format::fp16_acc16));
  }
}

TEST_CASE("GPUs before tensor cores have no fp16 rate with fp32 accumulation: such products run as fp32") {
  for (std::string_view id : {"titan-x-maxwell", "m40-12gb", "titan-x-pascal", "titan-xp", "gtx-1080-ti",
                              "p4", "p40", "p100-pcie-16gb", "p100-sxm2-16gb", "gtx-1660-ti"}) {
    INFO(std::string(id));
    CHECK_FALSE(peak(id, Format::fp16).has_value());
    CHECK(peak(id, Format::fp32).has_value());
  }
  // The instruction that accumulates in fp16: double rate on the P100, next to nothing on its siblings.
  CHECK(*peak("p100-sxm2-16gb", Format::fp16_acc16) == 2 * *peak("p100-sxm2-16gb", Format::fp32));
  CHECK(*peak("gtx-1080-ti", Format::fp16_acc16) < *peak("gtx-1080-ti", Format::fp32) / 60);
}

TEST_CASE("V100 has no bf16, and its int8 runs outside the tensor cores") {
  for (std::string_view id : {"v100-sxm2-16gb", "v100-sxm2-32gb", "v100-pcie-16gb", "v100-pcie-32gb",
                              "v100s-pcie-32gb", "v100-sxm3-32gb"}) {
    INFO(std::string(id));
    CHECK_FALSE(peak(id, Format::bf16).has_value());
    CHECK(device(id).int8_on_matrix_unit == false);
    CHECK(*peak(id, Format::int8) < *peak(id, Format::fp16));
  }
}

TEST_CASE("Gaudi 3 runs fp16 at about a quarter of bf16") {
  CHECK(*peak("gaudi-3", Format::fp16) / *peak("gaudi-3", Format::bf16) == Approx(0.274).epsilon(0.01));
}

TEST_CASE("Blackwell Ultra has next to no int8") {
  CHECK(*peak("b300-sxm", Format::int8) < 0.1 * *peak("b300-sxm", Format::bf16));
  CHECK(*peak("gb300", Format::int8) < 0.1 * *peak("gb300", Format::bf16));
  CHECK(*peak("b200-sxm", Format::int8) > *peak("b200-sxm", Format::bf16));
}

TEST_CASE("The peak of TPU v6e is the published one, not arrays times shape times a clock") {
  const Device& d = device("tpu-v6e");
  CHECK(peak("tpu-v6e", Format::bf16) == 918e12);
  CHECK_FALSE(d.clock.has_value());
  // Two arrays of 256 x 256 would need 3.5 GHz, twice the clock of the chip before it.
  const double needed =
      *peak("tpu-v6e", Format::bf16) / (*d.matrix_unit_count * *d.array_side * *d.array_side * 2);
  CHECK(needed > 3.4e9);
}

TEST_CASE("Memory is in bytes: GB on a GPU's label means GiB, a TPU's GiB is taken as published") {
  CHECK(*device("a100-sxm4-80gb").memory == gib(80));
  CHECK(*device("rtx-2080-ti").memory == gib(11));
  CHECK(*device("mtia-v1").memory == gib(64));
  CHECK(*device("tpu-v4").memory == gib(32));
  CHECK(*device("tpu-v5p").memory == gib(95));
}

TEST_CASE("Links are stored one way, half of the figure that counts both directions") {
  CHECK(*device("a100-sxm4-80gb").link_one_way == gigabytes_per_second(300));
  CHECK(*device("h100-sxm5-80gb").link_one_way == gigabytes_per_second(450));
  CHECK(*device("tpu-v4").link_one_way == gigabytes_per_second(300));
  CHECK(*device("tpu-v4").link_one_way_each == gigabytes_per_second(50));
  for (const Device& d : devices()) {
    if (!d.link_one_way || !d.link_one_way_each || !d.links) continue;
    INFO(std::string(d.id));
    CHECK(d.link_one_way_each->base() * *d.links == Approx(d.link_one_way->base()));
  }
}

TEST_CASE("Chips that a framework sees as two devices say so, all others are one") {
  for (const Device& d : devices()) {
    INFO(std::string(d.id));
    const bool two =
        d.id == "tpu-v2" || d.id == "tpu-v3" || d.id == "tpu-v7" || d.id == "mi250" || d.id == "mi250x";
    CHECK(d.ranks_per_device == (two ? 2 : 1));
  }
}

TEST_CASE("What is not published is absent, never zero") {
  CHECK_FALSE(device("tpu-v2").msrp_usd.has_value());
  CHECK_FALSE(device("b200-sxm").cache.has_value());
  CHECK_FALSE(device("cpu-i9-13900k").memory.has_value());
  CHECK_FALSE(peak("apple-m1-ultra-ane", Format::fp16).has_value());
  const nlohmann::json json = device_json(device("tpu-v2"));
  CHECK(json["msrp_usd"].is_null());
  CHECK(json["peak_ops_per_s"]["fp16"].is_null());
  CHECK(json["peak_ops_per_s"]["bf16"] == 46e12);
}

TEST_CASE("The host rate is the published one, or follows from PCIe generation and lanes") {
  CHECK(*device("mtia-v1").host_one_way == gigabytes_per_second(16));
  CHECK(device("v100-sxm2-16gb").host_one_way->base() == Approx(15.754e9).epsilon(1e-4));
  CHECK(device("rtx-4060-ti-16gb").host_one_way->base() == Approx(15.754e9).epsilon(1e-4));
  CHECK(device("h100-sxm5-80gb").host_one_way->base() == Approx(63.015e9).epsilon(1e-4));
  CHECK_FALSE(device("a10g").host_one_way.has_value());  // lanes not published
}

TEST_CASE("Systolic parts have an array side, tensor cores have none") {
  CHECK(device("tpu-v4").array_side == 128.0);
  CHECK(device("tpu-v6e").array_side == 256.0);
  CHECK(device("trainium-2").array_side == 128.0);
  CHECK_FALSE(device("v100-sxm2-16gb").array_side.has_value());
  CHECK_FALSE(device("mtia-v1").array_side.has_value());
}

TEST_CASE("The power limit is the TDP or the published maximum, never an outsider's estimate") {
  CHECK(*device("tpu-v4").power_limit == watts(192));
  CHECK(*device("tpu-v4").estimated_power == watts(340));
  CHECK(*device("tpu-v3").power_limit == watts(450));
  CHECK_FALSE(device("tpu-v5e").power_limit.has_value());
}

TEST_CASE("The published numbers of every device have a source note under their catalogue key") {
  for (const Device& d : devices()) {
    const nlohmann::json json = device_json(d);
    for (const auto& [key, value] : json.items()) {
      if (!value.is_number()) continue;
      INFO(std::string(d.id) + " " + key);
      CHECK(find_source_note(d.id, key) != nullptr);
    }
    for (const auto& [format, value] : json["peak_ops_per_s"].items()) {
      INFO(std::string(d.id) + " " + format);
      CHECK((value.is_null() || find_source_note(d.id, "peak_ops_per_s." + format) != nullptr));
    }
  }
}

TEST_CASE("Every source note names a source that exists, or a rule") {
  for (const SourceNote& note : source_notes()) {
    INFO(std::string(note.item) + " " + std::string(note.field));
    CHECK((!note.source.empty() || !note.rule.empty()));
    CHECK((note.source.empty() || find_source(note.source) != nullptr));
  }
}

TEST_CASE("The catalogue JSON lists every entry once, sorted, with its aliases beside it") {
  const nlohmann::json all = devices_json();
  REQUIRE(all.size() == devices().size());
  CHECK(models_json().size() == models().size());
  CHECK(aliases_json()["devices"]["v100"] == "v100-sxm2-16gb");
  CHECK(all[0].dump().find("e+308") == std::string::npos);
}
