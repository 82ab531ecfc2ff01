// ATen: output… = the function `operator` of PyTorch's tensor library ATen, applied to the inputs
// and, by their names there, to attributes. The functions are those of the tables in this folder;
// most are operators of ONNX under another name.
//   1         experimental
#include "ops/experimental/aten/aten.h"

namespace etalon {
namespace {

const aten::Function& function_named(const std::string& name) {
  for (const aten::Functions* table :
       {&aten::elementwise_functions(), &aten::reductions(), &aten::products(), &aten::movements(),
        &aten::normalizations()}) {
    const auto function = table->find(name);
    if (function != table->end()) return function->second;
  }
  throw Unsupported("ATen's function '{}' is not known", name);
}

Values aten_function(const Call& call) {
  const std::string& name = call.text("operator");
  Values outputs = function_named(name)(aten::Arguments(call));
  if (outputs.size() >= call.output_count()) return outputs;
  throw InvalidInput("'{}' gives {} outputs, but the node has {}", name, outputs.size(),
                     call.output_count());
}

const Operator op("ATen", aten_function, {1});

}  // namespace
}  // namespace etalon
