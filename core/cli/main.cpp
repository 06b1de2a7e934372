// tilewise: the text API on the command line. Exit 0: there is a result; 2: wrong usage or a request without
// one, with the reason and its place on standard error.

#include <cstdio>
#include <functional>
#include <iostream>
#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <tilewise/api.hpp>

#include "compare_text.hpp"
#include "device_command.hpp"
#include "fit_text.hpp"
#include "import_command.hpp"
#include "limits_text.hpp"
#include "messages.hpp"
#include "plan_text.hpp"
#include "requests.hpp"
#include "roofline_text.hpp"
#include "software_text.hpp"
#include "score_command.hpp"
#include "tables.hpp"

namespace {

using nlohmann::json;
using tilewise::cli::Requests;

using Call = std::function<std::string(const std::string&)>;
using Text = std::string (*)(const json&);

json with_messages(const std::string& answer) {
  json envelope = json::parse(answer, nullptr, false);
  tilewise::cli::add_messages(envelope);
  return envelope;
}

// Standard input line by line: one compact answer a line, also for requests that cannot be answered.
int answer_lines(const Requests& requests, const Call& call) {
  for (const std::string& text : requests.texts) std::cout << with_messages(call(text)).dump() << '\n';
  return 0;
}

int answer(const Requests& requests, const Call& call, Text readable, bool as_json) {
  if (!requests.problem.empty()) {
    std::cerr << "tilewise: " << requests.problem << '\n';
    return 2;
  }
  if (requests.texts.size() > 1) return answer_lines(requests, call);
  const json envelope = with_messages(call(requests.texts.front()));
  const bool failed = envelope["result"].is_null();
  if (as_json) {
    std::cout << (requests.lines ? envelope.dump() : envelope.dump(2)) << '\n';
  } else if (!failed) {
    std::cout << readable(envelope);
  }
  if (failed || !as_json) std::cerr << tilewise::cli::issues_text(envelope);
  return failed ? 2 : 0;
}

// What other programs make of the work, and what gives out first as it grows, are searches: questions of their own.
std::string estimate_and_break(const json& envelope) {
  return tilewise::cli::estimate_text(envelope) + tilewise::cli::software_text(envelope) +
         tilewise::cli::first_break_text(envelope);
}

std::string version_line() {
  const json envelope = json::parse(tilewise::version());
  const json& result = envelope["result"];
  return "tilewise " + result["version"].get<std::string>() + " (scenarios v" +
         std::to_string(result["schema"].get<int>()) + ", catalogue r" +
         std::to_string(result["revision"].get<int>()) + ")";
}

struct Options {
  std::string scenario;
  std::string path;
  std::string axis;
  std::string question;
  std::string of;
  std::vector<std::string> only;
  std::string counts;
  double days = 0;
  double usd = 0;
  double flops = 0;
  bool json = false;
};

std::string fit_members(const Options& options) {
  std::string only;
  for (const std::string& filter : options.only) only += (only.empty() ? "" : ",") + tilewise::cli::quoted(filter);
  return "\"question\":" + tilewise::cli::quoted(options.question) + ",\"only\":[" + only + "]";
}

// A number of a plan or of what fits needs what that call was asked.
std::string explain_members(const Options& options) {
  std::string members = "\"path\":" + tilewise::cli::quoted(options.path) + ",\"of\":" + tilewise::cli::quoted(options.of);
  if (options.of == "fit") members += "," + fit_members(options);
  if (options.of == "plan") members += "," + tilewise::cli::plan_members(options.counts, options.days);
  if (options.of == "compare") {
    members += "," + tilewise::cli::budget_members(options.days > 0 ? options.days : 30, options.usd, options.flops);
  }
  return members;
}

CLI::App* command(CLI::App& app, const char* name, const char* help, Options& options) {
  CLI::App* sub = app.add_subcommand(name, help);
  sub->add_flag("--json", options.json, "Print the answer as JSON");
  return sub;
}

void takes_scenario(CLI::App* sub, Options& options) {
  sub->add_option("scenario", options.scenario,
                  "A link, a JSON scenario, a file of either, or - for standard input (one a line); without it "
                  "the default comparison");
}

// "b:1..256:log" is an axis of its own; a scenario may also carry one as x=.
std::string sweep_request(const std::string& scenario, const std::string& axis) {
  if (axis.empty()) return scenario;
  const std::size_t colon = axis.find(':');
  const std::size_t dots = axis.find("..");
  if (colon == std::string::npos || dots == std::string::npos || dots < colon) {
    return tilewise::cli::with_members(scenario, "\"axis\":" + tilewise::cli::quoted(axis));
  }
  const bool logarithmic = axis.find(":log") != std::string::npos;
  const std::string to = axis.substr(dots + 2, axis.find(':', dots) - dots - 2);
  const auto number = [](const std::string& text) { return text.empty() || !json::accept(text) ? "null" : text; };
  return tilewise::cli::with_members(
      scenario, "\"axis\":" + tilewise::cli::quoted(axis.substr(0, colon)) + ",\"from\":" +
                    number(axis.substr(colon + 1, dots - colon - 1)) + ",\"to\":" + number(to) + ",\"scale\":\"" +
                    (logarithmic ? "log" : "linear") + "\"");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"What will this Transformer workload cost on these accelerators, what breaks first, how sure are we?"};
  app.set_version_flag("--version", version_line());
  app.require_subcommand(1);
  Options options;
  CLI::App* estimate = command(app, "estimate", "Time, memory and rates of a scenario on its devices", options);
  CLI::App* catalogue = command(app, "catalogue", "All devices and models", options);
  CLI::App* link = command(app, "link", "The canonical link of a scenario, and what a link means", options);
  CLI::App* sweep = command(app, "sweep", "One input varied", options);
  CLI::App* explain = command(app, "explain", "Formula, inputs and sources of one number", options);
  CLI::App* fit = command(app, "fit", "The largest input that fits, or every device that can run the scenario", options);
  CLI::App* plan = command(app, "plan", "Every split over the devices that fits, and the best of them", options);
  CLI::App* limits = command(app, "limits", "What breaks first: limits, where they give out, formats, rent or buy", options);
  CLI::App* compare = command(app, "compare", "Where a difference comes from, what would have to be true, what a training budget buys", options);
  CLI::App* roofline = command(app, "roofline", "The operators of a step under the roofline of each device", options);
  for (CLI::App* sub : {compare, explain}) {
    sub->add_option("--days", options.days, "Days of training to spend");
    sub->add_option("--usd", options.usd, "US dollars of training to spend");
    sub->add_option("--flops", options.flops, "FLOPs of training to spend");
  }
  for (CLI::App* sub : {estimate, link, sweep, explain, fit, limits, compare, plan, roofline}) takes_scenario(sub, options);
  sweep->add_option("--axis", options.axis, "KEY:FROM..TO or KEY:FROM..TO:log, for example b:1..256:log");
  explain->add_option("path", options.path, "The number, as in the answer: devices.0.time.total_s")
      ->default_val("devices.0.time.total_s");
  explain->add_option("--of", options.of, "The call whose answer has the number: estimate, limits, compare, fit, plan or sweep")
      ->default_val("estimate");

  for (CLI::App* sub : {fit, explain}) {
    sub->add_option("--question", options.question,
                    "context, batch, micro-batch, model (largest of its family), devices (fewest chips) or catalogue")
        ->default_val("context");
    sub->add_option("--only", options.only,
                    "Of the catalogue: fits (memory), kept (every limit of lim.* for certain), current (on sale or for rent)")
        ->delimiter(',');
  }

  for (CLI::App* sub : {plan, explain}) {
    sub->add_option("--counts", options.counts, "The best split on so many chips each: 1,2,4,8 or all for 1 to 4,096");
  }
  plan->add_option("--days", options.days, "The fewest chips that train for the tokens of tok in so many days");

  tilewise::cli::DeviceCommand device;
  tilewise::cli::add_device_command(app, device);
  tilewise::cli::ImportCommand importing;
  tilewise::cli::add_import_command(app, importing);
  tilewise::cli::ScoreCommand scoring;
  tilewise::cli::add_score_commands(app, scoring);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? 0 : 2;
  }

  namespace cli = tilewise::cli;
  if (const auto code = cli::run_device_command(device)) return *code;
  if (const auto code = cli::run_import_command(importing)) return *code;
  if (const auto code = cli::run_score_commands(scoring)) return *code;
  const auto plain = [](std::string (*call)(std::string_view)) {
    return [call](const std::string& text) { return call(text); };
  };
  if (catalogue->parsed()) {
    Requests none;
    none.texts = {""};
    return answer(none, [](const std::string&) { return tilewise::catalogue(); }, cli::catalogue_text, options.json);
  }
  const Requests requests = cli::read_requests(options.scenario);
  if (estimate->parsed()) return answer(requests, plain(tilewise::estimate), estimate_and_break, options.json);
  if (link->parsed()) return answer(requests, plain(tilewise::link), cli::link_text, options.json);
  if (sweep->parsed()) {
    return answer(
        requests, [&](const std::string& text) { return tilewise::sweep(sweep_request(text, options.axis)); },
        cli::sweep_text, options.json);
  }
  if (limits->parsed()) return answer(requests, plain(tilewise::limits), cli::limits_text, options.json);
  if (roofline->parsed()) return answer(requests, plain(tilewise::roofline), cli::roofline_text, options.json);
  if (compare->parsed()) {
    const std::string budget = cli::budget_members(options.days > 0 ? options.days : 30, options.usd, options.flops);
    return answer(
        requests, [&](const std::string& text) { return tilewise::compare(cli::with_members(text, budget)); },
        cli::compare_text, options.json);
  }
  if (fit->parsed()) {
    return answer(
        requests,
        [&](const std::string& text) {
          return tilewise::fit(cli::with_members(text, fit_members(options)));
        },
        cli::fit_text, options.json);
  }
  if (plan->parsed()) {
    return answer(
        requests,
        [&](const std::string& text) {
          return tilewise::plan(cli::with_members(text, cli::plan_members(options.counts, options.days)));
        },
        cli::plan_text, options.json);
  }
  return answer(
      requests,
      [&](const std::string& text) {
        return tilewise::explain(cli::with_members(text, explain_members(options)));
      },
      cli::explain_text, options.json);
}
