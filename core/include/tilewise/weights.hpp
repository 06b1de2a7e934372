#pragma once
// The weights of a model in one format, tensor by tensor: how many elements of each kind there are and how
// many bits one has, averaged over the layers.

#include <tilewise/catalogue.hpp>
#include <tilewise/storage.hpp>

namespace tilewise {

struct StoredTensors {
  double elements = 0;
  double bits = 16;  // per element, mean
  [[nodiscard]] double bytes() const { return elements * bits / 8; }
};

struct ModelWeights {
  StoredTensors tables;   // input embedding, learned positions
  StoredTensors head;     // output matrix of its own, pooler
  StoredTensors layers;   // matrices of attention and dense or shared MLPs
  StoredTensors experts;  // matrices of routed experts
  StoredTensors small;    // norms, biases, routers

  [[nodiscard]] double bytes() const {
    return tables.bytes() + head.bytes() + layers.bytes() + experts.bytes() + small.bytes();
  }
  // Mean over the matrices that a step multiplies with, a tied table included.
  [[nodiscard]] double multiplied_bits() const;
};

// `wide_bits` is what stays wide where a format leaves tensors alone; `head_too` says that a format that
// replaces linear layers replaces the output matrix as well.
[[nodiscard]] ModelWeights stored_weights(const Shape& shape, const StorageFormat& format, double wide_bits,
                                           bool head_too = false);

}  // namespace tilewise
