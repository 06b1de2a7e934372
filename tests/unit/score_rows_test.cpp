// How rows become scenarios: one row of each kind, and why others are left out.

#include <tilewise/memory.hpp>

#include "support/catch.hpp"
#include "support/measurements.hpp"

using namespace tilewise;
using namespace tilewise::testing;
using score::Measurement;
using score::Reading;

namespace {

Measurement gemm(const std::string& fields) {
  return mapped("gemm.csv", "id,group,device,op,batch,m,n,k,precision,software,metric,value,unit,time_ms_equiv,quality\n"
                            "r,g," + fields + ",A\n")
      .at(0);
}

Measurement inference(const std::string& fields, const std::string& shape = ",") {
  return mapped("inference.csv",
                "id,group,device,device_count,model,weight_precision,compute_precision,batch,in_len,out_len,tp,pp,"
                "software,phase,metric,value,unit,quality,hidden,vocab\nr,g," + fields + ",A," + shape + "\n")
      .at(0);
}

Measurement training(const std::string& fields) {
  return mapped("training.csv",
                "id,group,device,device_count,model,seq_len,global_batch,micro_batch,precision,tp,pp,cp,act_ckpt,"
                "software,phase,metric,value,unit,real_length,quality\nr,g," + fields + ",A\n")
      .at(0);
}

Measurement memory(const std::string& fields) {
  return mapped("memory.csv",
                "id,group,device,device_mem_gb,device_count,model,mode,method,precision,optimizer,seq_len,micro_batch,"
                "act_ckpt,tp,pp,software,metric,value,unit,quality\nr,g," + fields + ",A\n")
      .at(0);
}

}  // namespace

TEST_CASE("A product is a matmul of its shape; its precision decides the line", "[score]") {
  const Measurement tensor = gemm("Tesla T4,bmm,8,64,128,256,fp16,PyTorch,time,2,ms,");
  CHECK(tensor.line == "gemm-tensor");
  CHECK(tensor.measured == Approx(2e-3));
  CHECK(link_of(tensor) == "v=1&w=matmul&b=8&mm=64x128x256&d=t4&p=fp16&stack=eager");
  const Measurement shader = gemm("Tesla T4,linear,1,64,128,256,fp32,PyTorch,time,2,ms,");
  CHECK(shader.line == "gemm-shader");
  const Measurement mixed = gemm("Tesla T4,gemm,1,64,128,256,fp16-storage/fp32-math,PyTorch,time,2,ms,");
  CHECK(mixed.line == "gemm-shader");
  CHECK(link_of(mixed) == "v=1&w=matmul&mm=64x128x256&d=t4&p=fp32&wq=fp16&stack=eager");
}

TEST_CASE("Libraries called directly hold matrices by columns: M and N change places", "[score]") {
  CHECK(link_of(gemm("Tesla T4,gemm,1,64,128,256,fp32,\"cuBLAS, CUDA 8\",time,2,ms,")) ==
        "v=1&w=matmul&mm=128x64x256&d=t4&p=fp32&stack=tuned");
}

TEST_CASE("A rate of FLOPs is turned into time", "[score]") {
  CHECK(gemm("Tesla T4,gemm,2,1000,1000,1000,fp32,x,tflops,4,TFLOPS,").measured == Approx(1e-3));
  CHECK(gemm("Tesla T4,gemm,1,64,64,64,fp16,x,fraction_of_peak_min,0.9,fraction,0.5").measured == Approx(5e-4));
}

TEST_CASE("The best of several squares is compared with the best of them", "[score]") {
  std::vector<Measurement> rows = {gemm("Tesla T4,gemm_best_square,1,,,,fp32,x,tflops_best_of_n,4,TFLOPS,")};
  auto prepared = score::prepare(rows);
  REQUIRE(prepared.front().resolved.size() == 5);
  const auto answer = score::evaluate(prepared.front(), default_calibration(), TimeModel::roofline, false);
  CHECK(1 / answer->measured == Approx(4e12));
  CHECK(1 / answer->estimate == Approx(8.1e12).epsilon(0.02));  // a T4 computes 8.1 TFLOP/s at 32 bit
}

TEST_CASE("A row about one core of a chip gets the share of one core", "[score]") {
  CHECK(link_of(gemm("\"TPU7x (Ironwood), one device = half a chip\",gemm,1,64,64,64,bf16,JAX,time,2,ms,")) ==
        "v=1&w=matmul&mm=64x64x64&d=tpu-v7&d1.peak=1153.5&d1.bw=3685&p=bf16&stack=xla");
}

TEST_CASE("Prefill, decode and forward become scenarios", "[score]") {
  const Measurement prefill =
      inference("RTX 4090,1,Llama-3-8B,Q4_K_M,fp16,2,512,0,1,1,llama.cpp (2025),prefill,speed,1024,tokens/s");
  CHECK(prefill.line == "prefill");
  CHECK(prefill.measured == Approx(1));
  CHECK(link_of(prefill) == "v=1&m=llama-3.1-8b&s=512&b=2&d=rtx-4090&p=fp16&wq=q4-k-m&attn=fused&stack=llama-cpp");
  const Measurement decode =
      inference("RTX 4090,1,Llama-3-8B,F16,fp16,1,0,100,1,1,llama.cpp (May 2024),decode,speed,50,tokens/s");
  CHECK(decode.measured == Approx(2));
  CHECK(link_of(decode) == "v=1&m=llama-3.1-8b&w=decode&s=1&o=100&d=rtx-4090&p=fp16&attn=unfused&stack=llama-cpp");
  const Measurement full =
      inference("RTX 4090,1,Llama-3-8B,F16,fp16,1,4096,0,1,1,x,decode at full context,speed,50,tokens/s");
  CHECK(link_of(full) == "v=1&m=llama-3.1-8b&w=decode&s=4096&d=rtx-4090&p=fp16");
  const Measurement forward = inference("L4,1,GPT2-Large,fp32,fp32,4,1024,0,1,1,x,forward,latency,9,ms", "1280,50257");
  CHECK(forward.line == "encoder");
  REQUIRE(forward.asks.at(0).extra.size() == 1);
  CHECK(forward.asks[0].extra[0].m == 4 * 1023);
  const Measurement encoder = inference("L4,1,BERT-Base,fp16,fp16,4,128,0,1,1,x,encoder,throughput,100,seq/s");
  CHECK(encoder.measured == Approx(0.04));
  CHECK(encoder.asks.at(0).extra.empty());
}

TEST_CASE("A request is its prefill and its decode", "[score]") {
  std::vector<Measurement> rows = {
      inference("A100-SXM4-80GB,1,Llama-2-7B,fp16,fp16,1,100,10,1,1,x,prefill+decode,latency,9,ms")};
  CHECK(rows.front().line == "serving");
  auto prepared = score::prepare(rows);
  REQUIRE(prepared.front().links.size() == 2);
  CHECK(prepared.front().links[1].find("w=decode&s=100&o=9&") != std::string::npos);
}

TEST_CASE("Lengths that a row does not state are assumed and marked", "[score]") {
  const Measurement row = inference("RTX 4090,1,Llama-3-8B,F16,fp16,1,,,1,1,x,decode,speed,50,tokens/s");
  CHECK(row.assumed == std::vector<std::string>{"in_len", "out_len"});
  CHECK(link_of(row) == "v=1&m=llama-3.1-8b&w=decode&s=128&o=128&d=rtx-4090&p=fp16");
}

TEST_CASE("What the core cannot be asked is left out with its reason", "[score]") {
  const auto reason = [](const char* tail) {
    const Measurement row = inference("RTX 4090," + std::string(tail));
    return row.line + " " + row.reason + " " + row.detail;
  };
  CHECK(reason("2,Llama-3-8B,F16,fp16,1,0,9,1,1,x,decode,speed,50,tokens/s") == "decode skip.many-devices ");
  CHECK(reason("8,Llama-3-8B,F16,fp16,1,0,9,8,1,x,decode,speed,50,tokens/s") == "decode-split  ");
  CHECK(reason("1,Llama-3-8B,fp8,fp8,max,9,9,1,1,x,chat turn,latency,50,s") == "serving skip.not-modelled serving");
  CHECK(reason("1,Llama-3-8B,EXL2 2.5bpw,fp16,1,0,9,1,1,x,decode,speed,50,tokens/s") ==
        "decode skip.unknown-precision EXL2 2.5bpw");
  CHECK(reason("1,T5-base,fp16,fp16,1,9,0,1,1,x,encoder,latency,50,ms") == "encoder skip.not-modelled encoder-decoder");
  CHECK(reason("1,Mystery-9B,fp16,fp16,1,9,9,1,1,x,decode,speed,50,tokens/s") == "decode skip.no-shape Mystery-9B");
}

TEST_CASE("Training becomes a step; a throughput is turned into its time", "[score]") {
  const Measurement row = training("Tesla T4,1,BERT-Large,128,64,8,fp16-amp,1,1,1,none,x,pretrain,throughput,32,seq/s,");
  CHECK(row.line == "train-single");
  CHECK(row.measured == Approx(2));
  CHECK(link_of(row) == "v=1&w=train&b=64&mb=8&d=t4&p=fp16");
  const Measurement half =
      training("Tesla T4,1,BERT-Large,128,4,4,fp32,1,1,1,full,x,fwd+bwd,step_time,32,ms,shorter");
  CHECK(half.reading == Reading::time_without_update);
  CHECK(half.aside == "aside.real-length");
  CHECK(link_of(half) == "v=1&w=train&b=4&mb=4&d=t4&p=fp32&ac=full");
  const Measurement bare = training("Tesla T4,1,BERT-Large,128,,,fp32,1,1,1,none,x,pretrain,throughput,32,seq/s,");
  CHECK(bare.assumed == std::vector<std::string>{"global_batch"});
  CHECK(link_of(bare) == "v=1&w=train&d=t4&p=fp32");
  CHECK(bare.measured == Approx(1));
  CHECK(training("Tesla T4,8,BERT-Large,128,64,8,fp32,1,1,1,,x,pretrain,throughput,1,seq/s,").line == "train-data");
  CHECK(training("Tesla T4,8,BERT-Large,128,64,8,fp32,4,1,1,,x,pretrain,throughput,1,seq/s,").line == "train-split");
  const Measurement adapters = training("Tesla T4,1,BERT-Large,128,64,8,fp16,1,1,1,none,x,finetune QLoRA,throughput,1,seq/s,");
  CHECK(link_of(adapters).find("&ft=qlora") != std::string::npos);
}

TEST_CASE("Memory is read as the tool that measured it counts it", "[score]") {
  const Measurement allocated = memory("RTX 3090,24,1,Llama-2-7B,inference,generate,nf4,,512,1,,1,1,x,peak_allocated,5,GB");
  CHECK(allocated.reading == Reading::memory_of_tensors);
  CHECK(allocated.measured == 5e9);
  CHECK(link_of(allocated) == "v=1&m=llama-2-7b&w=decode&s=512&d=rtx-3090&wq=nf4");
  const Measurement file = memory(",,,Llama-3-8B,weights,file size,Q8_0,,,,,1,1,,weights_size,8,GiB");
  CHECK(file.item == "weights");
  CHECK(file.measured == 8.0 * 1024 * 1024 * 1024);
  const Measurement ran = memory("RTX 3090,20,1,BERT-Large,train,full,fp32,LAMB,512,4,none,1,1,x,fits,1,bool");
  CHECK(ran.line == "memory-verdict");
  CHECK(link_of(ran) == "v=1&w=finetune&s=512&b=4&mb=4&d=rtx-3090&d1.mem=20&p=fp32&opt=lamb");
  const Measurement most = memory("RTX 3090,24,1,BERT-Large,train,full,fp32,Adam,512,,none,1,1,x,max_batch,0,sequences");
  CHECK(most.reading == Reading::fits);
}

TEST_CASE("The largest batch is found where one more does not fit", "[score]") {
  std::vector<Measurement> rows = {
      memory("RTX 3090,24,1,BERT-Large,train,full,fp32,AdamW,512,,none,1,1,x,max_batch,10,sequences")};
  auto prepared = score::prepare(rows);
  const double most = score::evaluate(prepared.front(), default_calibration(), TimeModel::tiled, false)->estimate;
  CHECK(most > 1);
  const auto fits = [&](double batch) {
    Resolved& resolved = prepared.front().resolved.front();
    resolved.columns.front().batch = resolved.columns.front().micro_batch = batch;
    return estimate_memory(resolved, resolved.columns.front(), nullptr).fits != Fits::no;
  };
  CHECK(fits(most));
  CHECK_FALSE(fits(most + 1));
}
