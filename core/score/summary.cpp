// Figures of sets of rows.

#include <tilewise/score/report.hpp>
#include <tilewise/score/statistics.hpp>

#include <algorithm>
#include <map>

namespace tilewise::score {
namespace {

constexpr double most = 0.9;

double size_of(double number) { return number < 0 ? -number : number; }

// The values of one summary, collected row by row.
class Collector {
 public:
  explicit Collector(Summary& out) : out_(out) {}

  void add(const RowScore& row) {
    if (!row.row->aside.empty()) {
      out_.aside += 1;
      return;
    }
    out_.rows += 1;
    if (!row.scored) {
      if (row.row->reason == "skip.many-devices") out_.many_devices += 1;
      return;
    }
    out_.scored += 1;
    if (!row.row->assumed.empty()) out_.assumed += 1;
    if (is_verdict(row.row->reading)) {
      add_verdict(row);
    } else {
      add_error(row);
    }
  }

  void finish() {
    out_.median_error = weighted_quantile(errors_, 0.5);
    out_.p90_error = weighted_quantile(errors_, most);
    out_.mean_error = weighted_mean(errors_);
    out_.bias = weighted_mean(signed_);
    out_.stated_median_error = weighted_quantile(stated_, 0.5);
    out_.roofline_median_error = weighted_quantile(roofline_, 0.5);
    out_.in_band = weighted_mean(inside_);
    out_.fits_right = weighted_mean(right_);
    out_.ran_right = weighted_mean(ran_);
    out_.out_of_memory_right = weighted_mean(stopped_);
  }

 private:
  void add_error(const RowScore& row) {
    errors_.push_back({size_of(row.error), row.weight});
    signed_.push_back({row.error, row.weight});
    if (row.row->assumed.empty()) stated_.push_back(errors_.back());
    if (row.has_roofline) roofline_.push_back({size_of(row.roofline_error), row.weight});
    if (row.in_band) inside_.push_back({*row.in_band ? 1.0 : 0.0, row.weight});
  }
  void add_verdict(const RowScore& row) {
    right_.push_back({row.right ? 1.0 : 0.0, row.weight});
    if (row.row->reading != Reading::fits) return;
    if (row.answer.measured != 0) {
      ran_.push_back(right_.back());
    } else if (row.answer.weights_fit) {
      stopped_.push_back(right_.back());
    }
  }

  Summary& out_;
  std::vector<Weighted> errors_, signed_, stated_, roofline_, inside_, right_, ran_, stopped_;
};

}  // namespace

bool counts(const RowScore& score) { return score.scored && score.row->aside.empty(); }

std::vector<Summary> summarise(const std::vector<RowScore>& rows, const NameOf& name) {
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  std::vector<Summary> out;
  std::vector<std::vector<const RowScore*>> members;
  for (const RowScore& row : rows) {
    const auto key = name(row);
    const auto [place, added] = places.emplace(key, out.size());
    if (added) {
      out.emplace_back();
      out.back().name = key.first;
      out.back().device = key.second;
      members.emplace_back();
    }
    members[place->second].push_back(&row);
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    Collector collector(out[i]);
    for (const RowScore* row : members[i]) collector.add(*row);
    collector.finish();
  }
  return out;
}

std::vector<const RowScore*> worst_rows(const Report& report, std::size_t count) {
  std::vector<const RowScore*> rows;
  for (const RowScore& row : report.rows) {
    if (counts(row) && !is_verdict(row.row->reading)) rows.push_back(&row);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const RowScore* a, const RowScore* b) { return size_of(a->error) > size_of(b->error); });
  if (rows.size() > count) rows.resize(count);
  return rows;
}

}  // namespace tilewise::score
