// SPDX-License-Identifier: Apache-2.0
#include "render/page_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "render/page_markup.h"
#include "report/item_facts.h"

namespace bcheck {

bool PageTexts::is_text(const std::string& name, const Outcome& outcome) const {
  const auto rule = rules_.find(name);
  if (outcome.type == "text" || (rule != rules_.end() && rule->second.type == "text")) return true;
  return !outcome.format.empty() && context_.products->is_text(outcome.format);
}

Result<void> PageTexts::add(const Item& item) {
  if (!context_.products || item.status == Status::kPass || texts_ == kMostExcerpts) return {};
  for (const auto& [name, outcome] : item.artifacts) {
    const bool is_file = !outcome.path.empty() && !outcome.line && outcome.bytes.value_or(0) > 0;
    if (outcome.status == Status::kPass || !is_file || *outcome.bytes > kMostExcerpted || !is_text(name, outcome))
      continue;
    const Finding* const finding = leading(outcome.findings);
    std::vector<Text>& texts = by_code_[finding == nullptr ? std::string(name_of(outcome.status)) : finding->code];
    if (texts.size() == kExcerptsOfCode) return {};
    const auto bytes = context_.products->read(outcome);
    if (!bytes) {
      if (bytes.error().kind == ErrorKind::kInterrupted) return tl::unexpected(bytes.error());
      ++unreadable_;
      return {};
    }
    texts.reserve(kExcerptsOfCode);  // by_key_ looks into it
    texts.push_back({item.key, outcome.status, cut({bytes->data(), bytes->size()}, kExcerpt)});
    by_key_.emplace(item.key, texts.back().start);
    ++texts_;
    return {};
  }
  return {};
}

std::string_view PageTexts::of(const std::string& key) const {
  const auto at = by_key_.find(key);
  return at == by_key_.end() ? std::string_view() : at->second;
}

std::string PageTexts::markup() const {
  if (texts_ == 0) return {};
  std::vector<std::pair<const std::string*, const Text*>> cards;
  for (std::size_t turn = 0; turn < kCardsOfCode && cards.size() < kCards; ++turn) {
    for (const auto& [code, texts] : by_code_) {
      if (turn < texts.size() && cards.size() < kCards) cards.emplace_back(&code, &texts[turn]);
    }
  }
  std::stable_sort(cards.begin(), cards.end(), [](const auto& a, const auto& b) { return *a.first < *b.first; });
  std::string out = "<section id=\"texts\">\n<h2>Failing texts</h2>\n<div class=\"texts\">\n";
  for (const auto& [code, text] : cards) {
    const std::string key = key_on_page(text->key);
    out += fmt::format(R"(<figure class="excerpt"><figcaption><a class="name" href="#key={}"><bdi>{}</bdi></a>)"
                       R"(<code class="bad">{}</code></figcaption><pre>{}</pre></figure>)"
                       "\n",
                       fragment(key), html_name(key), html_name(*code), html_excerpt(text->start));
  }
  return out + "</div>\n</section>\n";
}

}  // namespace bcheck
