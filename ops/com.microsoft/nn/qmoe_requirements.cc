// What QMoE's text wants of attributes and inputs together.
#include "ops/com.microsoft/nn/moe.h"
#include "ops/com.microsoft/quantization/packed.h"

namespace etalon {

size_t weight_bits(const Call& call, const std::string& fc) {
  return size_t(call.integer(fc + "_expert_weight_bits", call.integer("expert_weight_bits")));
}

size_t weight_block_size(const Call& call) {
  if (!call.has("block_size")) return 0;
  if (call.text("quant_type") != "fp8") return block_size_of(call);
  return size_t(std::max<int64_t>(call.integer("block_size"), 0));
}

namespace {

bool is_fp4(const Call& call) {
  return call.choice<bool>(
      "quant_type",
      {{"int", false}, {"fp8", false}, {"fp4", true}, {"nvfp4", true}, {"wfp4afp8", true}});
}
bool has_blocks_of_fp8(const Call& call) {
  return call.text("quant_type") == "fp8" && weight_block_size(call) != 0;
}

// “Required when quant_type is 'fp4', 'nvfp4', or 'wfp4afp8', or 'fp8' with block_size <= 0.”
void require_global_scales(const Call& call) {
  const std::string& type = call.text("quant_type");
  if (!is_fp4(call) && (type != "fp8" || has_blocks_of_fp8(call))) return;
  for (const char* scale : {"fc1_global_scale", "fc2_global_scale"}) {
    if (!call.maybe(scale)) throw InvalidInput("quant_type {} requires {}", type, scale);
  }
}

void require_activation(const Call& call) {
  const std::string &type = call.text("quant_type"), &activation = call.text("activation_type");
  const size_t fc1 = weight_bits(call, "fc1"), fc2 = weight_bits(call, "fc2");
  if (activation == "geglu" && type != "int") {
    throw InvalidInput("geglu requires the quant_type int, not {}", type);
  }
  const bool is_fused = activation == "swiglu" && call.integer("swiglu_fusion") != 0;
  if (is_fused && call.has("fc3_expert_weight_bits") && weight_bits(call, "fc3") != fc1) {
    throw InvalidInput("fc3_expert_weight_bits is {} where FC1, which has FC3 in it, has {} bits",
                       weight_bits(call, "fc3"), fc1);
  }
  const auto is_four_or_eight = [](size_t bits) { return bits == 4 || bits == 8; };
  const bool is_limited =
      (type == "int" && is_four_or_eight(fc1) && is_four_or_eight(fc2)) || has_blocks_of_fp8(call);
  if (call.flag("swiglu_limit_after_activation") && !is_limited) {
    throw InvalidInput(
        "swiglu_limit_after_activation requires weights of 4 or 8 bits, or fp8 with a block_size");
  }
}

// “With INT3, use quant_type='int' (the default), and explicitly set activation_type='swiglu',
// weights_prepacked=0, swiglu_fusion=1, and block_size=32, 64, or 128.”
void require_attributes_of_3_bits(const Call& call) {
  if (call.text("quant_type") != "int" || call.text("activation_type") != "swiglu" ||
      call.integer("weights_prepacked") != 0 || call.integer("swiglu_fusion") != 1) {
    throw InvalidInput(
        "weights of 3 bits require quant_type int, activation_type swiglu, weights_prepacked 0 and "
        "swiglu_fusion 1");
  }
  const int64_t block_size = call.integer("block_size", 0);
  if (block_size != 32 && block_size != 64 && block_size != 128) {
    throw InvalidInput("weights of 3 bits require a block_size of 32, 64 or 128, not {}",
                       block_size);
  }
  if (weight_bits(call, "fc3") != weight_bits(call, "fc1")) {
    throw InvalidInput("FC3 has {} bits and FC1 has {}: where weights have 3 bits they are equal",
                       weight_bits(call, "fc3"), weight_bits(call, "fc1"));
  }
}

void require_inputs_of_3_bits(const Call& call) {
  for (const char* other :
       {"fc3_experts_weights", "fc3_scales", "fc3_experts_bias", "fc3_zero_points",
        "fc1_global_scale", "fc2_global_scale", "fc1_act_scale", "fc2_act_scale",
        "fc1_act_block_scale", "fc2_act_block_scale"}) {
    if (call.maybe(other)) throw InvalidInput("weights of 3 bits do not accept {}", other);
  }
  const DType T = call.tensor("input").dtype();
  if (T != DType::float16 && T != DType::bfloat16) {
    throw InvalidInput("weights of 3 bits require an input of float16 or bfloat16, not {}",
                       name(T));
  }
  for (const char* scales : {"fc1_scales", "fc2_scales"}) {
    const Tensor* given = call.maybe(scales);
    if (!given) throw InvalidInput("weights of 3 bits require {}", scales);
    if (given->dtype() != T) {
      throw InvalidInput("{} is of {} and input of {}: where weights have 3 bits they are equal",
                         scales, name(given->dtype()), name(T));
    }
  }
}

}  // namespace

void require_quantization(const Call& call) {
  const std::string& type = call.text("quant_type");
  const bool of_fp4 = is_fp4(call);
  if (weight_bits(call, "fc1") == 3 || weight_bits(call, "fc2") == 3 ||
      weight_bits(call, "fc3") == 3) {
    require_attributes_of_3_bits(call);
    require_inputs_of_3_bits(call);
  }
  require_global_scales(call);
  require_activation(call);
  for (const char* other :
       {"fc1_act_scale", "fc2_act_scale", "fc1_act_block_scale", "fc2_act_block_scale"}) {
    if (call.maybe(other)) throw Unspecified("the text does not say how {} scales", other);
  }
  if (of_fp4) throw Unspecified("the text does not say how quant_type {} scales weights", type);
  for (const char* scale : {"fc1_global_scale", "fc2_global_scale"}) {
    if (call.maybe(scale) && type != "fp8") {
      throw Unspecified("the text does not say how {} scales with quant_type {}", scale, type);
    }
  }
  if (type == "int" && call.integer("weights_prepacked") == 1) {
    throw Unspecified("weights_prepacked 1 is the private layout of a kernel");
  }
}

}  // namespace etalon
