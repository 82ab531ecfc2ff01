// The numbers of statements, and the statements that have no case:
//
//   data/requirements/<domain>.json       {"Softmax-13": [KEY, …], …}
//   data/requirements/without_case.json   {REASON: ["Softmax-13.R3", …], …}
//
// A statement's number is the place of its key in the list, from 1. scripts/requirements appends
// the keys of new statements; a key whose statement is no more keeps its place, so that no number
// ever changes its meaning.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/operators/schema.h"

namespace etalon::explain {

// The keys of a version; empty where it has none.
const std::vector<std::string>& numbered_keys(const Schema& schema);
// Statement's id → reason. Throws InvalidInput for an id listed twice.
const std::map<std::string, std::string>& reasons_without_case();

}  // namespace etalon::explain
