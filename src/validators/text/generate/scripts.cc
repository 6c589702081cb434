// SPDX-License-Identifier: Apache-2.0
// Makes the table behind validators/text/scripts.h when bcheck is built: where code points of another script begin.
//
// usage: scripts FILE.cc
//
// The property Script is that of the libunistring of the machine that builds (1.0 knows Unicode 14.0). The program that
// is built needs no library for it, so it says the same on every machine that it runs on.
#include <unictype.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <string_view>

namespace {

struct Name {
  std::string_view code;     // ISO 15924
  std::string_view unicode;  // as PropertyValueAliases.txt and libunistring call it
};

// Common and Inherited are left out, since they are the letters of no script. Scripts that this table does not know yet
// are treated like these.
constexpr Name kNames[]{
    {"Latn", "Latin"},
    {"Grek", "Greek"},
    {"Cyrl", "Cyrillic"},
    {"Armn", "Armenian"},
    {"Hebr", "Hebrew"},
    {"Arab", "Arabic"},
    {"Syrc", "Syriac"},
    {"Thaa", "Thaana"},
    {"Deva", "Devanagari"},
    {"Beng", "Bengali"},
    {"Guru", "Gurmukhi"},
    {"Gujr", "Gujarati"},
    {"Orya", "Oriya"},
    {"Taml", "Tamil"},
    {"Telu", "Telugu"},
    {"Knda", "Kannada"},
    {"Mlym", "Malayalam"},
    {"Sinh", "Sinhala"},
    {"Thai", "Thai"},
    {"Laoo", "Lao"},
    {"Tibt", "Tibetan"},
    {"Mymr", "Myanmar"},
    {"Geor", "Georgian"},
    {"Hang", "Hangul"},
    {"Ethi", "Ethiopic"},
    {"Cher", "Cherokee"},
    {"Cans", "Canadian_Aboriginal"},
    {"Ogam", "Ogham"},
    {"Runr", "Runic"},
    {"Khmr", "Khmer"},
    {"Mong", "Mongolian"},
    {"Hira", "Hiragana"},
    {"Kana", "Katakana"},
    {"Bopo", "Bopomofo"},
    {"Hani", "Han"},
    {"Yiii", "Yi"},
    {"Ital", "Old_Italic"},
    {"Goth", "Gothic"},
    {"Dsrt", "Deseret"},
    {"Tglg", "Tagalog"},
    {"Hano", "Hanunoo"},
    {"Buhd", "Buhid"},
    {"Tagb", "Tagbanwa"},
    {"Limb", "Limbu"},
    {"Tale", "Tai_Le"},
    {"Linb", "Linear_B"},
    {"Ugar", "Ugaritic"},
    {"Shaw", "Shavian"},
    {"Osma", "Osmanya"},
    {"Cprt", "Cypriot"},
    {"Brai", "Braille"},
    {"Bugi", "Buginese"},
    {"Copt", "Coptic"},
    {"Talu", "New_Tai_Lue"},
    {"Glag", "Glagolitic"},
    {"Tfng", "Tifinagh"},
    {"Sylo", "Syloti_Nagri"},
    {"Xpeo", "Old_Persian"},
    {"Khar", "Kharoshthi"},
    {"Bali", "Balinese"},
    {"Xsux", "Cuneiform"},
    {"Phnx", "Phoenician"},
    {"Phag", "Phags_Pa"},
    {"Nkoo", "Nko"},
    {"Sund", "Sundanese"},
    {"Lepc", "Lepcha"},
    {"Olck", "Ol_Chiki"},
    {"Vaii", "Vai"},
    {"Saur", "Saurashtra"},
    {"Kali", "Kayah_Li"},
    {"Rjng", "Rejang"},
    {"Lyci", "Lycian"},
    {"Cari", "Carian"},
    {"Lydi", "Lydian"},
    {"Cham", "Cham"},
    {"Lana", "Tai_Tham"},
    {"Tavt", "Tai_Viet"},
    {"Avst", "Avestan"},
    {"Egyp", "Egyptian_Hieroglyphs"},
    {"Samr", "Samaritan"},
    {"Lisu", "Lisu"},
    {"Bamu", "Bamum"},
    {"Java", "Javanese"},
    {"Mtei", "Meetei_Mayek"},
    {"Armi", "Imperial_Aramaic"},
    {"Sarb", "Old_South_Arabian"},
    {"Prti", "Inscriptional_Parthian"},
    {"Phli", "Inscriptional_Pahlavi"},
    {"Orkh", "Old_Turkic"},
    {"Kthi", "Kaithi"},
    {"Batk", "Batak"},
    {"Brah", "Brahmi"},
    {"Mand", "Mandaic"},
    {"Cakm", "Chakma"},
    {"Merc", "Meroitic_Cursive"},
    {"Mero", "Meroitic_Hieroglyphs"},
    {"Plrd", "Miao"},
    {"Shrd", "Sharada"},
    {"Sora", "Sora_Sompeng"},
    {"Takr", "Takri"},
    {"Aghb", "Caucasian_Albanian"},
    {"Bass", "Bassa_Vah"},
    {"Dupl", "Duployan"},
    {"Elba", "Elbasan"},
    {"Gran", "Grantha"},
    {"Hmng", "Pahawh_Hmong"},
    {"Khoj", "Khojki"},
    {"Lina", "Linear_A"},
    {"Mahj", "Mahajani"},
    {"Mani", "Manichaean"},
    {"Mend", "Mende_Kikakui"},
    {"Modi", "Modi"},
    {"Mroo", "Mro"},
    {"Narb", "Old_North_Arabian"},
    {"Nbat", "Nabataean"},
    {"Palm", "Palmyrene"},
    {"Pauc", "Pau_Cin_Hau"},
    {"Perm", "Old_Permic"},
    {"Phlp", "Psalter_Pahlavi"},
    {"Sidd", "Siddham"},
    {"Sind", "Khudawadi"},
    {"Tirh", "Tirhuta"},
    {"Wara", "Warang_Citi"},
    {"Ahom", "Ahom"},
    {"Hluw", "Anatolian_Hieroglyphs"},
    {"Hatr", "Hatran"},
    {"Mult", "Multani"},
    {"Hung", "Old_Hungarian"},
    {"Sgnw", "SignWriting"},
    {"Adlm", "Adlam"},
    {"Bhks", "Bhaiksuki"},
    {"Marc", "Marchen"},
    {"Newa", "Newa"},
    {"Osge", "Osage"},
    {"Tang", "Tangut"},
    {"Gonm", "Masaram_Gondi"},
    {"Nshu", "Nushu"},
    {"Soyo", "Soyombo"},
    {"Zanb", "Zanabazar_Square"},
    {"Dogr", "Dogra"},
    {"Gong", "Gunjala_Gondi"},
    {"Maka", "Makasar"},
    {"Medf", "Medefaidrin"},
    {"Rohg", "Hanifi_Rohingya"},
    {"Sogd", "Sogdian"},
    {"Sogo", "Old_Sogdian"},
    {"Elym", "Elymaic"},
    {"Nand", "Nandinagari"},
    {"Hmnp", "Nyiakeng_Puachue_Hmong"},
    {"Wcho", "Wancho"},
    {"Chrs", "Chorasmian"},
    {"Diak", "Dives_Akuru"},
    {"Kits", "Khitan_Small_Script"},
    {"Yezi", "Yezidi"},
    {"Cpmn", "Cypro_Minoan"},
    {"Ougr", "Old_Uyghur"},
    {"Tnsa", "Tangsa"},
    {"Toto", "Toto"},
    {"Vith", "Vithkuqi"},
    {"Kawi", "Kawi"},
    {"Nagm", "Nag_Mundari"},
    {"Gara", "Garay"},
    {"Gukh", "Gurung_Khema"},
    {"Krai", "Kirat_Rai"},
    {"Onao", "Ol_Onal"},
    {"Sunu", "Sunuwar"},
    {"Todr", "Todhri"},
    {"Tutg", "Tulu_Tigalari"},
    {"Berf", "Beria_Erfe"},
    {"Sidt", "Sidetic"},
    {"Tayo", "Tai_Yo"},
    {"Tols", "Tolong_Siki"},
};

constexpr std::uint32_t kEnd = 0x20000;  // behind it there are ideographs alone

// 1 and up; 0 for what is of no script.
std::size_t script_of(std::uint32_t c) {
  const uc_script_t* const script = uc_script(c);
  if (script == nullptr) return 0;
  const std::string_view name = script->name;
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i].unicode == name) return i + 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ofstream out(argv[1]);
  out << "// Made by validators/text/generate/scripts.cc.\n"
         "#include \"validators/text/scripts.h\"\n\nnamespace bcheck {\nnamespace {\n\n"
         "constexpr ScriptName kNames[]{{\"none\", \"\"}";
  for (const Name& name : kNames) out << ",\n    {\"" << name.code << "\", \"" << name.unicode << "\"}";
  out << "};\nstatic_assert(std::size(kNames) <= kMostScripts);\n\nconstexpr ScriptStart kStarts[]{{0, 0}";
  std::size_t last = 0;
  for (std::uint32_t c = 0; c < kEnd; ++c) {
    const std::size_t script = script_of(c);
    if (script != last) out << ",\n    {" << c << ", " << script << "}";
    last = script;
  }
  out << "};\n\n}  // namespace\n\n"
         "std::span<const ScriptName> script_names() {\n  return kNames;\n}\n\n"
         "std::span<const ScriptStart> script_starts() {\n  return kStarts;\n}\n\n}  // namespace bcheck\n";
  out.close();
  return out.good() ? 0 : 1;
}
