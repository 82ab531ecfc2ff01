// GRU, LSTM, RNN.
#pragma once

#include <string>

#include "conformance/generate/rule.h"

namespace etalon::rules {

struct Cell {
  size_t gates;
  size_t activations;  // of one direction
  bool remembers;      // has a cell state and peepholes
  std::string flag;    // an attribute that only this operator has, or ""
};

// X, W, R, B, sequence_lens, initial_h; initial_c and P; all outputs or some.
void recurrent(Drafting& call, const Cell& cell);

}  // namespace etalon::rules
