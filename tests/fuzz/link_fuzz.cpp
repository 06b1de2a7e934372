// Any text as a link. It is never a crash; what is read survives being written, read and written again.

#include <tilewise/link.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace tilewise;

namespace {

void require(bool holds, const char* rule, const std::string& link) {
  if (holds) return;
  std::fprintf(stderr, "broken rule: %s\n%s\n", rule, link.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const LinkReading reading = read_link(text);
  require(!reading.refused || reading.scenario == Scenario(), "a refused link is empty", "");
  const std::string link = write_link(reading.scenario);
  if (link.size() > link_reading_limit) return 0;  // percent-encoding makes texts longer
  const LinkReading again = read_link(link);
  require(again.tag == TagState::right, "a written link has the right tag", link);
  require(!again.refused, "a written link is read", link);
  require(again.scenario == canonical(reading.scenario), "a written link means its scenario", link);
  require(write_link(again.scenario) == link, "a scenario has one link", link);
  return 0;
}
