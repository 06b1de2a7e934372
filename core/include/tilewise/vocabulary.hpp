#pragma once
// The scenario vocabulary: every key a link, a JSON scenario or a control of the page may carry, once.
// The link codec, the JSON reader, resolve and the page's form all read this table.
//
// Links live for ever: keys, their meaning and their defaults are frozen for v=1. Keys may be added
// (anywhere in the table: the canonical order of a link is the order of this table; old links in another
// order stay valid), never removed or given another meaning.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tilewise {

enum class Kind : std::uint8_t {
  integer,   // whole number within [low, high]
  number,    // finite number within [low, high]
  flag,      // 0 or 1; JSON also true and false
  word,      // one of `words`
  id,        // [a-z0-9][a-z0-9.-]{0,39}, ending in a letter or digit
  ids,       // ids joined by ~, 1 to 8 (the devices)
  dims,      // whole numbers joined by x: 256x1024x1024
  text,      // free text, at most 80 code points, control and bidi characters stripped
  range,     // KEY:FROM..TO or KEY:FROM..TO:log, the sweep axis
  measured,  // WORD:NUMBER with WORD one of `words`: a measurement of the user's
};

enum class Scope : std::uint8_t {
  scenario,  // key=value
  column,    // dN.key=value
  both,      // either; the column's value holds for that column
  display    // key=value; carried, no effect on any number
};

// What this version does with a key that is given a value other than its default.
enum class Support : std::uint8_t {
  now,    // computed
  later,  // would change the numbers shown: answered by an issue "not yet supported", results withheld
  aside   // concerns results that are not shown yet: answered by a note, present numbers unaffected
};

// X(enumerator, link key, JSON name, kind, scope, low, high, words, support)
// JSON names end in their unit where they have one. Numbers carry the unit of the JSON name.
// clang-format off
#define TILEWISE_FIELDS(X)                                                                                     \
  /* whole scenario */                                                                                         \
  X(version,       "v",    "version",            integer,  scenario, 1, 1e6,  "", now)                        \
  X(revision,      "r",    "revision",           integer,  scenario, 1, 1e6,  "", now)                        \
  X(model,         "m",    "model",              id,       scenario, 0, 0,    "", now)                        \
  X(workload,      "w",    "workload",           word,     scenario, 0, 0,    "matmul prefill decode serve train finetune recommend", now) \
  X(sequence,      "s",    "sequence_length",    integer,  scenario, 1, 1e8,  "", now)                        \
  X(output,        "o",    "output_tokens",      integer,  scenario, 1, 1e7,  "", now)                        \
  X(batch,         "b",    "batch",              integer,  both,     1, 1e8,  "", now)                        \
  X(micro_batch,   "mb",   "micro_batch",        integer,  both,     1, 1e6,  "", now)                        \
  X(matmul,        "mm",   "matmul",             dims,     scenario, 3, 3,    "", now)                        \
  X(operand_layout, "mml", "operand_layout",     word,     scenario, 0, 0,    "nn nt tn tt", now)             \
  X(run_tokens,    "tok",  "run_tokens",         number,   scenario, 1, 1e18, "", now)                        \
  X(devices,       "d",    "devices",            ids,      scenario, 1, 8,    "", now)                        \
  X(precision,     "p",    "compute_precision",  word,     both,     0, 0,    "auto fp32 tf32 bf16 fp16 fp8 int8 int4 fp4", now) \
  X(weight_format, "wq",   "weight_format",      word,     both,     0, 0,    TILEWISE_FORMATS, now)          \
  X(key_format,    "kq",   "key_format",         word,     scenario, 0, 0,    TILEWISE_FORMATS, now)          \
  X(value_format,  "vq",   "value_format",       word,     scenario, 0, 0,    TILEWISE_FORMATS, now)          \
  X(tp,            "tp",   "tensor_parallel",    integer,  both,     1, 65536, "", now)                     \
  X(sp,            "sp",   "sequence_parallel",  flag,     scenario, 0, 1,    "", now)                      \
  X(pp,            "pp",   "pipeline_parallel",  integer,  both,     1, 65536, "", now)                     \
  X(vp,            "vp",   "pipeline_interleave", integer, scenario, 1, 4096, "", now)                      \
  X(dp,            "dp",   "data_parallel",      integer,  both,     1, 1e6,  "", now)                      \
  X(ep,            "ep",   "expert_parallel",    integer,  scenario, 1, 65536, "", now)                     \
  X(etp,           "etp",  "expert_tensor_parallel", integer, scenario, 1, 65536, "", now)                  \
  X(cp,            "cp",   "context_parallel",   integer,  scenario, 1, 65536, "", now)                     \
  X(zero,          "z",    "zero_stage",         integer,  scenario, 0, 3,    "", now)                      \
  X(layer_split,   "lay",  "layer_split",        flag,     both,     0, 1,    "", now)                      \
  X(schedule,      "sch",  "schedule",           word,     scenario, 0, 0,    "gpipe 1f1b interleaved zb-h1 zb-h2", now) \
  X(recompute,     "ac",   "recompute",          word,     scenario, 0, 0,    "none selective full", now)     \
  X(attention,     "attn", "attention",          word,     scenario, 0, 0,    "fused unfused", now)           \
  X(optimizer,     "opt",  "optimizer",          word,     scenario, 0, 0,    "adamw adamw8bit adafactor lion sgd lamb", now) \
  X(gradient_precision, "gp", "gradient_precision", word,  scenario, 0, 0,    "fp32 bf16 fp16", now)          \
  X(master_weights, "mw",  "master_weights",     flag,     scenario, 0, 1,    "", now)                        \
  X(fused_backward, "fb",  "fused_backward",     flag,     scenario, 0, 1,    "", now)                        \
  X(offload,       "off",  "offload",            word,     scenario, 0, 0,    "none optimizer params cpu nvme", now)   \
  X(finetune_method, "ft", "finetune_method",    word,     scenario, 0, 0,    "full lora qlora", now)         \
  X(lora_rank,     "rank", "lora_rank",          integer,  scenario, 1, 65536, "", now)                       \
  X(real_length,   "av",   "real_length_tokens", number,   scenario, 1, 1e8,  "", later)                      \
  X(flops_convention, "mfu", "flops_convention", word,     scenario, 0, 0,    "full causal 6n", now)          \
  X(stack,         "stack", "software_stack",    word,     both,     0, 0,    "tuned typical eager xla megatron llama-cpp vllm tensorrt-llm fastertransformer torchscript hf apex pytorch-amp tensorflow composer torchtitan megatron-deepspeed nemo deepspeed vllm-v0", now) \
  X(time_model,    "tm",   "time_model",         word,     scenario, 0, 0,    "tiled roofline essay-2018 essay-corrected", now) \
  X(custom_share,  "co",   "custom_share",       number,   scenario, 0, 1,    "", now)                        \
  /* shape overrides */                                                                                        \
  X(layers,        "L",    "layers",             integer,  scenario, 1, 10000, "", now)                       \
  X(width,         "h",    "width",              integer,  scenario, 1, 1e6,  "", now)                        \
  X(heads,         "a",    "heads",              integer,  scenario, 1, 1e5,  "", now)                        \
  X(kv_heads,      "kv",   "kv_heads",           integer,  scenario, 1, 1e5,  "", now)                        \
  X(head_width,    "hd",   "head_width",         integer,  scenario, 1, 1e5,  "", now)                        \
  X(mlp_width,     "ff",   "mlp_width",          integer,  scenario, 1, 1e7,  "", now)                        \
  X(gated,         "glu",  "gated",              flag,     scenario, 0, 1,    "", now)                        \
  X(vocabulary,    "voc",  "vocabulary",         integer,  scenario, 1, 1e8,  "", now)                        \
  X(tied_head,     "tie",  "tied_head",          flag,     scenario, 0, 1,    "", now)                        \
  X(positions,     "pos",  "learned_positions",  integer,  scenario, 0, 1e8,  "", now)                        \
  X(architecture,  "arch", "architecture",       word,     scenario, 0, 0,    "decoder encoder encdec vit", now) \
  X(encoder_layers, "enc", "encoder_layers",     integer,  scenario, 0, 10000, "", later)                     \
  X(causal,        "caus", "causal",             flag,     scenario, 0, 1,    "", now)                        \
  X(image_tokens,  "img",  "image_tokens",       integer,  scenario, 0, 1e7,  "", later)                      \
  X(window,        "win",  "window",             integer,  scenario, 0, 1e8,  "", now)                        \
  X(windowed_layers, "wl", "windowed_layers",    integer,  scenario, 0, 10000, "", now)                       \
  X(recurrent_state, "hid", "recurrent_state_bytes_per_layer", integer, scenario, 0, 1e12, "", now)           \
  X(experts,       "E",    "experts",            integer,  scenario, 0, 1e5,  "", now)                        \
  X(active_experts, "ek",  "active_experts",     integer,  scenario, 0, 1e5,  "", now)                        \
  X(shared_experts, "es",  "shared_experts",     integer,  scenario, 0, 1e5,  "", now)                        \
  X(expert_width,  "ef",   "expert_width",       integer,  scenario, 0, 1e7,  "", now)                        \
  X(dense_layers,  "ed",   "dense_layers_first", integer,  scenario, 0, 10000, "", now)                       \
  X(latent_rank,   "mla",  "latent_rank",        integer,  scenario, 0, 1e6,  "", now)                        \
  X(rotary_width,  "rope", "rotary_width",       integer,  scenario, 0, 1e5,  "", now)                        \
  X(query_rank,    "qg",   "query_rank",         integer,  scenario, 0, 1e6,  "", now)                        \
  /* inference and serving */                                                                                  \
  X(concurrency,   "c",    "concurrent_sequences", integer, scenario, 1, 1e7, "", now)                      \
  X(request_rate,  "rps",  "requests_per_s",     number,   scenario, 0, 1e9,  "", later)                      \
  X(prefix_cache,  "pc",   "prefix_cache_tokens", integer, scenario, 0, 1e8,  "", now)                        \
  X(chunk,         "ch",   "prefill_chunk_tokens", integer, scenario, 1, 1e8, "", now)                        \
  X(utilisation,   "util", "memory_utilisation", number,   scenario, 0.01, 1, "", now)                        \
  X(kv_policy,     "pol",  "kv_policy",          word,     scenario, 0, 0,    "theory paged uniform", now)    \
  X(page_tokens,   "page", "page_tokens",        integer,  scenario, 1, 1e6,  "", now)                        \
  X(gpu_layers,    "ngl",  "device_layers",      integer,  scenario, 0, 10000, "", now)                       \
  X(data_parallel_attention, "dpa", "data_parallel_attention", flag, scenario, 0, 1, "", now)                 \
  X(draft_model,   "dft",  "draft_model",        id,       scenario, 0, 0,    "", later)                      \
  X(acceptance,    "acc",  "draft_acceptance",   number,   scenario, 0, 1,    "", later)                      \
  /* recommender */                                                                                            \
  X(tables,        "tab",  "tables",             integer,  scenario, 1, 1e6,  "", later)                      \
  X(rows,          "row",  "rows",               integer,  scenario, 1, 1e12, "", later)                      \
  X(embedding_width, "ew", "embedding_width",    integer,  scenario, 1, 1e6,  "", later)                      \
  X(pooling,       "pool", "pooling",            number,   scenario, 1, 1e6,  "", later)                      \
  X(dense_features, "dfe", "dense_features",     integer,  scenario, 1, 1e6,  "", later)                      \
  X(bottom_mlp,    "blo",  "bottom_mlp",         dims,     scenario, 1, 16,   "", later)                      \
  X(top_mlp,       "thi",  "top_mlp",            dims,     scenario, 1, 16,   "", later)                      \
  /* one device column, dN.key */                                                                              \
  X(own_name,      "name", "name",               text,     column,   0, 40,   "", now)                        \
  X(count,         "n",    "count",              integer,  column,   1, 1e6,  "", now)                        \
  X(peak,          "peak", "peak_tflops",        number,   column,   1e-6, 1e9, "", now)                      \
  X(bandwidth,     "bw",   "bandwidth_gb_per_s", number,   column,   1e-6, 1e9, "", now)                      \
  X(memory,        "mem",  "memory_gib",         number,   column,   1e-6, 1e9, "", now)                      \
  X(power_limit,   "tdp",  "power_limit_w",      number,   column,   0.1, 1e6, "", now)                     \
  X(idle_power,    "idle", "idle_power_w",       number,   column,   0, 1e6,  "", now)                      \
  X(clock,         "clk",  "clock_mhz",          number,   column,   1, 1e5,  "", now)                        \
  X(link_rate,     "link", "link_gb_per_s",      number,   column,   0, 1e9,  "", now)                      \
  X(net_rate,      "net",  "net_gb_per_s",       number,   column,   0, 1e9,  "", now)                      \
  X(link_latency,  "lat",  "latency_us",         number,   column,   0, 1e9,  "", now)                      \
  X(fabric,        "fab",  "fabric",             word,     column,   0, 0,    "nvswitch nvlink nvlink-bridge pcie pcie-p2p host ici", now) \
  X(node,          "node", "chips_per_node",     integer,  column,   1, 1e6,  "", now)                      \
  X(torus,         "shape", "torus",             dims,     column,   1, 3,    "", now)                        \
  X(price,         "price", "price_usd_per_hour", number,  column,   0, 1e9,  "", now)                      \
  X(purchase,      "buy",  "purchase_usd",       number,   column,   0, 1e12, "", now)                      \
  X(host_memory,   "hr",   "host_memory_gb",     number,   column,   0, 1e9,  "", now)                        \
  X(host_bandwidth, "hbw", "host_bandwidth_gb_per_s", number, column, 0, 1e9, "", now)                      \
  X(host_read,     "hmr",  "host_memory_gb_per_s", number, column, 0, 1e9,   "", now)                       \
  X(efficiency,    "eff",  "efficiency",         number,   column,   1e-4, 1, "", now)                        \
  X(measured,      "got",  "measured",           measured, column,   1e-12, 1e18, "step tpot tps mem", now)   \
  /* money, energy, evaluation, limits */                                                                      \
  X(pue,           "pue",  "power_usage_effectiveness", number, scenario, 1, 10, "", now)                   \
  X(carbon,        "ci",   "carbon_g_per_kwh",   number,   scenario, 0, 1e5,  "", now)                      \
  X(electricity,   "kwh",  "electricity_usd_per_kwh", number, scenario, 0, 1e4, "", now)                    \
  X(lifetime,      "life", "lifetime_years",     number,   scenario, 0.01, 100, "", now)                    \
  X(usage,         "ut",   "usage_share",        number,   scenario, 0.001, 1, "", now)                      \
  X(goodput,       "gof",  "goodput_share",      number,   scenario, 0.001, 1, "", now)                      \
  X(drop,          "drop", "drop_to_resolve",    number,   scenario, 0, 1,    "", aside)                      \
  X(flip,          "flip", "discordant_share",   number,   scenario, 0, 1,    "", aside)                      \
  X(failure_rate,  "rate", "tail_failure_rate",  number,   scenario, 0, 1,    "", aside)                      \
  X(test_power,    "pw",   "test_power",         number,   scenario, 0, 1,    "", aside)                      \
  X(budget_items,  "bud",  "evaluation_items",   integer,  scenario, 1, 1e12, "", aside)                      \
  X(pruned,        "prn",  "pruned_share",       number,   scenario, 0, 1,    "", later)                      \
  X(sparse24,      "s24",  "sparsity_2_4",       flag,     scenario, 0, 1,    "", later)                      \
  X(student,       "stu",  "student_model",      id,       scenario, 0, 0,    "", later)                      \
  X(limit_ttft,    "lim.ttft", "limit_ttft_s",   number,   scenario, 0, 1e9,  "", now)                      \
  X(limit_tpot,    "lim.tpot", "limit_tpot_s",   number,   scenario, 0, 1e9,  "", now)                      \
  X(limit_step,    "lim.step", "limit_step_s",   number,   scenario, 0, 1e9,  "", now)                      \
  X(limit_cost,    "lim.usd",  "limit_cost_usd", number,   scenario, 0, 1e12, "", now)                      \
  X(limit_power,   "lim.w",    "limit_power_w",  number,   scenario, 0, 1e9,  "", now)                      \
  X(objective,     "obj",  "objective",          word,     scenario, 0, 0,    "time cost energy memory", now)  \
  /* display only */                                                                                           \
  X(view,          "view", "view",               id,       display,  0, 0,    "", now)                        \
  X(units,         "u",    "units",              word,     display,  0, 0,    "gib gb", now)                  \
  X(sort,          "sort", "sort",               id,       display,  0, 0,    "", now)                        \
  X(baseline,      "base", "baseline",           integer,  display,  1, 8,    "", now)                        \
  X(language,      "lang", "language",           word,     display,  0, 0,    "en zh", now)                   \
  X(theme,         "theme", "theme",             word,     display,  0, 0,    "auto light dark", now)         \
  X(title,         "t",    "title",              text,     display,  0, 80,   "", now)                        \
  X(sweep_axis,    "x",    "sweep_axis",         range,    scenario, 0, 0,    "", now)                        \
  X(tag,           "k",    "tag",                text,     scenario, 4, 4,    "", now)

#define TILEWISE_FORMATS \
  "fp32 bf16 fp16 fp8 int8 int4 nf4 nf4-dq mxfp4 nvfp4 " \
  "q8-0 q6-k q5-k-m q5-k-s q5-1 q5-0 q4-k-m q4-k-s q4-1 q4-0 iq4-nl iq4-xs q3-k-l q3-k-m q3-k-s iq3-m iq3-s iq3-xs iq3-xxs " \
  "q2-k q2-k-s iq2-m iq2-s iq2-xs iq2-xxs iq1-m iq1-s " \
  "gptq-128 gptq-64 gptq-32 awq-128 fp8-mlp"
// clang-format on

enum class Field : std::uint8_t {
#define TILEWISE_ENUMERATOR(name, ...) name,
  TILEWISE_FIELDS(TILEWISE_ENUMERATOR)
#undef TILEWISE_ENUMERATOR
};

struct FieldSpec {
  Field field;
  std::string_view key;   // in links
  std::string_view name;  // in JSON scenarios
  Kind kind;
  Scope scope;
  double low;   // smallest value; for dims and ids the smallest count of parts
  double high;  // largest value; for dims, ids and text the largest count of parts or code points
  std::string_view words;  // for Kind::word and Kind::measured, separated by one space
  Support support;
};

// All fields in the canonical order of a link.
[[nodiscard]] std::span<const FieldSpec> vocabulary();

[[nodiscard]] const FieldSpec& spec_of(Field field);

// By link key or by JSON name; nullptr when there is none. Case matters (`L` is layers, `l` is nothing).
[[nodiscard]] const FieldSpec* find_key(std::string_view key);
[[nodiscard]] const FieldSpec* find_name(std::string_view name);

// True when `word` is one of the words of `spec`.
[[nodiscard]] bool has_word(const FieldSpec& spec, std::string_view word);

inline constexpr int schema_version = 1;     // v: owns keys, grammar and defaults
inline constexpr int catalogue_revision = 1;  // r: owns the numbers of the catalogue and the calibration

}  // namespace tilewise
