#include "conformance/equivalent/files.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/generate/case_files.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"

namespace etalon::equivalent {
namespace {

void write_piece(const std::filesystem::path& folder, const std::string& model,
                 const CaseValues& inputs, const std::string& output, const Value& expected) {
  CaseFiles files;
  files.model = model;
  files.sets.push_back({inputs, {{output, expected}}});
  write_case(folder, files);
}

}  // namespace

std::vector<std::string> write_pieces(const std::filesystem::path& folder,
                                      const Equivalence& equivalence) {
  std::vector<std::string> written;
  const Judged worst = equivalence.worst();
  for (const OutputVerdict& output : equivalence.outputs) {
    if (is_worse(worst, output.judged) || !output.piece) continue;
    const Piece& piece = *output.piece;
    if (piece.before_model.empty() || piece.after_model.empty()) continue;
    const BoundModel before = parse_model(piece.before_model);
    const Bindings inputs(piece.before_inputs.begin(), piece.before_inputs.end());
    Options lenient;
    lenient.lenient = true;
    const Value expected = evaluate(before, inputs, lenient).at(0);
    write_piece(folder / "before", piece.before_model, piece.before_inputs, piece.before_value,
                expected);
    write_piece(folder / "after", piece.after_model, piece.after_inputs, piece.after_value,
                expected);
    written = {"before", "after"};
    break;
  }
  if (equivalence.witness.empty()) return written;
  std::filesystem::create_directories(folder / "witness");
  size_t number = 0;
  for (const auto& [name, value] : equivalence.witness) {
    write_value(folder / "witness" / fmt::format("input_{}.pb", number++), value, name);
  }
  written.emplace_back("witness");
  return written;
}

}  // namespace etalon::equivalent
