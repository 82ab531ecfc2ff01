#include "conformance/site/lists.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "conformance/explain/schema_text.h"
#include "conformance/site/code.h"
#include "conformance/site/frame.h"
#include "conformance/site/sections.h"

namespace etalon::site {

namespace {

// "ops/ai.onnx/math/add.cc:31" → "math".
std::string family_of(const std::string& source) {
  return std::filesystem::path(source).parent_path().filename().string();
}

const Schema* newest_schema(const std::string& domain, const std::string& name) {
  return find_schema(domain == "ai.onnx" ? "" : domain, name, newest_opset(domain));
}

std::string index_line(const IndexRow& row) {
  return fmt::format(
      "<tr data-name=\"{}\" data-domain=\"{}\" data-family=\"{}\" data-types=\"{}\" "
      "data-status=\"{}\" data-versions=\"{}\"><th scope=\"row\">{}</th><td>{}</td><td>{}</td>"
      "<td>{}</td><td>{}</td></tr>\n",
      html_text(row.name), html_text(row.domain), html_text(row.family), html_text(row.types),
      html_text(row.status), html_text(row.versions), link(row.file, row.name),
      html_text(row.domain), html_text(row.family), html_text(row.versions), html_text(row.status));
}

}  // namespace

std::string types_of(const Schema& schema) {
  std::set<std::string> types;
  for (const TypeConstraint& constraint : schema.types) {
    for (const std::string& type : constraint.types) {
      const bool tensor = type.starts_with("tensor(");
      types.insert(tensor ? type.substr(7, type.size() - 8) : type.substr(0, type.find('(')));
    }
  }
  return fmt::format("{}", fmt::join(types, " "));
}

std::string operator_link(const std::string& domain, const std::string& name,
                          const std::string& root) {
  const Schema* schema = newest_schema(domain, name);
  const std::string text = domain == "ai.onnx" || domain.empty() ? name : domain + "." + name;
  return schema == nullptr ? html_text(text) : link(root + operator_file(*schema), text);
}

IndexRow index_row(const OperatorPage& page) {
  const explain::Facts& newest = page.newest();
  const Schema& schema = *newest.schema;
  std::string versions, status = newest.row != nullptr ? "implemented" : "not-implemented";
  bool open = false, erratum = false;
  for (const explain::Facts& facts : page.versions) {
    versions += (versions.empty() ? "" : ", ") + std::to_string(facts.schema->since_version);
    erratum = erratum || !facts.errata.empty();
    for (const OpenPoint* point : facts.points) {
      open = open || point->status != PointStatus::required;
    }
  }
  if (schema.deprecated) status += " deprecated";
  if (schema.experimental) status += " experimental";
  if (schema.function) status += " function";
  if (open) status += " open";
  if (erratum) status += " erratum";
  return {schema.name,
          domain_text(schema.domain),
          newest.row == nullptr ? "" : family_of(newest.row->source),
          operator_file(schema),
          versions,
          types_of(schema),
          status};
}

IndexRow index_row(const mdf::FunctionInfo& function) {
  return {function.name, "mdf", family_of(function.source), function_file(function), "", "",
          "implemented"};
}

std::string index_page(const std::vector<IndexRow>& rows) {
  std::string lines;
  for (const IndexRow& row : rows) lines += index_line(row);
  const std::string body = fmt::format(
      "<h1>Operators</h1>\n<p>The operators of ONNX as Etalon executes them: formula, code, "
      "versions, examples, what the text leaves open, who passes.</p>\n<form id=\"search\" "
      "role=\"search\" hidden><label for=\"q\">Search</label> <input id=\"q\" type=\"search\" "
      "autocomplete=\"off\" aria-describedby=\"hint\"> <span id=\"count\" "
      "role=\"status\"></span><p class=\"minor\" id=\"hint\">A name, or <code>type:float16</code>, "
      "<code>family:nn</code>, <code>domain:ai.onnx.ml</code>, <code>opset:11</code> (what is in "
      "force there), <code>status:open</code>; several words must all match.</p></form>\n<div "
      "id=\"found\"></div>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" "
      "aria-label=\"Table\"><table id=\"index\"><thead><tr><th "
      "scope=\"col\">operator</th><th "
      "scope=\"col\">domain</th><th scope=\"col\">family</th><th scope=\"col\">versions</th><th "
      "scope=\"col\">status</th></tr></thead>\n<tbody>\n{}</tbody></table></div>\n",
      lines);
  return whole_page({"index.html", "Operators – Etalon", body});
}

std::string open_page() {
  std::string body =
      "<h1>What the specification leaves open</h1>\n<p>The open points of each operator: questions "
      "for which the text permits several results or gives none. What the text requires is on the "
      "operators' pages.</p>\n";
  for (const OperatorPoints& of : open_points().operators) {
    std::string points;
    for (const OpenPoint& point : of.points) {
      if (point.status != PointStatus::required) points += point_markup(point);
    }
    if (!points.empty()) {
      body +=
          "<section><h2>" + operator_link(of.domain, of.op) + "</h2>\n" + points + "</section>\n";
    }
  }
  return whole_page({"open.html", "Open points – Etalon", body});
}

std::string errata_page() {
  std::string body =
      "<h1>Errata</h1>\n<p>Official cases that contradict the specification, each with a "
      "proof.</p>\n";
  for (const Erratum& one : errata()) {
    body += "<p class=\"minor\">" + operator_link(one.domain, one.op) +
            html_text(fmt::format(" {}", fmt::join(one.versions, ", "))) + "</p>" +
            erratum_markup(one);
  }
  return whole_page({"errata.html", "Errata – Etalon", body});
}

std::string files_page(const std::vector<explain::Source>& sources) {
  std::string body = "<h1>The code</h1>\n";
  std::string folder, items;
  const auto finish = [&] {
    if (!items.empty())
      body += "<h2>" + html_text(folder) + "</h2><ul class=\"files\">" + items + "</ul>\n";
    items.clear();
  };
  for (const explain::Source& source : sources) {
    const std::string in = source.path.substr(0, source.path.rfind('/'));
    if (in != folder) finish();
    folder = in;
    items += around("li", link(code_page_file(source.path), source.path.substr(in.size() + 1)));
  }
  finish();
  return whole_page({"code.html", "Code – Etalon", body});
}

std::string source_page(const explain::Source& source, const Definitions& definitions) {
  const std::string file = code_page_file(source.path);
  return whole_page(
      {file, source.path + " – Etalon",
       element("h1", source.path) +
           code_markup(source.text, {source.path, to_root(file), true}, definitions)});
}

}  // namespace etalon::site
