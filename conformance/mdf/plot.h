// Values over time as a picture: a self-contained SVG with axes, ticks and a legend.
#pragma once

#include <string>
#include <vector>

namespace etalon {

struct PlotLine {
  std::string label;
  std::vector<double> y;  // one for each x; where it is not finite the line is broken
};

struct Plot {
  std::string title;
  std::string x_label;
  std::vector<double> x;  // ascending
  std::vector<PlotLine> lines;
};

inline constexpr size_t max_plot_lines = 20;  // that the legend has room for

// The picture as an SVG document. Magnitudes beyond 1e300 count as infinite.
std::string svg(const Plot& plot);

}  // namespace etalon
