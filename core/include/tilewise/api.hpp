#pragma once
// The text API: text in, JSON text out, bound by the WebAssembly module and used by the command line and
// the tests. Every answer is {"schema":1,"result":…|null,"issues":[{code,path,severity,params}]}; keys
// sorted, no NaN, no infinity, valid UTF-8 whatever came in. No function throws, and none keeps state.
//
// A request that holds a scenario takes it as a JSON scenario or as a link ("#v=1&…" or "v=1&…").

#include <string>
#include <string_view>

namespace tilewise {

// result {version, schema, revision}
[[nodiscard]] std::string version();

// result {devices[], models[], fields[], aliases{devices, models}}
[[nodiscard]] std::string catalogue();

// request: a scenario. result {scenario, link, assumptions[], devices[], verdict}; each device carries limits[{limit, breaks,
// margin, value, threshold, code}], what is left of each now. Where they give out as an input grows is asked of limits().
[[nodiscard]] std::string estimate(std::string_view request);

// request: a scenario with sweep_axis, or {"scenario":…, "axis":"b", "values":[…]} or
// {"scenario":…, "axis":"b", "from":1, "to":256, "steps":32, "scale":"log"|"linear"}.
// result {axis{key, values[]}, devices[{id, time_s[], step_s[], ttft_s[] in serving, memory_bytes[], rate[], fits[],
// bound[]}], crossovers[{at, faster, slower}]}: the first value from which a column takes less time than one that took
// less before. An axis of chips (n, d1.n) on a logarithmic scale doubles.
[[nodiscard]] std::string sweep(std::string_view request);

// request: a scenario (JSON or link). result {scenario, link, length, tag: "right"|"wrong"|"missing"}
[[nodiscard]] std::string link(std::string_view request);

// request: {"scenario":…, "path":"devices.0.time.total_s"}, or with "of":"limits"|"compare"|"fit"|"plan"|"sweep" and what
// else that call was asked: a number of its answer (not in the page's module, which has no room for it). A number of the estimate of another scenario has its "link".
// result {path, label, formula, expression, unit, value, inputs[{name, value, unit, path?, source?, from?}], source}
[[nodiscard]] std::string explain(std::string_view request);

// Inverse questions. request: {"scenario":…, "question":"context"|"batch"|"micro-batch"|"model"|"devices"|
// "catalogue", "only":["fits","kept","current"]}. result {question, unit, devices[{index, id, state:"found"|"none"|"unlimited"|"unknown", value,
// model?, bounded_by?:"model", fits, total_bytes, capacity_bytes, total_s, link}]}; for "catalogue"
// {question, ranking[{id, name, status, fits, total_bytes, capacity_bytes, total_s, within, told, power_w,
// per_hour_usd, per_million_tokens_usd}], left_out[{filter, count}]}, those that run and keep the wishes (lim.*) first, by
// time. `only` leaves out what does not fit, does not keep every wish for certain, cannot be bought or rented today.
[[nodiscard]] std::string fit(std::string_view request);

// Splits over the devices of each column. request: {"scenario":…, "slice":0, "slices":1} for all of them, or a part.
// result {devices[{index, id, devices, search{axis:"memory"|"tokens"|"cost"|"energy",
// best:"first"|"last", considered, fitting, rejected[{code, count}], front[PLAN]},
// communication{step_s, work_s, parts[{name, sharing:"data"|"model", algorithm, sent_bytes, busy_s, exposed_s, hidden_s,
// reached_bytes_per_s}], data{sent_bytes, busy_s, needed_gbit_per_s, passes_work}, model{…}}}]}; the communication is that
// of the scenario's own split. PLAN {devices, tp, sp, pp, vp, cp, ep, dp, z, lay, ac, mb, step_s, ttft_s?, run_s?,
// tokens_per_s, memory_bytes, power_w?, run_j or per_token_j?, run_usd or per_million_tokens_usd?, fits, link}. With "counts":[…] instead devices[{…, curve[{devices, efficiency, plan}]}],
// with "days": devices[{…, deadline: PLAN|null}] for a scenario with run_tokens.
[[nodiscard]] std::string plan(std::string_view request);

// What breaks first. request: a scenario, or {"scenario":…, "axis":"batch"|"micro-batch"|"sequence"|"devices"|"layers",
// "to":…, "device":0}, which asks for one column alone. result {devices[{index, id,
// limits[{limit, breaks, margin, value, threshold, code}],
// breakpoints[{limit, axis, key, at, direction:"up"|"down"}], first[one for each axis where something gives out],
// precision{best, formats[{asked, used, native, code, rate_ops_per_s, fits, total_s, risk}]},
// rent_or_buy{rent_usd_per_hour, purchase_usd, own_usd_per_hour, break_even_share, break_even_hours}}]}
[[nodiscard]] std::string limits(std::string_view request);

// The operators of a step under each column's roofline. request: a scenario. result {devices[{index, id, peak_ops_per_s,
// bandwidth_bytes_per_s, ridge_ops_per_byte, operators[{name, work_flops, traffic_bytes, time_s, intensity_ops_per_byte,
// rate_ops_per_s, ideal_ops_per_s}]}]}, of one rank; those that compute nothing are left out, and in serving those that
// read prompts. Every number opens at "devices.0.roofline.NAME.rate_ops_per_s" and the like.
[[nodiscard]] std::string roofline(std::string_view request);

// What programs make of a prompt or of generation on each column whose software is not named, the fastest first.
// request: a scenario. result {devices[{index, id, programs[{stack, total_s, low_s, high_s, tokens_per_s}]}]}. Each is
// the estimate of the scenario with `dN.stack`, where its numbers open.
[[nodiscard]] std::string software(std::string_view request);

// Columns against each other. request: a scenario, whose `base` names the column to compare with (the first without
// it), or {"scenario":…, "days":30, "flops":…, "usd":…} for what a training budget buys.
// result {pairs[{base, other, ratio, waterfall[{bound, from_s, to_s}] of a step, catches_up: index of the slower column,
// must_be[{key, value}]: of that column, to be as fast, price_must_be{index, of, usd_per_hour}: of the dearer column, to cost
// as much, crossovers[{key, at}]}],
// devices[{index, id, sensitivities[{key, value, lower_s, higher_s}] at 0.8 and 1.2 of the value,
// budget{speed_ops_per_s, model, days, flops, usd: {flops, parameters, tokens, run_s, run_usd}}}]}
[[nodiscard]] std::string compare(std::string_view request);

// bytes: the text of a Hugging Face config.json, or the beginning of a GGUF file.
// result {kind: "config"|"gguf", name, architecture, link, scenario, shape, parameters{total, active}, same_as?,
// weight_format?, weights[{type, tensors?, parameters, bytes}], weight_bytes, header_bytes?, file_bytes?};
// {kind: "gguf", need_bytes} when the header is longer than the bytes: ask again with at least so many.
[[nodiscard]] std::string import_model(std::string_view bytes);

}  // namespace tilewise
