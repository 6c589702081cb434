// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/text.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/type_tables.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

class TypesCommand : public Command {
 public:
  std::string name() const override { return "types"; }
  std::string summary() const override { return "what is measured, found, and limited by default, type by type"; }

  std::string examples() const override {
    return "Examples:\n"
           "  bcheck types                  all types, a line each\n"
           "  bcheck types image            everything about one\n"
           "  bcheck types --format markdown > docs/validators.md";
  }

  std::vector<Option> options() override {
    return {{"TYPE", "", "one type; all if absent", &type_}, {"--format", "NAME", "text or markdown", &format_}};
  }

  ExitCode execute(const CommonOptions&) override {
    if (!format_.empty() && format_ != "text" && format_ != "markdown") {
      return give_up(
          {ErrorKind::kBadQuestion, fmt::format("unknown format {}", quote(format_)), "one of: text, markdown"});
    }
    const bool markdown = format_ == "markdown";
    std::string text;
    if (type_.empty()) {
      text = markdown ? all_types_markdown() : all_types_text();
    } else {
      const Type* const type = find_type(type_);
      if (type == nullptr) {
        std::vector<std::string_view> names;
        for (const Type* const known : all_types()) names.push_back(known->name);
        return give_up(
            {ErrorKind::kBadQuestion, fmt::format("unknown type {}", quote(type_)), suggestion(type_, names)});
      }
      text = markdown ? type_markdown(*type) : type_text(*type);
    }
    const auto written = answer(text);
    return written ? ExitCode::kYes : give_up(written.error());
  }

 private:
  std::string type_;
  std::string format_;
};

}  // namespace

std::unique_ptr<Command> make_types_command() {
  return std::make_unique<TypesCommand>();
}

}  // namespace bcheck
