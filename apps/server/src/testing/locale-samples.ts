export type LocaleSample = {
  locale: string
  person: string
  venue: string
  city: string
  localPhone: TypedText
  internationalPhone: TypedText
  amount: { typed: string; currency: string; amountMinor: number }
  /** Other ways to search for the venue: without accents, in part, in another order. */
  searched: readonly string[]
  email: TypedText | undefined
}
/** A text as people type it, and as it is stored. */
export type TypedText = { typed: string; stored: string }

/** locale | person | venue | city | local phone → stored | international phone | amount, currency, minor units | searched | email */
const composed = `
en-US | Siobhan O'Brien | Joe’s Coffee & Tea | Portland | (503) 555-0100 | +1 503 555 0100 | 29.50 usd 2950 | joe's; JOE’S tea; joes coffee
en-GB | D’Arcy St. John-Smythe | The Queen's Head | London | 020 7946 0958 | (+44) 20 7946 0958 | 3.20 gbp 320 | queen’s; head queens | r&d@queens-head.test → r&d@queens-head.test
haw-US | Kaʻiulani Kapiʻolani | ʻOkina Coffee | Kāneʻohe | 808.555.0123 | tel:+1-808-555-0123 → +1-808-555-0123 | .50 usd 50 | 'okina; okina
it-IT | Niccolò D’Angelo | Caffè dell’Angelo | Forlì | 0543 712 111 | +39 0543 712111 | 12,50 eur 1250 | caffe dell'angelo; ANGELO CAFFÈ
de-CH | Jürg Großmann-Müller | Straße & Söhne | Zürich | 044 668 18 00 | \u202A+41 44 668 18 00\u202C → +41 44 668 18 00 | 12.50 chf 1250 | strasse; sohne | Hallo@Müller-Kaffee.ch → hallo@xn--mller-kaffee-dlb.ch
fr-FR | Zoë Bœuf-Ÿvette | L’Été à Nîmes | Nîmes | 04 66 58 38 00 | +33 (0)4 66 58 38 00 | 4,90 eur 490 | l'ete a nimes; nimes ete
es-ES | Íñigo Muñoz Núñez | ¡Olé! El Rincón | A Coruña | 981 18 42 00 | +34 981 18 42 00 | 1,20 eur 120 | ole; rincon
pt-BR | João da Conceição | Pão de Açúcar | São Paulo | (11) 3111-3000 | +55 11 3111\u20113000 → +55 11 3111-3000 | 29,90 brl 2990 | pao de acucar
pl-PL | Żaneta Śląska-Łęcka | Źdźbło Łódź | Łódź | 42 638 44 44 | +48 42 638 44 44 | 14,99 pln 1499 | lodz; zdzblo
cs-CZ | Jiří Dvořák | Kavárna U Růže | Plzeň | 377 222 333 | +420 377 222 333 | 125,50 czk 12550 | kavarna u ruze
hu-HU | Őry Győző | Tűzkő Kávézó | Győr | (96) 311-000 | +36 96 311-000 | 2990 huf 299000 | tuzko kavezo
tr-TR | Işıl İnönü | İstanbul Çay Işığı | Diyarbakır | (0212) 251 00 00 | +90 212 251 00 00 | 49,90 try 4990 | istanbul; isigi cay
az-AZ | Əli Məmmədov | Çayxana Şəki | Gəncə | 012 498 00 00 | +994 12 498 00 00 | 3,50 azn 350 | cayxana; ŞƏKİ
vi-VN | Nguyễn Thị Ánh | Phở Hòa Đường | Đà Nẵng | 0236 3821 234 | +84 236 3821 234 | 29000 vnd 29000 | pho hoa duong
is-IS | Þórður Ævarsson | Kaffi Ísafjörður | Seyðisfjörður | 456 3500 | +354 456 3500 | 1490 isk 1490 | isafjordur
lv-LV | Ģirts Ķēniņš | Kafejnīca Ļaudis | Jūrmala | 67 326 000 | +371 67 326 000 | 2,80 eur 280 | kafejnica laudis
ro-RO | Ștefan Țăran | Cafenea Măgura | Iași | 0232 267 582 | +40 232 267 582 | 9,50 ron 950 | magura
nb-NO | Åse Bjørnæs | Kafé Ærlig Øl | Tromsø | 77 61 00 00 | +47 77 61 00 00 | 45,00 nok 4500 | kafe aerlig ol
yo-NG | Ọlábísí Ṣólá | Ilé Kọfí Ẹ̀kó | Ìbàdàn | 0803 123 4567 | +234 803 123 4567 | 1500 ngn 150000 | ile kofi eko
el-GR | Οδυσσέας Κωνσταντίνου | Καφές ο Ήλιος | Θεσσαλονίκη | 2310 123 456 | +30 2310 123 456 | 3,70 eur 370 | καφεσ ηλιοσ; ΚΑΦΕΣ
ru-RU | Семён Ёлкин | Кофейня «Йод» | Орёл | 8 (486) 243-10-00 | +7 486 243-10-00 | 299,90 rub 29990 | кофеиня; «йод» | Инфо <info@почта.рф> → info@xn--80a1acny.xn--p1ai
uk-UA | Дем’ян Ґалаґан-Їжак | Кав’ярня «Їжак» | Кам’янець-Подільський | (03849) 2-33-44 | +380 3849 2-33-44 | 75,50 uah 7550 | кав'ярня; іжак
sr-RS | Ђорђе Љубичић | Кафана Ћуприја | Ниш | 018/505-688 | +381 18/505-688 | 350,00 rsd 35000 | ЋУПРИЈА
bg-BG | Цветелина Щърбова | Кафене Ъгъл | Пловдив | 032 656 701 | +359 32 656 701 | 2,50 bgn 250 | ъгъл кафене
mn-MN | Өнөржаргал Үүрийнтуяа | Кофе Өргөө | Улаанбаатар | 7011 1234 | +976 7011 1234 | 9500 mnt 950000 | ӨРГӨӨ
kk-KZ | Әлия Құнанбай | Шайхана Ұлы Ғасыр | Өскемен | 8 (7232) 25-11-11 | +7 7232 25 11 11 | 1200 kzt 120000 | ҰЛЫ
ka-GE | ნინო ბერიძე | ᲙᲐᲤᲔ თბილისი | თბილისი | (032) 299 00 00 | +995 32 299 00 00 | 7,50 gel 750 | კაფე; ᲗᲑᲘᲚᲘᲡᲘ
hy-AM | Արամ Խաչատրյան | Սրճարան Երևան | Երևան | 010 52 60 00 | +374 10 52 60 00 | 1200 amd 120000 | սրճարան; ԵՐԵՒԱՆ
ar-EG | محمد عبد الرحمن | قهوة ٢٤ | القاهرة | ٠٢ ٢٣٩٠ ١٢٣٤ → 02 2390 1234 | +٢٠ ٢ ٢٣٩٠ ١٢٣٤ → +20 2 2390 1234 | ٢٩٫٥٠ egp 2950 | قهوة
ar-KW | مُحَمَّد بن راشد | شركة (Ltd.) 3 | الكويت | ٢٢٤٥ ١٢٣٤ → 2245 1234 | \u2067+965 2245 1234\u2069 → +965 2245 1234 | ١٫٢٥٠ kwd 1250 | شركة (ltd.)
fa-IR | پروانه مه\u200Cرو | کافه گل\u200Cسرخ | تهران | ۰۲۱ ۸۸۹۰ ۱۲۳۴ → 021 8890 1234 | +۹۸ ۲۱ ۸۸۹۰ ۱۲۳۴ → +98 21 8890 1234 | ۲۹۹۰۰۰ irr 29900000 | گلسرخ
ur-PK | عائشہ ٹیپو | چائے خانہ | لاہور | 042 3571 1234 | +92 42 3571 1234 | 499.50 pkr 49950 | خانہ چائے
he-IL | שִׁירָה כהן | בית 7 (מרכז) | תל אביב–יפו | 03-521-1111 | +972 3-521-1111 | 24.90 ils 2490 | (מרכז) בית
hi-IN | कृष्णा क्\u200Dषत्रिय | चाय की दुकान | मुंबई | ०२२ २२६२ १२३४ → 022 2262 1234 | +९१ २२ २२६२ १२३४ → +91 22 2262 1234 | २९.५० inr 2950 | दुकान चाय | info@भारत.भारत → info@xn--h2brj9c.xn--h2brj9c
bn-BD | রহিমা খাতুন | চায়ের দোকান | ঢাকা | ০২-৯৫৫১২৩৪ → 02-9551234 | +৮৮০ ২ ৯৫৫১২৩৪ → +880 2 9551234 | ২৯.৫০ bdt 2950 | দোকান
ta-IN | கோபாலகிருஷ்ணன் | காபி கடை | சென்னை | 044 2534 1234 | +91 44 2534 1234 | 40 inr 4000 | கடை காபி
te-IN | వేంకటేశ్వర రావు | కాఫీ కొట్టు | హైదరాబాద్ | 040 2345 1234 | +91 40 2345 1234 | 35.00 inr 3500 | కొట్టు
th-TH | สมชายใจดี | ร้านกาแฟบ้านน้ำผึ้ง | กรุงเทพมหานคร | ๐๒ ๒๒๒ ๑๒๓๔ → 02 222 1234 | +๖๖ ๒ ๒๒๒ ๑๒๓๔ → +66 2 222 1234 | ๒๙.๕๐ thb 2950 | บ้านน้ำผึ้ง
lo-LA | ສົມພອນ ແກ້ວ | ຮ້ານກາເຟ | ວຽງຈັນ | 021 212 123 | +856 21 212 123 | 25000 lak 2500000 | ກາເຟ
km-KH | សុខ ចាន់ | ហាងកាហ្វេ | ភ្នំពេញ | ០២៣ ៧២២ ១២៣ → 023 722 123 | +៨៥៥ ២៣ ៧២២ ១២៣ → +855 23 722 123 | ១២០០០ khr 1200000 | កាហ្វេ
my-MM | အောင်ဆန်း စုကြည် | ကော်ဖီဆိုင် | ရန်ကုန် | ၀၁ ၃၇၁ ၂၃၄ → 01 371 234 | +၉၅ ၁ ၃၇၁ ၂၃၄ → +95 1 371 234 | ၂၉၉၀ mmk 299000 | ဆိုင်
am-ET | አበበ ቢቂላ | ቡና ቤት | አዲስ አበባ | 011 551 1234 | +251 11 551 1234 | 45.75 etb 4575 | ቤት ቡና
zh-CN | 𠮷野欣怡 | 星空咖啡馆𠮷 | 北京 | 010-6512 1234 | +86 10 6512 1234 | 29.50 cny 2950 | 咖啡馆; 𠮷 | nihao@例子.中国 → nihao@xn--fsqu00a.xn--fiqs8s
zh-TW | 陳𡿨玲 | 𠮷祥茶樓 | 臺北 | (02) 2720-8889 | +886 2 2720 8889 | １２０ twd 12000 | 𠮷祥
ja-JP | ﾔﾏﾀﾞ ﾊﾅｺ | Ｃａｆé 塚\uFA10 カフェ | 東京 | ０３−１２３４−５６７８ → 03-1234-5678 | +81 3-1234-5678 | ２９００ jpy 2900 | cafe; ｶﾌｪ; 塚
en-CA | Zoë 👩\u200D🍳 | 👨\u200D👩\u200D👧 Café 🇨🇭 | Montréal | 1-800-FLOWERS | +1 514 555 2671,12 → +1 514 555 2671 ext. 12 | 0.05 cad 5 | 👨\u200D👩\u200D👧; cafe
`

/** Some systems hand over decomposed letters. */
const decomposed = `
vi-VN | Trần Đức Ộ | Quán Cà Phê Huế | Huế | 0234 3822 345 | +84 234 3822 345 | 45000 vnd 45000 | quan ca phe; Huế
ko-KR | 김민준 | 한글 카페 | 서울 | 02-120-1234 | +82 2-120-1234 | 29000 krw 29000 | 카페; 한글
`.normalize('NFD')

function typedText(cell: string): TypedText {
  const [typed = '', stored = typed] = cell.split(' → ')
  return { typed, stored }
}

function readSample(line: string): LocaleSample {
  const [
    locale = '',
    person = '',
    venue = '',
    city = '',
    local = '',
    international = '',
    amount = '',
    searched = '',
    email,
  ] = line.split(' | ')
  const [typed = '', currency = '', minor = ''] = amount.split(' ')
  return {
    locale,
    person,
    venue,
    city,
    localPhone: typedText(local),
    internationalPhone: typedText(international),
    amount: { typed, currency, amountMinor: Number(minor) },
    searched: searched.split('; '),
    email: email === undefined ? undefined : typedText(email),
  }
}

/** Names, phone numbers and amounts as people of each locale write them. */
export const localeSamples: readonly LocaleSample[] = [composed, decomposed].flatMap((table) =>
  table.trim().split('\n').map(readSample),
)
