// The subcommands of etalon report, apart from merge.
#pragma once

namespace CLI {
class App;
}  // namespace CLI

namespace etalon {

struct Session;

void add_report_diff(CLI::App& report, Session& session);
void add_report_filter(CLI::App& report, Session& session);

}  // namespace etalon
