"""Words of four scripts, and titles, sentences, questions and names made of them."""

import random
import unicodedata
from dataclasses import dataclass, field

NOUNS = {
    "latin": """anchor barrel beacon buoy cargo chart compass crew current deck ferry flag fog galley gull harbour hook
        hull island jetty keel lantern mast net oar pennant pilot reef rope rudder shoal storm tide tollgate warehouse
        whale wharf market bridge offer flame office""",
    "cyrillic": """якорь бочка маяк груз карта компас палуба флаг туман камбуз чайка гавань крюк корпус остров пирс киль
        фонарь мачта сеть весло вымпел лоцман риф канат руль мель шторм прилив склад кит причал рынок мост пламя""",
    "greek": """άγκυρα βαρέλι φάρος φορτίο χάρτης πυξίδα πλήρωμα ρεύμα κατάστρωμα σημαία ομίχλη γλάρος λιμάνι γάντζος
        νησί προβλήτα καρίνα φανάρι κατάρτι δίχτυ κουπί πιλότος ύφαλος σκοινί πηδάλιο καταιγίδα παλίρροια αποθήκη
        φάλαινα αγορά γέφυρα φλόγα""",
    "japanese": """いかり たる 灯台 積荷 海図 羅針盤 乗組員 潮流 甲板 旗 霧 かもめ 港 かぎ 船体 島 桟橋 竜骨
        ランタン 帆柱 網 櫂 水先人 暗礁 綱 舵 嵐 満潮 倉庫 くじら 市場 橋 炎 渡し船 ブイ""",
}
ADJECTIVES = {
    "latin": "open closed northern broken silent heavy early late false common sealed rising falling wild official",
    "cyrillic": "открытый закрытый северный тихий тяжёлый ранний поздний ложный общий восходящий дикий медный",
    "greek": "ανοιχτό κλειστό βόρειο σπασμένο σιωπηλό βαρύ πρώιμο ψευδές κοινό άγριο χάλκινο μεγάλο",
    "japanese": "開いた 閉じた 北の 壊れた 静かな 重い 早い 遅い 偽の 共通の 昇る 野生の",
}
FILLER = {
    "latin": """players may count what they hold before anything else happens then the owner decides whether to go on or
        to wait until another turn begins because nothing can be taken back once it has been shown to all who sit around
        each affected side chooses first if five or more flags are offered and the difference is final""",
    "cyrillic": """игроки считают всё что держат прежде чем начнётся другое затем владелец решает продолжать или ждать
        пока не наступит новый ход потому что ничего нельзя вернуть после того как это показали всем кто сидит рядом
        каждая сторона выбирает первой если предложено больше пяти и разница окончательна""",
    "greek": """οι παίκτες μετρούν όσα κρατούν πριν συμβεί κάτι άλλο έπειτα ο κάτοχος αποφασίζει αν θα συνεχίσει ή θα
        περιμένει ώσπου να αρχίσει νέος γύρος επειδή τίποτα δεν επιστρέφεται αφού το δουν όλοι όσοι κάθονται γύρω
        κάθε πλευρά επιλέγει πρώτη όταν προσφέρονται περισσότερα από πέντε""",
    "japanese": """手番の プレイヤーは 場にある ものを 数えて から 次の 行動を 選ぶ 相手が
        宣言した ときは 先に 処理を 行い 終わる まで 待つ ことが できる ただし 一度 公開した 札は
        手札に 戻せない 持ち主が 決める すべての 効果を 解決する""",
}
ENGLISH = {
    "chapter": "Chapter {0}",
    "section": "Section {0}",
    "rule": "Rule {0}",
    "article": "Article {0}",
    "book": "Part {0}",
    "appendix": "Appendix {0}",
    "ordinals": "One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve",
    "letters": "abcdefghijklmnopqrstuvwxyz",
    "contents": "Table of Contents",
    "page": "Page {0} of {1}",
    "glossary": "Glossary",
    "questions": "Frequently Asked Questions",
    "cards": "Card Rulings",
    "errata": "Errata",
    "plain": "About These Rules",
    "question": "Q",
    "answer": "A",
    "term column": "Term|Meaning",
    "card columns": "Card|Printed|Should read",
    "erratum": "Errata",
    "bracketed": "Erratum",
    "printed": "Printed",
    "should read": "should read",
    "no rulings": "There are no rulings.",
    "example": "Example",
    "see": "see",
}
OWN = {
    "latin": ENGLISH,
    "cyrillic": ENGLISH
    | {
        "chapter": "Глава {0}",
        "section": "Раздел {0}",
        "rule": "Правило {0}",
        "article": "Статья {0}",
        "book": "Часть {0}",
        "appendix": "Приложение {0}",
        "ordinals": "первая вторая третья четвёртая пятая шестая седьмая восьмая девятая десятая",
        "letters": "абвгдежзиклмнопрстуф",
        "contents": "Содержание",
        "page": "Страница {0} из {1}",
        "glossary": "Глоссарий",
        "questions": "Частые вопросы",
        "cards": "Разъяснения по картам",
        "errata": "Исправления",
        "plain": "Об этих правилах",
        "question": "В",
        "answer": "О",
        "term column": "Термин|Значение",
        "card columns": "Карта|Напечатано|Следует читать",
        "erratum": "Исправление",
        "bracketed": "Исправление",
        "printed": "Напечатано",
        "should read": "следует читать",
        "no rulings": "Разъяснений нет.",
        "example": "Пример",
        "see": "см.",
    },
    "greek": ENGLISH
    | {
        "chapter": "Κεφάλαιο {0}",
        "section": "Ενότητα {0}",
        "rule": "Κανόνας {0}",
        "article": "Άρθρο {0}",
        "book": "Μέρος {0}",
        "appendix": "Παράρτημα {0}",
        "ordinals": "Πρώτο Δεύτερο Τρίτο Τέταρτο Πέμπτο Έκτο Έβδομο Όγδοο Ένατο Δέκατο",
        "letters": "αβγδεζηθικλμνξοπρ",
        "contents": "Περιεχόμενα",
        "page": "Σελίδα {0} από {1}",
        "glossary": "Γλωσσάρι",
        "questions": "Συχνές ερωτήσεις",
        "cards": "Διευκρινίσεις καρτών",
        "errata": "Διορθώσεις",
        "plain": "Για τους κανόνες",
        "question": "Ε",
        "answer": "Α",
        "term column": "Όρος|Σημασία",
        "card columns": "Κάρτα|Τυπωμένο|Διαβάζεται",
        "erratum": "Διόρθωση",
        "bracketed": "Διόρθωση",
        "printed": "Τυπωμένο",
        "should read": "διαβάζεται",
        "no rulings": "Δεν υπάρχουν διευκρινίσεις.",
        "example": "Παράδειγμα",
        "see": "βλ.",
    },
    "japanese": ENGLISH
    | {
        "chapter": "第{0}章",
        "section": "第{0}節",
        "rule": "規則{0}",
        "article": "第{0}条",
        "book": "第{0}部",
        "appendix": "付録{0}",
        "ordinals": "一 二 三 四 五 六 七 八 九 十",
        "contents": "目次",
        "page": "{0} / {1} ページ",
        "glossary": "用語集",
        "questions": "よくある質問",
        "cards": "カード裁定",
        "errata": "エラッタ",
        "plain": "この規則について",
        "question": "問",
        "answer": "答",
        "term column": "用語|意味",
        "card columns": "カード|誤|正",
        "erratum": "エラッタ",
        "bracketed": "エラッタ",
        "printed": "誤",
        "should read": "正しくは",
        "no rulings": "裁定はありません。",
        "example": "例",
        "see": "参照",
    },
}
ENDS = {"latin": (".", "?"), "cyrillic": (".", "?"), "greek": (".", ";"), "japanese": ("。", "か？")}


def alphabetical(title: str) -> str:
    """Return what titles are sorted by: their letters without case and accents."""
    letters = unicodedata.normalize("NFD", title.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@dataclass
class Words:
    """Makes titles and texts of one script; no title comes twice."""

    script: str
    labels: str
    """Whether labels such as "Chapter" are English or the script's own."""
    draw: random.Random
    taken: set[str] = field(default_factory=set)

    @property
    def space(self) -> str:
        """What stands between two words."""
        return "" if self.script == "japanese" else " "

    def label(self, name: str) -> str:
        """Return a label such as "Chapter {0}"."""
        return (ENGLISH if self.labels == "english" else OWN[self.script])[name]

    def title(self, longest: int = 4, *, capitals: bool = False) -> str:
        """Return a title of one or more words that was not given before."""
        nouns, adjectives = NOUNS[self.script].split(), ADJECTIVES[self.script].split()
        while True:
            count = self.draw.randint(1, longest) if len(self.taken) < 25 else self.draw.randint(2, max(2, longest))
            words = [self.draw.choice(nouns) for _ in range((count + 1) // 2)]
            for index in range(count - len(words)):
                words.insert(index * 2, self.draw.choice(adjectives))
            shown = self.space.join(word.capitalize() if capitals or not n else word for n, word in enumerate(words))
            if shown.casefold() not in self.taken:
                self.taken.add(shown.casefold())
                return shown

    def phrase(self, length: int) -> str:
        """Return words without a capital or an end."""
        filler, nouns = FILLER[self.script].split(), NOUNS[self.script].split()
        bag = [self.draw.choice(nouns if self.draw.random() < 0.2 else filler) for _ in range(length)]
        return self.space.join(bag)

    def sentence(self, shortest: int = 6, longest: int = 18, *, cited: str = "") -> str:
        """Return a sentence, with a number that it cites if there is one."""
        text = self.phrase(self.draw.randint(shortest, longest))
        if cited:
            after = self.space if self.draw.random() < 0.5 else f"{self.space or ' '}({self.label('see')} {cited})"
            text = f"{text} {cited} {self.phrase(4)}" if after == self.space else text + after
        return text[0].upper() + text[1:] + ENDS[self.script][0]

    def text(self, cited: str = "") -> str:
        """Return one to three sentences."""
        sentences = [self.sentence() for _ in range(self.draw.choice((0, 0, 1, 2)))]
        return self.space.join([*sentences, self.sentence(cited=cited)])

    def question(self) -> str:
        """Return a question that was not given before."""
        while True:
            text = self.phrase(self.draw.randint(6, 12))
            if text not in self.taken:
                self.taken.add(text)
                return text[0].upper() + text[1:] + ENDS[self.script][1]
