// The checkable statements about one operator version, each with the own cases that test it: for
// people who must show that every sentence of a specification is tested.
//
// A statement has a number that it keeps (below). Its cases are found by what they
// exercise (tested_by.h), not declared: a reader can verify each link by reading the case.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/operators/schema.h"

namespace etalon::explain {

struct Requirement {
  // formula    a sentence of the header of the operator's file
  // version    what the header says of this version alone
  // change     a difference of the schema from the version before
  // types      the types that a type variable may be
  // attribute  an attribute may be given, must be, or is a default where it is left out
  // value      a word that an attribute of text may be
  // input      an optional input given, or left out;   output   an optional output asked for
  // refusal    an input check that the code makes
  // point      a question of data/open_points and its answer
  std::string kind;
  std::string key;    // what identifies it among the statements of this version
  std::string id;     // "Softmax-13.R3"; empty while it has no number
  std::string text;   // a sentence that can be read alone
  std::string where;  // "ops/ai.onnx/math/softmax.cc:1", "data/open_points, Softmax.nan"

  std::vector<std::string> cases;  // own cases of this version that test it
  // Those of other versions that the same function implements; a statement that is the version's
  // own has none.
  std::vector<std::string> same_code;
  std::vector<std::string> types_tested;  // of a statement about types: those of its cases
  std::string reason;  // why it has no case, as data/requirements/without_case.json says

  bool tested() const { return !cases.empty() || !same_code.empty(); }
};

// True for a version that has statements: an implemented one of ONNX's own domains.
bool has_requirements(const Schema& schema);
// Those of one version, in the order of the kinds above. Empty for one that has none.
std::vector<Requirement> requirements_of(const Schema& schema);

// The numbers of statements, and the statements that have no case:
//
//   data/requirements/<domain>.json       {"Softmax-13": [KEY, …], …}
//   data/requirements/checks.json         {NAME: MESSAGE, …}: the key of a refusal has the name
//   data/requirements/without_case.json   {REASON: ["Softmax-13.R3", …], …}
//
// A statement's number is the place of its key in the list, from 1. scripts/requirements appends
// the keys of new statements, and puts a sentence that is worded anew in its place; the key of a
// withdrawn statement keeps its place, so that no number ever changes its meaning.

// The keys of a version; empty where it has none.
const std::vector<std::string>& numbered_keys(const Schema& schema);
// Statement's id → reason. Throws InvalidInput for an id listed twice.
const std::map<std::string, std::string>& reasons_without_case();

}  // namespace etalon::explain
