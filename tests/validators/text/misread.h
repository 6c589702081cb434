// SPDX-License-Identifier: Apache-2.0
// Makes mojibake: reads the UTF-8 of a text as another set of characters, through the tables of code_pages.h backwards.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "validators/text/code_pages.h"

namespace bcheck::test {

inline constexpr std::string_view kLost = "\uFFFD";

// What byte 0x80 + i is in the page; U+FFFD where it is nothing.
inline std::array<std::string, 128> characters_of(CodePage page) {
  std::array<std::string, 128> out;
  out.fill(std::string(kLost));
  for (std::uint32_t c = 0xFFFF; c >= 0x80; --c) {
    const unsigned byte = code_pages()[c].byte[static_cast<std::size_t>(page)];
    // Of the two readings of cp1252 the one of Windows.
    if (byte == 0 || (page == CodePage::kCp1252 && c <= 0x9F && out[byte - 0x80] != kLost)) continue;
    out[byte - 0x80].clear();
    append_utf8(out[byte - 0x80], static_cast<char32_t>(c));
  }
  return out;
}

inline std::string misread(std::string_view bytes, CodePage page) {
  const auto characters = characters_of(page);
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x80 ? std::string(1, c) : characters[byte - 0x80];
  }
  return out;
}

inline std::string misread_as_latin1(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) append_utf8(out, static_cast<unsigned char>(c));
  return out;
}

// By code; empty where the set has none. Made once.
inline const std::vector<std::string>& characters_of(DoubleByteSet set) {
  static std::array<std::vector<std::string>, kDoubleByteSetCount> tables;
  std::vector<std::string>& characters = tables.at(static_cast<std::size_t>(set));
  if (!characters.empty()) return characters;
  const CodePointMap codes = codes_of(set);
  characters.resize(0x10000);
  for (std::uint32_t c = 0xFFFF; c >= 0x80; --c) {
    if (codes[c] == 0) continue;
    characters[codes[c]].clear();
    append_utf8(characters[codes[c]], static_cast<char32_t>(c));
  }
  return characters;
}

// As decoders do that replace: a byte that begins no pair becomes U+FFFD.
inline std::string misread(std::string_view bytes, DoubleByteSet set) {
  const std::vector<std::string>& characters = characters_of(set);
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const auto byte = static_cast<unsigned char>(bytes[at]);
    const std::size_t pair =
        at + 1 < bytes.size() ? std::size_t{byte} << 8U | static_cast<unsigned char>(bytes[at + 1]) : std::size_t{0};
    if (byte < 0x80) {
      out += bytes[at];
    } else if (!characters[byte].empty()) {
      out += characters[byte];
    } else if (!characters[pair].empty()) {
      out += characters[pair];
      ++at;
    } else {
      out += kLost;
    }
  }
  return out;
}

struct Sample {
  std::string_view language;
  std::string_view text;
};

// Written for these tests: a few sentences each.
inline constexpr Sample kLatinSamples[]{
    {"French",
     "Après l’été, la forêt était déjà très calme ; une élève a répété sa leçon près du château où le maître "
     "habitait."},
    {"German",
     "Die Bäckerei öffnet früh: süße Brötchen, großer Käse und „frische“ Äpfel. Müde Gäste hören schöne Märchen für "
     "Mädchen."},
    {"Spanish", "El niño pequeño soñó con una montaña. ¿Dónde está el avión? Mañana comerá jamón y después café."},
    {"Polish",
     "Żółta gęś szła wąską ścieżką, a źrebię piło chłodną wodę. Różne myśli są też ważne, więc pójdę później."},
    {"Czech",
     "Příliš žluťoučký kůň běžel úžasně rychle přes řeku. Večeře už čeká, těším se na tvůj příběh a čistý vzduch."},
    {"Turkish", "Küçük çocuk ağacın gölgesinde uyuyor. Öğretmen İstanbul’da güzel şarkılar söylüyor, kuşlar uçuşuyor."},
    {"Hungarian", "Öt hűtőházból kértünk színhúst. A tűzoltó gyűrűt vett, és nővére könyvtárába sétált a kék hídon."},
    {"Vietnamese",
     "Trời hôm nay rất đẹp, những đứa trẻ chạy trên đồng cỏ. Tiếng chim hót vang khắp khu vườn của bà ngoại."},
};

inline constexpr Sample kOtherSamples[]{
    {"Russian", "Утром над рекой стоял туман, и рыбаки молча ждали. Лодка медленно плыла к берегу, где горел костёр."},
    {"Ukrainian",
     "Вранці над річкою стояв туман, і рибалки мовчки чекали. Їхній човен плив до берега, де горіло вогнище."},
    {"Greek", "Το πρωί υπήρχε ομίχλη πάνω από το ποτάμι και οι ψαράδες περίμεναν. Η βάρκα πήγαινε αργά προς την όχθη."},
    {"Hebrew", "בבוקר היה ערפל מעל הנהר והדייגים חיכו בשקט. הסירה שטה לאט אל החוף, שם בערה מדורה קטנה."},
    {"Arabic", "في الصباح كان الضباب فوق النهر وكان الصيادون ينتظرون بصمت. سار القارب ببطء نحو الضفة حيث النار."},
    {"Hindi", "सुबह नदी के ऊपर कोहरा था और मछुआरे चुपचाप इंतज़ार कर रहे थे। नाव धीरे-धीरे किनारे की ओर बढ़ी।"},
    {"Thai", "ตอนเช้ามีหมอกเหนือแม่น้ำ ชาวประมงรอคอยอย่างเงียบ ๆ เรือแล่นช้า ๆ ไปยังฝั่งที่มีกองไฟ"},
    {"Georgian", "დილით მდინარის თავზე ნისლი იყო და მეთევზეები ჩუმად ელოდნენ. ნავი ნელა მიცურავდა ნაპირისკენ."},
    {"Armenian", "Առավոտյան գետի վրա մառախուղ էր, և ձկնորսները լուռ սպասում էին։ Նավակը դանդաղ լողում էր դեպի ափ։"},
    {"Chinese", "清晨河面上有雾，渔夫们静静地等待着。小船慢慢地划向岸边，那里燃着一堆篝火，孩子们在唱歌。"},
    {"Japanese",
     "朝、川の上に霧が立ち、漁師たちは静かに待っていました。小さな舟がゆっくりと岸へ向かい、そこでは火が燃えていました"
     "。"},
    {"Korean", "아침에 강 위로 안개가 끼었고 어부들은 조용히 기다렸다. 작은 배가 천천히 기슭으로 다가갔다."},
};

}  // namespace bcheck::test
