#pragma once
// What the ranks of a column send each other in a step: read off the traced calls of an estimate, so that there is
// no second copy of a formula. Internal to plan and its explanations.

#include <string>
#include <vector>

#include <tilewise/estimate.hpp>

namespace tilewise {

enum class Sharing { data, model };  // between replicas of a step, or inside one

// One transfer, as often as a step runs it.
struct Transfer {
  std::string path;  // of its time in an explanation, without the device
  double often = 1;
  double sent = 0;   // bytes of one rank, once
};

struct Communication {
  std::string name;       // of the item it belongs to
  Sharing sharing = Sharing::model;
  std::string algorithm;  // id of the formula: time.ring, time.tree, time.send, time.collective
  Bytes sent;             // by one rank in a step
  Seconds busy;           // of the link
  Seconds exposed;        // of it, what the step waits for
  BytesPerSecond reached;
  std::vector<Transfer> transfers;
  std::vector<std::string> items;  // of the step's time, that wait for it
};

struct CommunicationBudget {
  std::vector<Communication> parts;
  Seconds step;
  Seconds work;  // of the step without what it waits for
};

[[nodiscard]] CommunicationBudget communication_of(const Resolved& resolved, const ResolvedColumn& column);

}  // namespace tilewise
