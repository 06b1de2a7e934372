// Training on one and many devices against published steps. Names in brackets are the rows of the project's list of
// known answers; tolerances are theirs.

#include "support/answer.hpp"
#include "support/catch.hpp"

#include <string>

using namespace tilewise::testing;

namespace {

const std::string start = "v=1&w=train&tm=tiled&";

nlohmann::json step_of(const std::string& rest) { return estimate_of(start + rest); }
double seconds_of(const std::string& rest) { return number_at(step_of(rest), "devices.0.time.step_s"); }
double tokens_of(const std::string& rest) { return number_at(step_of(rest), "devices.0.rate.tokens_per_s"); }
double sequences_of(const std::string& rest) { return number_at(step_of(rest), "devices.0.rate.sequences_per_s"); }

double item_seconds(const nlohmann::json& answer, const std::string& name) {
  for (const auto& item : *find_at(answer, "result.devices.0.time.items")) {
    if (item.find("name")->get<std::string>() == name) return item.find("seconds")->get<double>();
  }
  return 0;
}

const std::string selene = "s=2048&d=a100-sxm4-80gb&p=fp16&attn=unfused&stack=megatron&m=custom&glu=0&tie=1&voc=51200&tp=8";
const std::string full = "&ac=full";
const std::string selective = "&sp=1&ac=selective";

}  // namespace

TEST_CASE("Eight published steps of GPT models come out within five percent (rows 14, S8)") {
  struct Row {
    const char* shape;
    double full_s;
    double selective_s;
  };
  const Row rows[] = {
      {"&L=48&h=6144&a=64&kv=64&ff=24576&b=4&mb=4&d1.n=8", 1.42, 1.10},
      {"&L=96&h=12288&a=96&kv=96&ff=49152&b=64&mb=1&d1.n=64&pp=8&vp=3", 18.13, 13.75},
      {"&L=105&h=20480&a=128&kv=128&ff=81920&b=280&mb=1&d1.n=280&pp=35&vp=3", 49.05, 37.83},
      {"&L=128&h=25600&a=160&kv=160&ff=102400&b=512&mb=1&d1.n=512&pp=64", 94.42, 71.49},
  };
  for (const Row& row : rows) {
    CAPTURE(row.shape);
    CHECK(seconds_of(selene + row.shape + full) == Approx(row.full_s).epsilon(0.05));
    CHECK(seconds_of(selene + row.shape + selective) == Approx(row.selective_s).epsilon(0.05));
  }
}

TEST_CASE("GPT-2 on a node of eight A100: tokens, days and MFU that its measured step comes to (T01)") {
  const auto answer =
      step_of("m=gpt2&s=1024&b=480&mb=12&d=a100-sxm4-40gb&d1.n=8&p=bf16&stack=torchtitan&d1.got=step:0.562"
              "&tok=294912000000");  // 600,000 steps
  CHECK(number_at(answer, "devices.0.rate.tokens_per_s") == Approx(875e3).epsilon(0.01));
  CHECK(number_at(answer, "devices.0.time.run_s") / 86400 == Approx(3.90).epsilon(0.01));
  CHECK(number_at(answer, "devices.0.flops.mfu") == Approx(0.30).margin(0.01));
}

TEST_CASE("GPT-2 on one RTX 4090 (T04)") {
  const auto answer = step_of("m=gpt2&s=1024&b=480&mb=12&d=rtx-4090&p=bf16&stack=torchtitan");
  CHECK(number_at(answer, "devices.0.rate.tokens_per_s") == Approx(106e3).epsilon(0.25));
  CHECK(number_at(answer, "devices.0.flops.mfu") == Approx(0.55).margin(0.03));  // of the card's own 165 TFLOP/s
}

TEST_CASE("Software that compiles takes the loss in one kernel each way, a third of the traffic") {
  const std::string gpt2 = "m=gpt2&s=1024&b=48&mb=12&d=a100-sxm4-80gb&p=bf16&stack=";
  const auto compiled = step_of(gpt2 + "torchtitan");
  const auto eager = step_of(gpt2 + "eager");
  for (const char* item : {"forward.loss", "backward.loss"}) {
    CAPTURE(item);
    CHECK(item_seconds(compiled, item) > 0.2 * item_seconds(eager, item));
    CHECK(item_seconds(compiled, item) < 0.5 * item_seconds(eager, item));
  }
}

TEST_CASE("A 65B model on 64 H100 with every layer recomputed: speed, and HFU four thirds of MFU (T07)") {
  const auto answer = step_of(
      "m=custom&L=80&h=8192&a=64&kv=64&ff=32768&glu=0&tie=1&voc=50368&s=2048&b=2048&mb=8&d=h100-sxm5-80gb&d1.n=64&z=3"
      "&ac=full&p=bf16&stack=composer");
  CHECK(number_at(answer, "devices.0.rate.tokens_per_s") / 64 == Approx(1039).epsilon(0.2));
  const double ratio = number_at(answer, "devices.0.flops.hfu") / number_at(answer, "devices.0.flops.mfu");
  CHECK(ratio == Approx(1.333).margin(0.01));
}

TEST_CASE("A 1.1B model on 16 A100 with sharded weights (T09)") {
  const std::string tiny =
      "m=custom&L=22&h=2048&a=32&kv=4&ff=5632&glu=1&tie=0&voc=32000&s=2048&b=1024&mb=8&d=a100-sxm4-40gb&d1.n=16&z=3&p=bf16";
  CHECK(tokens_of(tiny + "&stack=torchtitan") / 16 == Approx(24e3).epsilon(0.2));
}

TEST_CASE("A 65B model on 2,048 A100: tokens per device, days for 1.4T tokens (T10)") {
  const auto answer = step_of(
      "m=custom&L=80&h=8192&a=64&kv=64&ff=22016&glu=1&tie=0&voc=32000&s=2048&b=2048&mb=1&d=a100-sxm4-80gb&d1.n=2048&z=3"
      "&p=bf16&stack=torchtitan&tok=1.4e12");
  const double tokens = number_at(answer, "devices.0.rate.tokens_per_s");
  CHECK(tokens / 2048 == Approx(380).epsilon(0.15));
  CHECK(number_at(answer, "devices.0.time.run_s") == Approx(1.4e12 / tokens));
}

TEST_CASE("BERT-Large on sixteen V100 keeps 92 percent of one device's speed (T16)") {
  const std::string bert = "m=bert-large&s=512&mb=14&d=v100-sxm3-32gb&p=fp16&stack=tensorflow";
  const double many = sequences_of(bert + "&b=224&d1.n=16");
  CHECK(many / (16 * sequences_of(bert + "&b=14")) == Approx(0.92).margin(0.05));
}

TEST_CASE("Four gaming cards over PCIe keep 60 percent, and accumulation hides the rest (T18)") {
  const std::string bert = "m=bert-base&s=512&mb=6&d=rtx-2080-ti&p=fp16&stack=tensorflow";
  const double one = sequences_of(bert + "&b=6");
  const double four = sequences_of(bert + "&b=24&d1.n=4&d1.node=4");
  CHECK(four / (4 * one) == Approx(0.60).margin(0.12));
  CHECK(sequences_of(bert + "&b=2400&d1.n=4&d1.node=4") > 1.1 * four);
}

TEST_CASE("BERT-Base fine-tuning on a V100: 80 minutes in 32 bit, two to three times as fast in 16 (T19)") {
  const auto speed = [](const std::string& precision) {
    return number_at(estimate_of("v=1&w=finetune&tm=tiled&m=bert-base&s=384&b=12&mb=12&d=v100-sxm2-16gb&stack=hf&p=" +
                                 precision),
                     "devices.0.rate.sequences_per_s");
  };
  CHECK(2 * 88600 / speed("fp32") == Approx(4800).epsilon(0.25));
  CHECK(speed("fp16") / speed("fp32") > 2);
  CHECK(speed("fp16") / speed("fp32") < 3.3);
}

TEST_CASE("Two micro-batches through eight stages take four and a half times as long as without a bubble (row 15)") {
  const auto answer = step_of("m=gpt3-175b&s=2048&b=2&mb=1&d=a100-sxm4-80gb&d1.n=64&tp=8&pp=8&attn=unfused&stack=megatron");
  const double bubble = item_seconds(answer, "bubble");
  // The passes alone: what comes once a step does not wait.
  const double passes = number_at(answer, "devices.0.time.step_s") - item_seconds(answer, "optimizer") -
                        item_seconds(answer, "stragglers");
  CHECK(passes / (passes - bubble) == Approx(4.5).epsilon(0.1));
}

TEST_CASE("126 layers over 16 stages of 8 interleaved chunks: the first and the last stage hold fewer (Llama 3 405B)") {
  // Published: 43 percent of the peak on 8,192 H100, 41 on 16,384 (Grattafiori et al. 2024, table 4).
  const std::string herd = "m=llama-3.1-405b&s=8192&b=2048&mb=1&p=bf16&d=h100-sxm5-80gb&tp=8&sp=1&pp=16&z=1&d1.n=";
  const auto half = step_of(herd + "8192&vp=8");
  CHECK(number_at(half, "devices.0.flops.mfu") == Approx(0.43).epsilon(0.15));
  CHECK(number_at(step_of(herd + "16384&vp=8"), "devices.0.flops.mfu") == Approx(0.41).epsilon(0.15));
  CHECK(has_issue(half, "parallel.uneven", "d1.pp"));
  // One chunk more and there is a stage too many.
  CHECK(has_issue(step_of(herd + "8192&vp=9"), "parallel.layers", "d1.pp"));
  double before = 0;
  for (const char* layers : {"&L=126", "&L=127", "&L=128", "&L=129", "&L=136", "&L=143", "&L=144"}) {
    CAPTURE(layers);
    const double step = seconds_of(herd + "8192&vp=8" + layers);
    CHECK(step > before);
    before = step;
  }
}

TEST_CASE("A sharded optimizer gathers weights once a step, not for every micro-batch (row 17)") {
  const std::string gpt3 =
      "m=gpt3-175b&s=2048&b=1536&mb=1&d=a100-sxm4-80gb&d1.n=1024&tp=8&sp=1&pp=8&vp=3&ac=selective&attn=unfused"
      "&p=fp16&stack=megatron";
  const auto answer = step_of(gpt3 + "&z=1");
  CHECK(item_seconds(answer, "weights-gather") == 0);
  CHECK(number_at(answer, "devices.0.time.step_s") == Approx(19.2).epsilon(0.12));
}

TEST_CASE("Adapters of Mistral-7B train at the measured speed, and 4-bit weights cost a little of it (M22)") {
  const std::string run = "w=finetune&m=mistral-7b&s=4096&b=4&mb=4&d=a100-sxm4-80gb&ac=full&attn=fused&tm=tiled&v=1";
  const auto tokens = [&run](const char* method) {
    return number_at(estimate_of(run + method), "devices.0.rate.tokens_per_s");
  };
  const double lora = tokens("&ft=lora");
  const double qlora = tokens("&ft=qlora");
  CHECK(lora == Approx(3597).epsilon(0.15));
  CHECK(qlora == Approx(3428).epsilon(0.15));
  CHECK(qlora < lora);
  CHECK(tokens("&ft=full&off=cpu") < lora);
}

TEST_CASE("Frozen weights have no gradients: two passes of products instead of three, and nothing of them is exchanged") {
  const std::string run = "v=1&tm=tiled&w=finetune&m=llama-2-7b&s=512&b=64&mb=2&mfu=6n&d=a100-sxm4-80gb&d1.n=8";
  const auto all = estimate_of(run + "&ft=full");
  const auto adapters = estimate_of(run + "&ft=lora");
  CHECK(number_at(adapters, "devices.0.flops.model_flops") ==
        Approx(number_at(all, "devices.0.flops.model_flops") * 2 / 3).epsilon(1e-12));
  CHECK(item_seconds(adapters, "gradients") < 0.02 * item_seconds(all, "gradients"));
  // Adapters stand beside each product, 4-bit weights are unpacked before it.
  CHECK(item_seconds(adapters, "forward.mlp-up") > item_seconds(all, "forward.mlp-up"));
  CHECK(item_seconds(estimate_of(run + "&ft=qlora"), "forward.mlp-up") > item_seconds(adapters, "forward.mlp-up"));
  // A higher rank is more work.
  const auto high = estimate_of(run + "&ft=lora&rank=256");
  CHECK(number_at(high, "devices.0.time.step_s") > number_at(adapters, "devices.0.time.step_s"));
}

TEST_CASE("States on the host: its processors update them, and copies take the way there and back") {
  const std::string run = "v=1&tm=tiled&w=finetune&m=llama-3.1-8b&s=8192&b=8&mb=1&d=h200-sxm&d1.n=8&z=3&ac=full&stack=deepspeed";
  const auto here = estimate_of(run);
  const auto away = estimate_of(run + "&off=optimizer");
  const auto whole = estimate_of(run + "&off=cpu");
  const auto drives = estimate_of(run + "&off=nvme");
  CHECK(item_seconds(here, "offload") == 0);
  // 2.3 ns for each of the billion parameters that a rank updates.
  CHECK(item_seconds(away, "offload") > 2.3);
  CHECK(item_seconds(away, "optimizer") < item_seconds(here, "optimizer"));
  CHECK(number_at(whole, "devices.0.time.step_s") > number_at(away, "devices.0.time.step_s"));
  CHECK(number_at(drives, "devices.0.time.step_s") > number_at(whole, "devices.0.time.step_s"));
  const auto faster = estimate_of(run + "&off=cpu&d1.hbw=200");
  CHECK(number_at(faster, "devices.0.time.step_s") < number_at(whole, "devices.0.time.step_s"));
}
