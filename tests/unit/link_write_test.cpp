#include "support/catch.hpp"
#include "support/link.hpp"

using namespace tilewise;
using namespace tilewise::testing;

TEST_CASE("Without devices an override is about the default devices, and they are written out", "[link]") {
  CHECK(rewritten("d2.n=4") == "v=1&d=tpu-v4~mtia-v1~v100-sxm2-32gb~rtx-2080-ti~rtx-4090&d2.n=4");
  CHECK(has_issue(read_link("d6.n=4"), "link.no-such-column", "d6.n"));
}

TEST_CASE("The same device may stand in two columns", "[link]") {
  CHECK(rewritten("d=rtx-4090~rtx-4090&d2.n=2") == "v=1&d=rtx-4090~rtx-4090&d2.n=2");
}

TEST_CASE("Long names work in links and become keys", "[link]") {
  CHECK(rewritten("model=gpt2-xl&devices=tpu-v4&d1.count=4") == "v=1&m=gpt2-xl&d=tpu-v4&d1.n=4");
}

TEST_CASE("Names of JavaScript's own object properties are keys like any other", "[link]") {
  const LinkReading reading = read_link("v=1&__proto__=1&constructor=2&d1.__proto__=3");
  CHECK(reading.scenario.unknown.size() == 3);
  CHECK(read_link(write_link(reading.scenario)).scenario == canonical(reading.scenario));
}

TEST_CASE("Keys are written in the order of the vocabulary, columns with their devices", "[link]") {
  CHECK(rewritten("p=fp16&d2.n=2&d1.bw=600&b=8&d=tpu-v2~rtx-4090&d1.n=4&m=gpt2-xl&w=train") ==
        "v=1&m=gpt2-xl&w=train&b=8&d=tpu-v2~rtx-4090&d1.n=4&d1.bw=600&d2.n=2&p=fp16");
}

TEST_CASE("Values equal to the default are dropped, an explicit time model is not", "[link]") {
  CHECK(rewritten(
            "m=bert-large&w=prefill&s=128&b=1&p=auto&tp=1&u=gib&d=tpu-v4~mtia-v1~v100-sxm2-32gb~rtx-2080-ti~"
            "rtx-4090") == "v=1");
  CHECK(rewritten("m=llama-2-7b&s=128") == "v=1&m=llama-2-7b&s=128");
  CHECK(rewritten("m=llama-2-7b&s=2048") == "v=1&m=llama-2-7b");
  CHECK(rewritten("w=train&b=1") == "v=1&w=train&b=1");
  CHECK(rewritten("tm=tiled") == "v=1&tm=tiled");
}

TEST_CASE("Overrides equal to the catalogue are dropped, a peak is not", "[link]") {
  CHECK(rewritten("d=rtx-3090&d1.bw=936.2&d1.mem=24&d1.n=1&d1.tdp=350") == "v=1&d=rtx-3090");
  CHECK(rewritten("d=rtx-4090&d1.bw=1009") == "v=1&d=rtx-4090&d1.bw=1009");
  CHECK(rewritten("d=rtx-4090&d1.peak=165.2") == "v=1&d=rtx-4090&d1.peak=165.2");
}

TEST_CASE("The revision is written only if the scenario has one", "[link]") {
  CHECK(rewritten("v=1&r=1&b=2") == "v=1&r=1&b=2");
  CHECK(rewritten("v=1&b=2") == "v=1&b=2");
}

TEST_CASE("A link ends in a letter or digit and is made of characters that every program keeps", "[link]") {
  const std::string link =
      write_link(read_link("t=_*a*~b~_%20%22%27%3C%3E(x)!&zz_*=~.&d=tpu-v4~rtx-4090").scenario);
  CHECK(link.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.~:%&=") ==
        std::string::npos);
  CHECK(link.find("%7E") == std::string::npos);
  CHECK(std::string_view("0123456789abcdefghjkmnpqrstvwxyz").find(link.back()) != std::string_view::npos);
}

TEST_CASE("Characters that could mislead are gone from the title a link carries", "[link]") {
  CHECK(rewritten("t=a%E2%80%AEb%00c%0Ad") == "v=1&t=abcd");
}
