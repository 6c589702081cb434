// SPDX-License-Identifier: Apache-2.0
#include "cli/contact_sheet.h"

#include <fmt/format.h>

#include <utility>

#include "analysis/product_folder.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/interrupt.h"
#include "cli/log.h"
#include "render/contact_sheet.h"
#include "render/sheet_tiles.h"
#include "report/read.h"
#include "run/pictures.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

constexpr std::string_view kImage = "image";

SheetRequest request_of(const SheetTask& task) {
  SheetRequest request;
  request.filter = task.filter;
  request.most = task.most;
  request.is_picture = [](std::string_view format) { return type_of_format(format).name == kImage; };
  for (const DefaultLimit& limit : find_type(kImage)->limits) {
    request.defaults.push_back({std::string(limit.measure), {limit.min, limit.max, {}}});
  }
  return request;
}

}  // namespace

Result<ExitCode> write_contact_sheet(const SheetTask& task) {
  auto report = ReportReader::open(task.report);
  if (!report) return tl::unexpected(std::move(report.error()));
  const auto products = ProductFolder::open(task.output);
  if (!products) return tl::unexpected(products.error());
  if (lies_beneath(task.file, task.output)) {
    return bad_question(fmt::format("{} lies in the output {}", quote(task.file), quote(task.output)),
                        "nothing is written there");
  }
  const auto plan = plan_sheet(*report, request_of(task));
  if (!plan) return tl::unexpected(plan.error());
  PictureSettings settings;
  settings.stop = was_interrupted;
  const auto pictures = isolated_pictures(std::move(settings));
  const auto sheet = draw_sheet(*plan, [&](const Outcome& product) -> Result<Thumbnail> {
    const auto bytes = products->read(product);
    if (!bytes) return tl::unexpected(bytes.error());
    return pictures->thumbnail(as_bytes({bytes->data(), bytes->size()}), kThumbnailSide);
  });
  if (!sheet) return tl::unexpected(sheet.error());
  auto out = Answer::open(task.file);
  if (!out) return tl::unexpected(std::move(out.error()));
  out->write(png_of(sheet->picture));
  if (auto written = out->finish(); !written) return tl::unexpected(std::move(written.error()));
  if (sheet->unreadable == 0) return ExitCode::kYes;
  log_warning(fmt::format("{} could not be looked at", counted(sheet->unreadable, "picture")));
  return ExitCode::kIncomplete;
}

}  // namespace bcheck
