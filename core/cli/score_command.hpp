#pragma once
// `tilewise score` and `tilewise calibrate`: how far off the estimates are, and constants that bring them closer.

#include <cstddef>
#include <optional>
#include <string>

#include <tilewise/score/report.hpp>

namespace CLI {
class App;
}

namespace tilewise::cli {

struct ScoreCommand {
  CLI::App* score = nullptr;
  CLI::App* calibrate = nullptr;
  std::string folder;
  score::Options options;
  std::string fold;       // "K/N"
  std::string explain;    // id of a row
  std::string out;        // folder for the constants
  std::size_t worst = 10;
  bool json = false;
  bool rows = false;
};

void add_score_commands(CLI::App& app, ScoreCommand& command);

// The exit code, when one of the two was asked for.
[[nodiscard]] std::optional<int> run_score_commands(ScoreCommand& command);

}  // namespace tilewise::cli
