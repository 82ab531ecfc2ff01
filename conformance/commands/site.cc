// etalon site: writes the operators as pages for browsers.
#include "conformance/site/site.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"

namespace etalon {

namespace {

int build_site(const site::SiteOptions& options, Session& session) {
  const site::SiteSummary summary = site::write_site(options);
  constexpr double mega = 1e6;
  session.out << fmt::format(
      "{}: {} pages: {} operators in {} versions, {} functions of MDF; {:.1f} MB\n",
      (options.out / "index.html").string(), summary.pages, summary.operators, summary.versions,
      summary.functions, static_cast<double>(summary.bytes) / mega);
  return exit_ok;
}

}  // namespace

void add_site_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("site", "Write the operators as pages for browsers");
  const auto options = std::make_shared<site::SiteOptions>();
  command.add_option("--out", options->out, "The folder to write")->required();
  command.add_option("--wasm", options->wasm,
                     "The folder of Etalon as WebAssembly, with which pages evaluate examples");
  add_footer(command, "Example:\n  etalon site --out build/site\n",
             "0 done, 2 usage, 3 a file cannot be read or written");
  on_run(command, session, [options, &session] { return build_site(*options, session); });
}

}  // namespace etalon
