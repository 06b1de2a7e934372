#include "device_command.hpp"

#include <iostream>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <tilewise/api.hpp>
#include <tilewise/catalogue.hpp>
#include <tilewise/sources.hpp>

#include "numbers.hpp"
#include "tables.hpp"

namespace tilewise::cli {
namespace {

using nlohmann::json;

// Whether it can be had, and what that says of two years on: nobody publishes an end of sale.
constexpr std::pair<const char*, const char*> availability[] = {
    {"current", "on sale; the end of sale is not published"},
    {"cloud-only", "for rent only; the end is not published"},
    {"discontinued", "no longer made: what is left, used or rented"},
    {"internal", "not sold or rented to others"},
    {"announced", "announced, not yet sold"},
};
constexpr std::pair<const char*, const char*> forms[] = {
    {"pcie-card", "PCIe card"},     {"sxm", "SXM module"},       {"oam", "OAM module"}, {"superchip", "superchip with a processor"},
    {"soc", "part of a processor"}, {"laptop", "part of a laptop"}, {"cloud", "board of a cloud, not sold"},
};
constexpr std::pair<const char*, const char*> kinds_of_price[] = {
    {"msrp", "list price"}, {"street", "sold for"}, {"rent", "an hour"},
};

template <std::size_t N>
std::string word_for(const std::pair<const char*, const char*> (&words)[N], std::string_view code) {
  for (const auto& [name, text] : words) {
    if (code == name) return text;
  }
  return "not published";
}

json dossier(const Device& device) {
  json out;
  const json all = json::parse(catalogue());
  for (const json& entry : all["result"]["devices"]) {
    if (entry["id"] == device.id) out = entry;
  }
  const std::string_view form = form_of(device.id);
  out["form"] = form.empty() ? json(nullptr) : json(form);
  out["prices"] = json::array();
  for (const PriceNote& price : price_notes()) {
    if (price.item != device.id) continue;
    out["prices"].push_back({{"what", price.what},
                             {"usd", price.usd},
                             {"date", price.date},
                             {"source", price.source},
                             {"basis", price.basis}});
  }
  return out;
}

std::string known(const json& value, const char* unit) {
  if (value.is_null()) return "not published";
  return value.is_string() ? value.get<std::string>() : quantity(value.get<double>(), unit);
}

std::string text_of_device(const json& device) {
  const std::vector<TextRow> rows{
      {"availability", word_for(availability, device["status"].get<std::string>())},
      {"released", known(device["release"], "")},
      {"form", word_for(forms, device["form"].is_null() ? "" : device["form"].get<std::string>())},
      {"link", known(device["link_type"], "")},
      {"link, one way", known(device["link_one_way_bytes_per_s"], "B/s")},
      {"PCIe generation", known(device["pcie_generation"], "")},
      {"to the host, one way", known(device["host_one_way_bytes_per_s"], "B/s")},
      {"power limit", known(device["power_limit_w"], "W")},
      {"memory", known(device["memory_bytes"], "B")},
      {"chips in a server", known(device["server_devices"], "")},
  };
  std::string out = device["name"].get<std::string>() + "\n" + aligned(rows, 2);
  for (const json& price : device["prices"]) {
    const Source* source = find_source(price["source"].get<std::string>());
    out += "$" + count(price["usd"].get<double>()) + " " + word_for(kinds_of_price, price["what"].get<std::string>()) + ", " +
           price["date"].get<std::string>() + ": " + price["basis"].get<std::string>() +
           (source != nullptr ? " (" + std::string(source->title) + ", " + std::string(source->publisher) + ")" : "") + "\n";
  }
  return out;
}

}  // namespace

void add_device_command(CLI::App& app, DeviceCommand& command) {
  command.app = app.add_subcommand("device", "What is known of one device: interface, form, power, availability, dated prices");
  command.app->add_option("id", command.id, "A device of the catalogue, or its other name")->required();
  command.app->add_flag("--json", command.json, "Print the answer as JSON");
}

std::optional<int> run_device_command(const DeviceCommand& command) {
  if (!command.app->parsed()) return std::nullopt;
  const Device* device = find_device(command.id);
  if (device == nullptr) {
    std::cerr << "tilewise: no device is called “" << command.id << "”; `tilewise catalogue` lists them\n";
    return 2;
  }
  const json found = dossier(*device);
  if (command.json) {
    std::cout << json{{"schema", 1}, {"result", found}, {"issues", json::array()}}.dump(2) << '\n';
  } else {
    std::cout << text_of_device(found);
  }
  return 0;
}

}  // namespace tilewise::cli
