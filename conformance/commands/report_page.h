// etalon report page.
#pragma once

namespace CLI {
class App;
}  // namespace CLI

namespace etalon {

struct Session;

// Adds `page` to the command `report`.
void add_report_page(CLI::App& report, Session& session);

}  // namespace etalon
