// SPDX-License-Identifier: Apache-2.0
#include "validators/text/refusal_phrases.h"

namespace bcheck {
namespace {

constexpr std::string_view kEnglishOpeners[]{"i'm sorry",
                                             "i am sorry",
                                             "im sorry",
                                             "sorry",
                                             "i'm very sorry",
                                             "i'm so sorry",
                                             "my apologies",
                                             "i apologize",
                                             "i apologise",
                                             "apologies",
                                             "unfortunately",
                                             "i'm afraid",
                                             "as an ai language model",
                                             "as an ai assistant",
                                             "as an ai model",
                                             "as an ai,",
                                             "as an artificial intelligence",
                                             "as a language model",
                                             "as a large language model",
                                             "as an assistant",
                                             "thank you for your question, but",
                                             "i understand your request, but"};
constexpr std::string_view kEnglishCannot[]{"i cannot",
                                            "i can't",
                                            "i cant",
                                            "i can not",
                                            "i am unable",
                                            "i'm unable",
                                            "im unable",
                                            "i am not able",
                                            "i'm not able",
                                            "i won't",
                                            "i will not",
                                            "i must decline",
                                            "i have to decline",
                                            "i'm not comfortable",
                                            "i am not comfortable",
                                            "unable to",
                                            "i don't have the ability",
                                            "i do not have the ability",
                                            "can't assist",
                                            "cannot assist",
                                            "can't help with",
                                            "cannot help with",
                                            "i'm not allowed",
                                            "i am not allowed",
                                            "i'm not programmed",
                                            "i am not programmed"};
constexpr std::string_view kEnglishWork[]{
    "assist",    "help",       "provide",  "fulfill",  "fulfil",      "comply",    "answer",   "respond", "generate",
    "create",    "produce",    "complete", "continue", "discuss",     "support",   "engage",   "share",   "offer",
    "translate", "transcribe", "describe", "identify", "process",     "proceed",   "write",    "do that", "do this",
    "give",      "request",    "access",   "decline",  "participate", "recognize", "determine"};
constexpr std::string_view kEnglishDirectly[]{"i cannot",      "i can't",          "i can not",       "i am unable to",
                                              "i'm unable to", "i am not able to", "i'm not able to", "i won't",
                                              "i will not",    "i must decline"};
constexpr std::string_view kEnglishPlainly[]{"assist",
                                             "fulfill",
                                             "fulfil",
                                             "comply with",
                                             "help with that",
                                             "help with this",
                                             "help you with that",
                                             "help you with this",
                                             "provide that",
                                             "provide this",
                                             "provide information",
                                             "provide instructions",
                                             "provide guidance",
                                             "provide assistance",
                                             "answer that",
                                             "answer this",
                                             "your request",
                                             "that request",
                                             "this request",
                                             "engage in",
                                             "generate content",
                                             "create content",
                                             "support that",
                                             "must decline"};

constexpr std::string_view kChineseOpeners[]{"抱歉",
                                             "很抱歉",
                                             "非常抱歉",
                                             "十分抱歉",
                                             "对不起",
                                             "對不起",
                                             "不好意思",
                                             "作为一个ai",
                                             "作为一个人工智能",
                                             "作为ai",
                                             "作为人工智能",
                                             "作为一名ai",
                                             "作为一个语言模型",
                                             "作为一个大语言模型",
                                             "作為一個ai",
                                             "作為一個人工智慧",
                                             "作為ai",
                                             "作為一個語言模型",
                                             "我无法",
                                             "我無法",
                                             "我不能"};
constexpr std::string_view kChineseCannot[]{"无法", "無法", "不能", "没法", "不便", "不会", "没有能力"};
constexpr std::string_view kChineseWork[]{
    "帮",   "幫",   "协助", "協助", "回答", "提供", "完成这", "完成您", "完成你", "完成此", "完成該", "完成這",
    "满足", "滿足", "生成", "继续", "繼續", "讨论", "討論",   "执行",   "執行",   "回应",   "回應",   "给出",
    "給出", "请求", "請求", "处理", "處理", "翻译", "翻譯",   "支持您", "支持你", "识别",   "識別"};

constexpr std::string_view kJapaneseOpeners[]{"申し訳",       "すみません",       "すいません",
                                              "ごめんなさい", "恐れ入りますが",   "aiとして",
                                              "私はai",       "言語モデルとして", "残念ながら"};
constexpr std::string_view kJapaneseCannot[]{"できません",   "出来ません", "できかねます", "いたしかねます",
                                             "致しかねます", "しかねます", "できない",     "お断り"};
constexpr std::string_view kJapaneseWork[]{"答え", "回答",       "手伝",     "対応", "提供",  "お応え",
                                           "応じ", "支援",       "サポート", "作成", "生成",  "説明する",
                                           "翻訳", "リクエスト", "依頼",     "要求", "お断り"};

constexpr std::string_view kKoreanOpeners[]{"죄송", "미안", "유감스럽", "안타깝", "저는 ai", "ai로서", "ai 언어 모델"};
constexpr std::string_view kKoreanCannot[]{"수 없", "수가 없", "못합니다", "어렵습니다", "불가능"};
constexpr std::string_view kKoreanWork[]{"도와", "도움", "답변", "대답", "제공", "응답", "처리", "수행",
                                         "생성", "작성", "이행", "지원", "요청", "번역", "응할"};

constexpr std::string_view kSpanishOpeners[]{"lo siento",
                                             "lo lamento",
                                             "disculpa",
                                             "disculpe",
                                             "perdon",
                                             "me temo",
                                             "lamentablemente",
                                             "lamento",
                                             "como modelo de lenguaje",
                                             "como una inteligencia artificial",
                                             "como ia",
                                             "no puedo"};
constexpr std::string_view kSpanishCannot[]{"no puedo", "no me es posible", "no soy capaz", "no podre",
                                            "no estoy en condiciones"};
constexpr std::string_view kSpanishWork[]{"ayudar",  "asistir",   "proporcionar", "cumplir", "responder", "generar",
                                          "crear",   "completar", "continuar",    "ofrecer", "hacer eso", "hacer esto",
                                          "brindar", "facilitar", "traducir",     "atender"};

constexpr std::string_view kFrenchOpeners[]{"je suis desole",
                                            "desole",
                                            "je regrette",
                                            "malheureusement",
                                            "je m'excuse",
                                            "en tant que modele",
                                            "en tant qu'ia",
                                            "en tant qu'intelligence artificielle",
                                            "en tant qu'assistant",
                                            "je ne peux pas",
                                            "je ne suis pas en mesure"};
constexpr std::string_view kFrenchCannot[]{"je ne peux pas",         "je ne peux", "je ne suis pas en mesure",
                                           "je ne suis pas capable", "je ne puis", "il m'est impossible",
                                           "je ne saurais"};
constexpr std::string_view kFrenchWork[]{"aider",      "assister",   "fournir",      "repondre",  "generer",
                                         "creer",      "satisfaire", "donner suite", "continuer", "offrir",
                                         "faire cela", "traiter",    "traduire",     "acceder"};

constexpr std::string_view kGermanOpeners[]{"es tut mir leid", "tut mir leid",     "leider",
                                            "entschuldigung",  "ich bedaure",      "ich bedauere",
                                            "als ki",          "als sprachmodell", "ich kann"};
constexpr std::string_view kGermanCannot[]{"ich kann",
                                           "kann ich",
                                           "ich darf",
                                           "darf ich",
                                           "bin ich nicht in der lage",
                                           "ich bin nicht in der lage",
                                           "ist es mir nicht moglich"};
constexpr std::string_view kGermanWork[]{
    "nicht helfen",        "nicht behilflich", "nicht weiterhelfen", "nicht unterstutzen", "nicht beantworten",
    "nicht bereitstellen", "nicht nachkommen", "nicht erfullen",     "nicht antworten",    "nicht bearbeiten",
    "keine informationen", "keine anleitung",  "keine hilfe",        "nicht ubersetzen",   "nicht erstellen"};

constexpr std::string_view kItalianOpeners[]{"mi dispiace",
                                             "spiacente",
                                             "sono spiacente",
                                             "purtroppo",
                                             "mi scuso",
                                             "come modello linguistico",
                                             "come modello di linguaggio",
                                             "in quanto modello",
                                             "come ia",
                                             "non posso"};
constexpr std::string_view kItalianCannot[]{"non posso", "non sono in grado", "non mi e possibile", "non riesco"};
constexpr std::string_view kItalianWork[]{"aiutar",     "assister",   "fornir",     "rispondere", "generare", "creare",
                                          "soddisfare", "completare", "continuare", "offrire",    "tradurre", "farlo"};

constexpr std::string_view kPortugueseOpeners[]{"desculpe",
                                                "desculpa",
                                                "sinto muito",
                                                "lamento",
                                                "infelizmente",
                                                "peco desculpa",
                                                "como um modelo de linguagem",
                                                "como modelo de linguagem",
                                                "como uma ia",
                                                "nao posso"};
constexpr std::string_view kPortugueseCannot[]{"nao posso", "nao consigo", "nao sou capaz", "nao e possivel",
                                               "nao estou em condicoes"};
constexpr std::string_view kPortugueseWork[]{"ajudar",   "auxiliar", "fornecer",  "responder", "gerar",
                                             "criar",    "cumprir",  "atender",   "completar", "continuar",
                                             "oferecer", "traduzir", "fazer isso"};

constexpr std::string_view kRussianOpeners[]{"извините",
                                             "простите",
                                             "к сожалению",
                                             "прошу прощения",
                                             "мне жаль",
                                             "сожалею",
                                             "как языковая модель",
                                             "как ии",
                                             "как искусственный интеллект",
                                             "я не могу"};
constexpr std::string_view kRussianCannot[]{"не могу", "не в состоянии", "не смогу", "не имею возможности"};
constexpr std::string_view kRussianWork[]{"помочь",     "предоставить",  "ответить",  "выполнить",
                                          "создать",    "сгенерировать", "помогать",  "отвечать",
                                          "продолжить", "обсуждать",     "перевести", "дать"};

constexpr std::string_view kDutchOpeners[]{"het spijt me", "sorry",  "helaas",
                                           "mijn excuses", "als ai", "als taalmodel"};
constexpr std::string_view kDutchCannot[]{"ik kan", "kan ik", "ik ben niet in staat", "ik mag"};
constexpr std::string_view kDutchWork[]{"niet helpen",     "niet voldoen", "niet beantwoorden", "niet verstrekken",
                                        "niet assisteren", "niet geven",   "niet uitvoeren",    "niet verder helpen",
                                        "niet mee helpen", "geen hulp",    "geen informatie"};

constexpr std::string_view kPolishOpeners[]{"przykro mi", "przepraszam", "niestety", "jako model jezykowy", "jako ai"};
constexpr std::string_view kPolishCannot[]{"nie moge", "nie jestem w stanie"};
constexpr std::string_view kPolishWork[]{"pomoc",    "udzielic",    "odpowiedziec", "spelnic", "wykonac",
                                         "stworzyc", "wygenerowac", "dostarczyc",   "podac"};

constexpr RefusalManner kManners[]{
    {kEnglishOpeners, kEnglishCannot, kEnglishWork, false, kEnglishDirectly, kEnglishPlainly},
    {kChineseOpeners, kChineseCannot, kChineseWork, true, {}, {}},
    {kJapaneseOpeners, kJapaneseCannot, kJapaneseWork, true, {}, {}},
    {kKoreanOpeners, kKoreanCannot, kKoreanWork, true, {}, {}},
    {kSpanishOpeners, kSpanishCannot, kSpanishWork, false, {}, {}},
    {kFrenchOpeners, kFrenchCannot, kFrenchWork, false, {}, {}},
    {kGermanOpeners, kGermanCannot, kGermanWork, false, {}, {}},
    {kItalianOpeners, kItalianCannot, kItalianWork, false, {}, {}},
    {kPortugueseOpeners, kPortugueseCannot, kPortugueseWork, false, {}, {}},
    {kRussianOpeners, kRussianCannot, kRussianWork, false, {}, {}},
    {kDutchOpeners, kDutchCannot, kDutchWork, false, {}, {}},
    {kPolishOpeners, kPolishCannot, kPolishWork, false, {}, {}},
};

}  // namespace

std::span<const RefusalManner> refusal_manners() {
  return kManners;
}

}  // namespace bcheck
