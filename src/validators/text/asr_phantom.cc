// SPDX-License-Identifier: Apache-2.0
// What speech recognition makes of silence and noise: the farewells and credits with which the subtitles it learned
// from end.
//
// Always the whole text, once or several times over, compared by its letters alone, so that case, signs, note signs and
// the cue numbers and times of SRT do not matter: the transcript of a real video ends with the same words. What
// somebody may well say by itself only warns.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "base/text.h"
#include "validators/text/folded.h"
#include "validators/text/optional_checks.h"

namespace bcheck {
namespace {

// Letters alone, folded (folded.h). Reported by users of Whisper and of what is built upon it, by language.
constexpr std::string_view kPhantoms[]{
    // English
    "thankyouforwatching",
    "thankyousomuchforwatching",
    "thankyouverymuchforwatching",
    "thanksforwatching",
    "thankyouforwatchingthisvideo",
    "thanksforwatchingthisvideo",
    "thankyouallforwatching",
    "pleasesubscribe",
    "pleasesubscribetomychannel",
    "pleasesubscribetothechannel",
    "dontforgettosubscribe",
    "dontforgettolikeandsubscribe",
    "likeandsubscribe",
    "pleaselikeandsubscribe",
    "seeyouinthenextvideo",
    "illseeyouinthenextvideo",
    "illseeyouinthenextone",
    "transcriptionoutsourcingllc",
    "transcriptemilybeynon",
    "wwwmooji",
    "wwwmoojiorg",
    // Chinese
    "请不吝点赞订阅转发打赏支持明镜与点点栏目",
    "請不吝點贊訂閱轉發打賞支持明鏡與點點欄目",
    "請不吝點讚訂閱轉發打賞支持明鏡與點點欄目",
    "优优独播剧场yoyotelevisionseriesexclusive",
    "優優獨播劇場yoyotelevisionseriesexclusive",
    "谢谢观看",
    "謝謝觀看",
    "感谢观看",
    "感謝觀看",
    "谢谢收看",
    "謝謝收看",
    "感谢收看",
    "感謝收看",
    "谢谢大家观看",
    "谢谢大家收看",
    "多谢您收看时局新闻再会",
    "多謝您收睇時局新聞再會",
    "请订阅我的频道",
    "請訂閱我的頻道",
    "字幕by索兰娅",
    "字幕by索蘭婭",
    "中文字幕志愿者李宗盛",
    "中文字幕志願者李宗盛",
    "中文字幕李宗盛",
    "字幕志愿者李宗盛",
    "字幕志愿者杨茜茜",
    // Japanese
    "ご視聴ありがとうございました",
    "ご視聴ありがとうございます",
    "ご清聴ありがとうございました",
    "最後までご視聴いただきありがとうございます",
    "最後までご視聴いただきありがとうございました",
    "最後までご視聴ありがとうございました",
    "チャンネル登録お願いします",
    "チャンネル登録をお願いします",
    "チャンネル登録よろしくお願いします",
    "高評価とチャンネル登録お願いします",
    "次の動画でお会いしましょう",
    "また次の動画でお会いしましょう",
    // Korean
    "시청해주셔서감사합니다",
    "시청해주셔서고맙습니다",
    "끝까지시청해주셔서감사합니다",
    "구독과좋아요부탁드립니다",
    "구독과좋아요부탁드려요",
    "좋아요와구독부탁드립니다",
    "다음영상에서만나요",
    "다음영상에서뵙겠습니다",
    "한글자막by한효정",
    "자막by한효정",
    "한글자막by박진희",
    // Spanish
    "graciasporverelvideo",
    "muchasgraciasporverelvideo",
    "suscribetealcanal",
    "nosvemosenelproximovideo",
    // French
    "mercidavoirregardecettevideo",
    "mercidavoirregardelavideo",
    "noubliezpasdevousabonner",
    "soustitragesocieteradiocanada",
    "soustitragestfr",
    "soustitragefr",
    // German
    "vielendankfurszuschauen",
    "dankefurszuschauen",
    "vielendankfurszusehen",
    "dankefurszusehen",
    "untertitelvonstephaniegeiges",
    "untertitelimauftragdeszdf",
    "untertitelimauftragdeszdffurfunk",
    "untertitelungimauftragdeszdf",
    "untertitelungdeszdf",
    "copyrightwdr",
    // Italian
    "grazieperlavisione",
    "grazieperaverguardatoilvideo",
    "sottotitoliacuradiqtss",
    "sottotitolierevisioneacuradiqtss",
    "iscrivetevialcanale",
    // Portuguese
    "obrigadoporassistir",
    "obrigadaporassistir",
    "obrigadoporassistiraovideo",
    "inscrevasenocanal",
    "legendasporsoniaruberti",
    // Russian, Ukrainian
    "продолжениеследует",
    "спасибозапросмотр",
    "субтитрыподогналсимон",
    "подписывайтесьнаканал",
    "подписывайтесьнамойканал",
    "дякуюзаперегляд",
    "дякуємозаперегляд",
    // Dutch, Nordic, Polish, Turkish, Czech, Arabic, Vietnamese, Indonesian
    "bedanktvoorhetkijken",
    "tvgelderland",
    "undertexteravstinahedin",
    "svensktextningavhelenasvensson",
    "tekstetafnicolaiwinther",
    "tekstingavnicolaiwinther",
    "dziekujezaogladanie",
    "dziekizaogladanie",
    "izlediginizicintesekkurler",
    "izlediginizicintesekkurederim",
    "abonneolmayiunutmayin",
    "altyazimk",
    "titulkyvytvoriljohnyx",
    "dekujizasledovani",
    "ترجمةنانسيقنقر",
    "اشتركوافيالقناة",
    "شكراللمشاهدة",
    "camoncacbandatheodoi",
    "terimakasihtelahmenonton",
};

// Names that stand in credits and nowhere else.
constexpr std::string_view kCredits[]{"amaraorg", "dimatorzok", "zeoranger", "castingwords"};

// Heard in silence more often than all of the above, and said by people as often.
constexpr std::string_view kSaid[]{
    "you",
    "thankyou",
    "thankyouverymuch",
    "thankyousomuch",
    "thanks",
    "thankyouforlistening",
    "bye",
    "byebye",
    "goodbye",
    "seeyounexttime",
    "谢谢",
    "谢谢大家",
    "謝謝",
    "ありがとうございました",
    "ありがとうございます",
    "감사합니다",
    "고맙습니다",
    "gracias",
    "muchasgracias",
    "merci",
    "danke",
    "vielendank",
    "grazie",
    "obrigado",
    "obrigada",
    "спасибо",
    "bedankt",
};

// The longest of the phrases that the text begins with; 0 if it begins with none.
std::size_t phrase_length(std::string_view text, std::span<const std::string_view> phrases) {
  std::size_t longest = 0;
  for (const std::string_view phrase : phrases) {
    if (text.starts_with(phrase)) longest = std::max(longest, phrase.size());
  }
  return longest;
}

enum class Sort { kNone, kEitherWay, kPhantom };

// One phrase or several, and nothing else.
Sort sort_of(std::string_view letters) {
  Sort sort = Sort::kEitherWay;
  while (!letters.empty()) {
    const std::size_t phantom = phrase_length(letters, kPhantoms);
    const std::size_t said = phrase_length(letters, kSaid);
    if (phantom == 0 && said == 0) return Sort::kNone;
    if (phantom >= said) sort = Sort::kPhantom;
    letters.remove_prefix(std::max(phantom, said));
  }
  return sort;
}

}  // namespace

void check_asr_phantom(TextSubject& s) {
  constexpr std::size_t kLongest = 1000;  // bytes of letters: more is no phrase
  constexpr std::size_t kCredit = 160;
  std::string& letters = s.scratch.folded;
  fold_letters(s.trimmed, kLongest + 1, letters);
  if (letters.empty() || letters.size() > kLongest) return;
  const auto names_one = [&](std::string_view name) { return letters.find(name) != std::string::npos; };
  const bool credit = letters.size() <= kCredit && std::any_of(std::begin(kCredits), std::end(kCredits), names_one);
  const Sort sort = credit ? Sort::kPhantom : sort_of(letters);
  if (sort == Sort::kNone) return;
  s.fault("text.asr-phantom", sort == Sort::kPhantom ? Severity::kFail : Severity::kWarn,
          fmt::format("what recognition makes of silence{}: {}",
                      sort == Sort::kPhantom ? "" : ", though it may have been said", quote(s.trimmed, 60)));
}

}  // namespace bcheck
