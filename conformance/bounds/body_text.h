// A function body in ONNX's textual syntax, as data/function_bodies.json has it.
#pragma once

#include <string>
#include <vector>

namespace onnx {
class FunctionProto;
}

namespace etalon {

// The body as a function. Throws InvalidInput for text that is not a function body, or that uses
// syntax that no published body uses.
onnx::FunctionProto parse_body(const std::vector<std::string>& lines);

}  // namespace etalon
