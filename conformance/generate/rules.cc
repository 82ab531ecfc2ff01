#include "conformance/generate/rules.h"

namespace etalon {

const Rules& all_rules() {
  static const Rules rules = [] {
    Rules all;
    for (Rules family :
         {elementwise_rules(), reduction_rules(), movement_rules(), indexing_rules(),
          product_rules(), window_rules(), normalization_rules(), quantization_rules(),
          sequence_rules(), recurrent_rules(), attention_rules(), image_rules(), signal_rules(),
          loss_rules(), text_rules()}) {
      all.merge(family);
    }
    return all;
  }();
  return rules;
}

}  // namespace etalon
