// etalon mdf run, of the group that mdf.cc makes.
#pragma once

#include "conformance/commands/commands.h"

namespace etalon {

void add_mdf_run(CLI::App& mdf, Session& session);

}  // namespace etalon
