// Memory by item: what each optimizer, gradient type and master copy costs, what recompute saves, who caches.

#include "support/answer.hpp"
#include "support/catch.hpp"

#include <string>

using namespace tilewise::testing;

namespace {

constexpr double gib = 1073741824.0;
constexpr double parameters = 6738415616;  // Llama-2-7B

nlohmann::json train(const std::string& more, const std::string& batch = "1") {
  return estimate_of("v=1&m=llama-2-7b&w=train&s=512&tm=roofline&d=a100-sxm4-80gb&b=" + batch + more);
}

double item(const nlohmann::json& answer, const std::string& name) {
  return number_at(answer, "devices.0.memory.items." + name + ".bytes");
}
bool has_item(const nlohmann::json& answer, const std::string& name) {
  return find_at(answer, "result.devices.0.memory.items." + name) != nullptr;
}
double all(const nlohmann::json& answer) { return number_at(answer, "devices.0.memory.total_bytes"); }

}  // namespace

TEST_CASE(
    "Optimizer states per parameter: 8 bytes AdamW and LAMB, 4 Lion and SGD, 2 in 8 bit, almost none "
    "Adafactor") {
  CHECK(item(train("&opt=adamw"), "optimizer") == 8 * parameters);
  CHECK(item(train("&opt=lamb"), "optimizer") == 8 * parameters);
  CHECK(item(train("&opt=lion"), "optimizer") == 4 * parameters);
  CHECK(item(train("&opt=sgd"), "optimizer") == 4 * parameters);
  CHECK(item(train("&opt=adamw8bit"), "optimizer") == Approx(2 * parameters).epsilon(0.002));
  const double factored = item(train("&opt=adafactor"), "optimizer");
  CHECK(factored > 0);
  CHECK(factored < 0.01 * parameters);
}

TEST_CASE("Gradients take 4 bytes a parameter, or 2 when asked for in 16 bit") {
  CHECK(item(train(""), "gradients") == 4 * parameters);
  CHECK(item(train("&gp=fp32"), "gradients") == 4 * parameters);
  CHECK(item(train("&gp=bf16"), "gradients") == 2 * parameters);
  CHECK(item(train("&gp=fp16"), "gradients") == 2 * parameters);
}

TEST_CASE("Pure bf16 AdamW without a master copy keeps 8 bytes a parameter in all") {
  const auto answer = train("&mw=0");
  CHECK_FALSE(has_item(answer, "master_weights"));
  CHECK(item(answer, "weights") + item(answer, "gradients") + item(answer, "optimizer") == 8 * parameters);
}

TEST_CASE("Training in fp32 keeps 16 bytes a parameter and no second copy of the weights") {
  const auto answer = train("&p=fp32");
  CHECK_FALSE(has_item(answer, "master_weights"));
  CHECK(item(answer, "weights") + item(answer, "gradients") + item(answer, "optimizer") == 16 * parameters);
  CHECK(item(train("&p=fp32&mw=1"), "master_weights") == 4 * parameters);
}

TEST_CASE("Recompute never needs more: none, then selective, then full, with either attention") {
  for (const char* attention : {"fused", "unfused"}) {
    CAPTURE(attention);
    const std::string more = std::string("&attn=") + attention + "&ac=";
    const double none = all(train(more + "none"));
    const double selective = all(train(more + "selective"));
    const double full = all(train(more + "full"));
    CHECK(none >= selective);
    CHECK(selective > full);
  }
}

TEST_CASE("Activations grow with the micro-batch and not with the batch") {
  const double one = item(train("&mb=1", "8"), "activations");
  CHECK(item(train("&mb=4", "8"), "activations") == 4 * one);
  CHECK(item(train("&mb=1", "64"), "activations") == one);
}

TEST_CASE("The loss keeps the logits in the element width, a copy in fp32 and a gradient") {
  const auto answer = train("");
  CHECK(item(answer, "logits") == 512 * 32000.0 * 2);
  CHECK(item(answer, "loss") == 512 * 32000.0 * (4 + 2));
}

TEST_CASE("An encoder and a vision model have no cache; a decoder has one, also for its prompt") {
  CHECK_FALSE(has_item(estimate_of("v=1&m=bert-large&d=rtx-4090"), "kv_cache"));
  CHECK_FALSE(has_item(estimate_of("v=1&m=vit-base-16&d=rtx-4090"), "kv_cache"));
  CHECK(has_item(estimate_of("v=1&m=gpt2&d=rtx-4090"), "kv_cache"));
  CHECK_FALSE(has_item(train(""), "kv_cache"));
}

TEST_CASE("The cache holds every token but the last generated, for every sequence") {
  const std::string base = "v=1&m=llama-2-7b&w=decode&tm=roofline&d=a100-sxm4-80gb";
  const double token = 2.0 * 32 * 4096 * 2;
  CHECK(item(estimate_of(base + "&s=1000"), "kv_cache") == 1000 * token);
  CHECK(item(estimate_of(base + "&s=1000&o=25"), "kv_cache") == 1024 * token);
  CHECK(item(estimate_of(base + "&s=1000&b=3"), "kv_cache") == 3000 * token);
}

TEST_CASE("Keys and values have formats of their own") {
  const std::string base = "v=1&m=llama-2-7b&w=decode&s=1024&tm=roofline&d=a100-sxm4-80gb";
  const double half = 1024 * 32 * 4096 * 2.0;
  CHECK(item(estimate_of(base + "&kq=q8-0"), "kv_cache") == half + half * 8.5 / 16);
  CHECK(item(estimate_of(base + "&kq=fp8&vq=q4-0"), "kv_cache") == half / 2 + half * 4.5 / 16);
}

TEST_CASE("Windowed layers stop caching at the window, the others go on") {
  const std::string base = "v=1&m=gemma-2-2b&w=decode&tm=roofline&d=a100-sxm4-80gb&s=";
  const double layer = 2.0 * 4 * 256 * 2;
  CHECK(item(estimate_of(base + "4000"), "kv_cache") == 26 * 4000 * layer);
  CHECK(item(estimate_of(base + "8192"), "kv_cache") == 13 * (8192 + 4096) * layer);
}

TEST_CASE("A format that replaces linear layers leaves tables, output matrix and norms in 16 bit") {
  const std::string base = "v=1&m=llama-2-7b&w=decode&tm=roofline&d=a100-sxm4-80gb&wq=";
  const double ends = 2 * 32000.0 * 4096;
  const double norms = 65 * 4096.0;
  const double layers = parameters - ends - norms;
  CHECK(item(estimate_of(base + "gptq-128"), "weights") == layers * 4.15625 / 8 + (ends + norms) * 2);
  CHECK(item(estimate_of(base + "nvfp4"), "weights") == layers * 4.5 / 8 + (ends + norms) * 2);
  CHECK(item(estimate_of(base + "fp8"), "weights") == layers + (ends + norms) * 2);
  CHECK(item(estimate_of(base + "int4"), "weights") == parameters / 2);
  CHECK(item(estimate_of(base + "nf4"), "weights") == layers * 4.5 / 8 + (ends + norms) * 2);
  // A plain conversion of every linear layer takes the output matrix along.
  CHECK(item(estimate_of(base + "nf4&stack=eager"), "weights") ==
        (layers + ends / 2) * 4.5 / 8 + (ends / 2 + norms) * 2);
}

TEST_CASE("MXFP4 of a mixture narrows its experts only") {
  // gpt-oss-120b is published as 60.8 GiB.
  const auto answer = estimate_of("v=1&m=gpt-oss-120b&w=decode&d=h100-sxm5-80gb&wq=mxfp4");
  CHECK(item(answer, "weights") / gib == Approx(60.8).epsilon(0.01));
}

TEST_CASE(
    "The stack decides what is kept beside: llama.cpp reads its table on the host, engines keep a pool") {
  const std::string base = "v=1&m=llama-3.1-8b&w=decode&s=8192&wq=q4-k-m&d=rtx-4090&stack=";
  const auto plain = estimate_of(base + "typical");
  const auto cpp = estimate_of(base + "llama-cpp");
  const double table = 128256 * 4096.0 * 4.5 / 8;
  CHECK(item(cpp, "weights") == Approx(item(plain, "weights") - table).epsilon(1e-12));
  CHECK(number_at(cpp, "devices.0.memory.host_bytes") == Approx(table).epsilon(1e-12));
  const auto engine = estimate_of(base + "vllm");
  CHECK(number_at(engine, "devices.0.memory.pool_bytes") ==
        Approx(0.9 * number_at(engine, "devices.0.memory.capacity_bytes") -
               (all(engine) - item(engine, "kv_cache") - item(engine, "captured_graphs")))
            .epsilon(1e-9));
  CHECK(number_at(engine, "devices.0.memory.pool_tokens") ==
        Approx(number_at(engine, "devices.0.memory.pool_bytes") / 131072).epsilon(1e-9));
}

TEST_CASE("Layers that stay on the host take their weights and their cache along") {
  const std::string base = "v=1&m=llama-2-70b&w=decode&s=2048&wq=q4-k-m&d=rtx-4090&stack=llama-cpp";
  const auto whole = estimate_of(base);
  const auto half = estimate_of(base + "&ngl=40");
  CHECK(word_at(whole, "devices.0.fits") == "no");
  CHECK(word_at(half, "devices.0.fits") != "no");
  CHECK(item(half, "kv_cache") == item(whole, "kv_cache") / 2);
  const auto size = [&](const nlohmann::json& answer) {
    return all(answer) + number_at(answer, "devices.0.memory.host_bytes");
  };
  CHECK(size(half) == Approx(size(whole)).epsilon(1e-9));
  double last = all(whole);
  for (const char* layers : {"79", "60", "30", "1", "0"}) {
    const double now = all(estimate_of(base + "&ngl=" + layers));
    CHECK(now < last);
    last = now;
  }
}

TEST_CASE("A cache in pages takes whole pages; a uniform one allots windowed layers as the full ones") {
  const std::string base = "v=1&m=gpt-oss-20b&w=decode&b=32&s=8192&d=a100-sxm4-80gb&pol=";
  CHECK(item(estimate_of(base + "uniform"), "kv_cache") / gib == 12.0);
  CHECK(item(estimate_of(base + "theory"), "kv_cache") / gib == Approx(6.09).epsilon(0.001));
  CHECK(item(estimate_of(base + "paged"), "kv_cache") == item(estimate_of(base + "theory"), "kv_cache"));
  const std::string odd = "v=1&m=llama-2-7b&w=decode&s=1001&d=a100-sxm4-80gb&pol=paged&page=64";
  CHECK(item(estimate_of(odd), "kv_cache") == 1024 * 2.0 * 32 * 4096 * 2);
}

TEST_CASE("A product needs its three matrices and no model") {
  const auto answer = estimate_of("v=1&w=matmul&mm=100x200x300&b=2&tm=roofline&p=fp16&d=rtx-4090");
  CHECK(item(answer, "a") == 2 * 2 * 100.0 * 300);
  CHECK(item(answer, "b") == 2 * 2 * 300.0 * 200);
  CHECK(item(answer, "c") == 2 * 2 * 100.0 * 200);
  CHECK_FALSE(has_item(answer, "weights"));
}

TEST_CASE("Memory of a chip with two cores is never pooled") {
  const std::string base = "v=1&m=bert-base&tm=roofline&d=";
  CHECK(number_at(estimate_of(base + "tpu-v3"), "devices.0.memory.capacity_bytes") == 16 * gib);
  CHECK(number_at(estimate_of(base + "mi250x"), "devices.0.memory.capacity_bytes") == 64 * gib);
  CHECK(number_at(estimate_of(base + "tpu-v4"), "devices.0.memory.capacity_bytes") == 32 * gib);
}

TEST_CASE("A device whose memory is not published can neither fit nor fail") {
  const auto answer = estimate_of("v=1&m=bert-base&tm=roofline&d=cpu-i9-13900k");
  CHECK(word_at(answer, "devices.0.fits") == "unknown");
  CHECK(find_at(answer, "result.devices.0.memory.capacity_bytes")->is_null());
}

TEST_CASE(
    "Above 90 % of the capacity it is tight; what cannot be given back must fit, or it says what is "
    "missing") {
  const std::string base = "v=1&m=llama-2-7b&w=decode&s=1&tm=roofline&d=a100-sxm4-80gb&d1.mem=";
  const auto whole = estimate_of(base + "80");
  const double need = (all(whole) - item(whole, "allocator_slack")) / gib;
  const auto fits = [&](double capacity) {
    return word_at(estimate_of(base + std::to_string(capacity)), "devices.0.fits");
  };
  CHECK(fits(need / 0.89) == "yes");
  CHECK(fits(need / 0.91) == "tight");
  CHECK(fits(need * 0.999) == "no");
  const auto short_of = estimate_of(base + "10");
  CHECK(number_at(short_of, "devices.0.memory.missing_bytes") == Approx((need - 10) * gib).epsilon(1e-9));
  CHECK(find_at(whole, "result.devices.0.memory.missing_bytes") == nullptr);
}

TEST_CASE("A fused backward pass keeps the gradients of the largest tensor only") {
  const auto answer = train("&fb=1");
  CHECK(item(answer, "gradients") == 4 * 11008 * 4096.0 * 3 + 4 * 4 * 4096.0 * 4096);
}

TEST_CASE("Offloaded states are counted on the host, and must fit there when its memory is given") {
  const auto answer = train("&off=optimizer");
  CHECK_FALSE(has_item(answer, "optimizer"));
  CHECK_FALSE(has_item(answer, "master_weights"));
  CHECK(number_at(answer, "devices.0.memory.host_items.optimizer.bytes") == 8 * parameters);
  CHECK(number_at(answer, "devices.0.memory.host_bytes") == 16 * parameters);
  CHECK(word_at(answer, "devices.0.fits") == "yes");
  CHECK(word_at(train("&off=optimizer&d1.hr=64"), "devices.0.fits") == "no");
  CHECK(word_at(train("&off=optimizer&d1.hr=256"), "devices.0.fits") == "yes");
  CHECK_FALSE(has_item(train("&off=cpu"), "weights"));
}

TEST_CASE("Layers with a recurrent state keep it instead of keys and values, whatever the length") {
  const std::string base = "m=custom&L=32&h=4096&a=32&kv=8&ff=14336&voc=128256&w=decode&d=a100-sxm4-80gb&b=4";
  const auto full = estimate_of("v=1&" + base + "&s=8192");
  const auto hybrid = estimate_of("v=1&" + base + "&wl=24&hid=1048576&s=8192");
  const auto longer = estimate_of("v=1&" + base + "&wl=24&hid=1048576&s=16384");
  const auto bytes = [](const nlohmann::json& answer, const char* name) {
    return number_at(answer, std::string("devices.0.memory.items.") + name + ".bytes");
  };
  CHECK(bytes(hybrid, "recurrent_state") == 4 * 24 * 1048576.0);
  CHECK(bytes(hybrid, "kv_cache") == bytes(full, "kv_cache") / 4);
  CHECK(bytes(longer, "recurrent_state") == bytes(hybrid, "recurrent_state"));
  CHECK(number_at(hybrid, "devices.0.time.total_s") < number_at(full, "devices.0.time.total_s"));
}

TEST_CASE("An engine's captured graphs lie beside the share of the memory that it is given") {
  const std::string base = "v=1&m=llama-3.1-8b&w=decode&s=4096&d=a100-sxm4-80gb";
  const auto engine = estimate_of(base + "&stack=vllm");
  const auto bytes = [](const nlohmann::json& answer, const char* name) {
    return number_at(answer, std::string("devices.0.memory.items.") + name + ".bytes");
  };
  CHECK(bytes(engine, "captured_graphs") == 32 * 14e6);
  const double beside = number_at(engine, "devices.0.memory.total_bytes") - bytes(engine, "kv_cache") -
                        bytes(engine, "captured_graphs");
  const double capacity = number_at(engine, "devices.0.memory.capacity_bytes");
  CHECK(number_at(engine, "devices.0.memory.pool_bytes") == Approx(0.9 * capacity - beside));
  // A share that holds all but the graphs is enough.
  const double need = (beside + bytes(engine, "kv_cache")) / capacity;
  const auto with_share = [&](double share) {
    return word_at(estimate_of(base + "&stack=vllm&util=" + std::to_string(share)), "devices.0.fits");
  };
  CHECK(with_share(need + 0.001) == "yes");
  CHECK(with_share(need - 0.001) == "no");
}

TEST_CASE("A format that keeps attention wide also keeps the first and the last layer") {
  const auto weights = [](const std::string& format) {
    return number_at(estimate_of("v=1&m=llama-3.1-8b&w=decode&p=bf16&d=a100-sxm4-80gb&wq=" + format),
                     "devices.0.memory.items.weights.bytes");
  };
  const double mlp = 3 * 4096 * 14336.0;
  CHECK(weights("fp8-mlp") == Approx(weights("bf16") - 30 * mlp));
}
