import { foldText } from "../../src/read/fold-text.ts";

/** Names of one kind, the frequent ones first, and beside each how it is searched for. */
export interface Names {
  readonly shown: readonly string[];
  readonly folded: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);

const FIRST = words(`
  Anna Maria Jan Piotr Katarzyna Ana Mohamed Michael Thomas Martin Peter Marta Tomasz Agnieszka Elena Daniel David
  Barbara Krzysztof Andrzej Joanna Marek Ewa Magdalena Paweł Monika Michał Łukasz Grzegorz José Antonio Laura Lucía
  Marcin Jakub Adam Zofia Hanna Julia Oliver Emma Noah Sophia Liam Mia Lukas Leon Paul Marie Jean Pierre Louise Chloé
  François Giulia Francesco Alessandro Sofia Lorenzo Matteo Chiara Jürgen Jörg Günther Ursula Björn Åsa Søren Øyvind
  Zoë Siân Ruairí Niamh Seán Bríd Þór Guðrún Ilse Dörte Renée Anaïs João Conceição Inês Nuno Mónica Íñigo Begoña Núria
  Jiří Zdeněk Květoslava Ľubomír Žofia Dániel Erzsébet Gergő Ştefan Ioana Răzvan Dušan Željko Đorđe Aylin İbrahim Gülşen
  Çağla Nguyễn Thị Trần Sota Haruto Wei Li Ming Priya Arjun Deepika Fatima Youssef Amina Omar Chinedu Oluwaseun Amara`);

const ROOTS = words(`
  Kowal Nowa Wiśniew Wójc Kamiń Lewandow Zieliń Szymań Woźnia Dąbrow Kozłow Jankow Mazur Krawczy Piotrow Grabow Pawłow
  Michal Adam Dudz Zając Wieczor Jabłoń Król Majew Olszew Jawor Wróblew Malinow Petr Iva Novak Horva Kova Popes Ionesc
  Muell Schmid Schneid Fisch Web Wagn Beck Hoff Schäf Köhl Gonzál Rodrígu Fernánd Lóp Martín Sánch Péri Gómi Jimén Ru
  Ander Johan Karl Nil Eri Lar Ol Pers Svens Gustafs Han Jen Peder Ross Bianch Roman Colomb Ricc Marin Grec Brun Gall
  Cont Smith John William Tayl Walk Rob Thomp Wrigh Edward Hugh Ev Jacks Clark Har Duboi Laur Lefebv Mor Girar Mercie`);

const MIDDLES = words(
  "a e i o u an el in or us ar ad ov ett ill am ev on ul ber dor ken lin man nar sol tam ver wil zan",
);
const ENDINGS = words(
  "ski ska czyk ak ek owicz ewicz enko ov ova ić ović son sen ez es mann er berg feld eau ier ini etti elli oglu yan ner ström dahl",
);

const OTHER_FIRST = words(`
  Анна Иван Мария Дмитрий Екатерина Сергій Олена Ђорђе Ναταλία Γιώργος Μαρία Κωνσταντίνος Αθηνᾶ محمد فاطمة أحمد يوسف
  伟 芳 娜 秀英 敏 静 丽 强 小龙 さくら 太郎 ひなた 지우 서준 민서 अर्जुन प्रिया दीपिका สมชาย สุดา ნინო გიორგი Արամ שרה דוד ইমরান`);
const OTHER_ROOTS = words(
  "Иван Петр Сидор Кузнец Шевч Бондар Παπαδ Δημητρ Οικονομ العل الحس بن 王 李 张 刘 陈 杨 山 田 佐 김 이 박 शर् पटे จันทร์ მამ კვირ Հակոբ כה ল",
);
const OTHER_ENDINGS = words(
  "ов ова енко ский όπουλος ίδης άκης ي ني علي 明 伟 华 藤 中 本 수 ार ल ศรี აძე შვილი յան ן",
);

const crossed = (...parts: readonly (readonly string[])[]): string[] =>
  parts.reduce<string[]>((made, part) => made.flatMap((head) => part.map((tail) => head + tail)), [""]);

/** The same order in every run, with nothing alike side by side. */
const shuffled = (names: readonly string[]): string[] =>
  names
    .map((name, index) => ({ name, place: Math.imul(index + 1, 0x9e3779b1) >>> 0 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ name }) => name);

const names = (shown: readonly string[]): Names => ({ shown, folded: shown.map(foldText) });

/** Nine in ten recipients have these. */
export const LATIN = {
  first: names([...FIRST, ...shuffled(crossed(FIRST.slice(0, 40), ["-", " "], FIRST.slice(20, 60)))]),
  last: names(shuffled(crossed(ROOTS, MIDDLES, ENDINGS))),
};

/** The others. */
export const OTHER = {
  first: names(OTHER_FIRST),
  last: names(shuffled(crossed(OTHER_ROOTS, [...OTHER_ENDINGS, ""], [...OTHER_ENDINGS, ""]))),
};
