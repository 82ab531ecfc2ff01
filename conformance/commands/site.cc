// etalon site: writes the operators as pages for browsers.
#include "conformance/site/site.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/options.h"

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
  CLI::App& command = *app.add_subcommand("site", "Write a page for each operator, for browsers");
  const auto options = std::make_shared<site::SiteOptions>();
  add_value(command, "--out FOLDER", options->out, "Write the pages here").required();
  add_value(command, "--wasm FOLDER", options->wasm,
            "Evaluate examples in the pages by this build of Etalon as WebAssembly");
  add_footer(command, "Example:\n  etalon site --out build/site\n",
             "0 done, 2 usage, 3 a file cannot be read or written");
  on_run(command, session, [options, &session] { return build_site(*options, session); });
}

}  // namespace etalon
