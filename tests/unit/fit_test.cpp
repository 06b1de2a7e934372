// Inverse questions: the answer fits, the next value does not, and put back into the scenario it gives the
// same bytes.

#include "support/answer.hpp"
#include "support/catch.hpp"

#include <string>

#include <tilewise/api.hpp>

using namespace tilewise::testing;
using nlohmann::json;

namespace {

json fit_of(const std::string& link, const std::string& question) {
  const json request{{"scenario", link}, {"question", question}};
  return parse_answer(tilewise::fit(request.dump()));
}

std::string fits_word(const std::string& link) { return word_at(estimate_of(link), "devices.0.fits"); }

const std::string generation = "v=1&tm=tiled&m=llama-2-7b&w=decode&d=rtx-4090&s=1024";
const std::string training = "v=1&tm=tiled&m=bert-large&w=train&s=512&b=32&d=v100-sxm2-32gb";

std::string number_text(double number) { return std::to_string(static_cast<long>(number)); }

}  // namespace

TEST_CASE("The longest context fits and one token more does not") {
  for (const char* more : {"", "&b=3&kq=int8&vq=int8", "&b=3&wq=int4", "&b=3", "&d1.mem=20"}) {
    CAPTURE(more);
    const std::string base = std::string("v=1&tm=tiled&m=llama-3.1-8b&w=decode&d=rtx-4090") + more;
    const json answer = fit_of(base, "context");
    REQUIRE(word_at(answer, "devices.0.state") == "found");
    const double value = number_at(answer, "devices.0.value");
    CHECK(fits_word(base + "&s=" + number_text(value)) == "tight");
    CHECK(fits_word(base + "&s=" + number_text(value + 1)) == "no");
  }
}

TEST_CASE("The largest batch is the one a scan finds") {
  const json answer = fit_of(generation, "batch");
  double largest = 0;
  for (int batch = 1; batch < 64; ++batch) {
    if (fits_word(generation + "&b=" + std::to_string(batch)) != "no") largest = batch;
  }
  REQUIRE(largest > 1);
  CHECK(number_at(answer, "devices.0.value") == largest);
}

TEST_CASE("The largest micro-batch of a training step is the one a scan finds") {
  const json answer = fit_of(training, "micro-batch");
  double largest = 0;
  for (int batch = 1; batch < 64; ++batch) {
    const std::string size = std::to_string(batch);
    if (fits_word("v=1&tm=tiled&m=bert-large&w=train&s=512&d=v100-sxm2-32gb&b=" + size + "&mb=" + size) != "no") {
      largest = batch;
    }
  }
  REQUIRE(largest > 1);
  CHECK(number_at(answer, "devices.0.value") == largest);
}

TEST_CASE("An answer put back in gives the same bytes and the same time") {
  for (const char* question : {"context", "batch", "model", "devices"}) {
    CAPTURE(question);
    const json answer = fit_of(generation, question);
    const json again = estimate_of(word_at(answer, "devices.0.link"));
    CHECK(number_at(again, "devices.0.memory.total_bytes") == number_at(answer, "devices.0.total_bytes"));
    CHECK(number_at(again, "devices.0.time.total_s") == number_at(answer, "devices.0.total_s"));
    CHECK(word_at(again, "devices.0.fits") == word_at(answer, "devices.0.fits"));
  }
}

TEST_CASE("A context that only the model's own positions bound says so") {
  const json answer = fit_of("v=1&m=gpt2&w=decode&d=h100-sxm5-80gb", "context");
  CHECK(number_at(answer, "devices.0.value") == 1024);
  CHECK(word_at(answer, "devices.0.bounded_by") == "model");
}

TEST_CASE("Where not even the smallest fits there is no value, only what it would need") {
  const json answer = fit_of("v=1&m=llama-2-70b&w=decode&d=rtx-4090", "batch");
  CHECK(word_at(answer, "devices.0.state") == "none");
  CHECK(find_at(answer, "result.devices.0.value")->is_null());
  CHECK(number_at(answer, "devices.0.total_bytes") > number_at(answer, "devices.0.capacity_bytes"));
}

TEST_CASE("The largest model of a family is the largest that fits") {
  const json answer = fit_of("v=1&m=llama-2-7b&w=decode&s=1024&d=a100-sxm4-80gb", "model");
  CHECK(word_at(answer, "devices.0.model") == "llama-2-13b");
  CHECK(word_at(fit_of("v=1&m=llama-2-7b&w=decode&s=1024&d=h200-sxm", "model"), "devices.0.model") != "(none)");
}

TEST_CASE("Every column is asked on its own, with its own overrides") {
  const json answer = fit_of("v=1&m=llama-3.1-8b&w=decode&s=1024&b=4&d=rtx-4090~rtx-4090&d2.mem=48", "context");
  CHECK(number_at(answer, "devices.1.value") > 2 * number_at(answer, "devices.0.value"));
}

TEST_CASE("The ranking holds every device once, those that run first and the fastest of them first") {
  const json answer = fit_of("v=1&tm=tiled&m=llama-2-13b&w=decode&s=1024", "catalogue");
  const json catalogue = parse_answer(tilewise::catalogue());
  const json& ranking = *find_at(answer, "result.ranking");
  CHECK(ranking.size() == find_at(catalogue, "result.devices")->size());
  double last = 0;
  bool running = true;
  for (const json& entry : ranking) {
    const bool runs = (entry["fits"] == "yes" || entry["fits"] == "tight") && !entry["total_s"].is_null();
    CHECK((running || !runs));
    running = running && runs;
    if (!runs) continue;
    CHECK(entry["total_s"].get<double>() >= last);
    last = entry["total_s"].get<double>();
  }
  CHECK(last > 0);
  CHECK_FALSE(running);
}

TEST_CASE("A question that is none is refused by name") {
  const json answer = fit_of(generation, "colour");
  CHECK(find_at(answer, "result")->is_null());
  CHECK(has_issue(answer, "fit.question", "question"));
}

TEST_CASE("A chip that runs compiled programs is offered no format of llama.cpp, a card is") {
  const auto offered = [&](const std::string& model, const std::string& device) {
    std::string sets;
    const json answer = estimate_of("v=1&tm=tiled&w=decode&s=1024&m=" + model + "&d=" + device);
    for (const json& fix : *find_at(answer, "result.devices.0.fixes")) sets += fix["set"].get<std::string>() + " ";
    return sets;
  };
  for (const char* chip : {"tpu-v4", "tpu-v5e", "mtia-v2"}) {
    CAPTURE(chip);
    const std::string sets = offered("llama-2-70b", chip);
    CHECK_FALSE(sets.empty());
    for (const char* of_llama : {"wq=q", "wq=iq", "kq=q"}) CHECK(sets.find(of_llama) == std::string::npos);
  }
  CHECK(offered("llama-2-13b", "tpu-v5e").find("wq=int8") != std::string::npos);
  CHECK(offered("llama-2-70b", "rtx-3090").find("wq=iq2-xxs") != std::string::npos);
}

TEST_CASE("The catalogue says the bits of an element of each stored format") {
  const json answer = parse_answer(tilewise::catalogue());
  CHECK(number_at(answer, "format_bits.q4-k-m") == 4.85);
  CHECK(number_at(answer, "format_bits.int8") == 8);
}
