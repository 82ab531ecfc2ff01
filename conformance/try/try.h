// One call of an operator as JSON, evaluated for the operators' pages.
#pragma once

#include <string>
#include <string_view>

namespace etalon {

// Evaluates a call, within limits that suit a page: 256 MiB, 10 s.
//
//   {"operator": "Softmax", "domain": "", "version": 13,      an opset; without it the newest
//    "inputs": [VALUE, …], "attributes": {…},                 as in own cases (own_cases.h)
//    "outputs": 1}                   how many of the operator's outputs are wanted, or a list of as
//                                    many, of which null is left out; without it the required ones
//
// The answer is {"outputs": [VALUE, …]}, or {"error": "…"} with one sentence. Never throws.
std::string answer(std::string_view request);

}  // namespace etalon

// The same with C's strings, for JavaScript. The answer is valid until the next call.
extern "C" const char* etalon_try(const char* request);
