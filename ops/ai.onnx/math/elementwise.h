// What the elementwise operators share.
#pragma once

#include "engine/formula.h"
#include "engine/numerics/elementwise.h"
#include "ops/ai.onnx/math/activations.h"
