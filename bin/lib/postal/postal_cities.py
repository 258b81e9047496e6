"""The region of a city whose postal code several regions share, for bin/postal-regions."""

import collections
import re

from place_keys import folded

# Syllables of kana in Hepburn's romanization.
SYLLABLES = dict(pair.split("=") for pair in """
    キャ=kya キュ=kyu キョ=kyo シャ=sha シュ=shu ショ=sho チャ=cha チュ=chu チョ=cho ニャ=nya ニュ=nyu ニョ=nyo ヒャ=hya ヒュ=hyu ヒョ=hyo
    ミャ=mya ミュ=myu ミョ=myo リャ=rya リュ=ryu リョ=ryo ギャ=gya ギュ=gyu ギョ=gyo ジャ=ja ジュ=ju ジョ=jo ビャ=bya ビュ=byu ビョ=byo
    ピャ=pya ピュ=pyu ピョ=pyo ア=a イ=i ウ=u エ=e オ=o カ=ka キ=ki ク=ku ケ=ke コ=ko サ=sa シ=shi ス=su セ=se ソ=so タ=ta チ=chi ツ=tsu
    テ=te ト=to ナ=na ニ=ni ヌ=nu ネ=ne ノ=no ハ=ha ヒ=hi フ=fu ヘ=he ホ=ho マ=ma ミ=mi ム=mu メ=me モ=mo ヤ=ya ユ=yu ヨ=yo ラ=ra リ=ri
    ル=ru レ=re ロ=ro ワ=wa ヲ=o ン=n ガ=ga ギ=gi グ=gu ゲ=ge ゴ=go ザ=za ジ=ji ズ=zu ゼ=ze ゾ=zo ダ=da ヂ=ji ヅ=zu デ=de ド=do バ=ba
    ビ=bi ブ=bu ベ=be ボ=bo パ=pa ピ=pi プ=pu ペ=pe ポ=po
""".split())


def spellings(name):
    """Keys of a city's name: all of it, and without what stands in parentheses or behind a slash, without
    the canton of a Swiss name (`Kefikon TG`) and without the number of a post office."""
    return {key for text in (name, re.split(r"[(/,]", name)[0], re.sub(r" ([A-Z]{2}|[0-9]+)$", "", name)) if (key := folded(text))}


def romaji(kana):
    """A reading in Latin letters, with long vowels as they are spelled and as most people write
    them."""
    kana = kana.translate({0x30A1 + 2 * small: 0x30A2 + 2 * small for small in range(5)})
    text, place = "", 0
    while place < len(kana):
        if kana[place] == "ッ":
            text, place = text + "ッ", place + 1
            continue
        length = 2 if kana[place:place + 2] in SYLLABLES else 1
        text += SYLLABLES.get(kana[place:place + length], "")
        place += length
    text = re.sub("ッ(c?)(.)", lambda match: ("t" if match[1] else match[2]) + match[1] + match[2], text)
    return {text, re.sub("o[ou]", "o", text).replace("uu", "u")}


def japanese(city, kana):
    """Keys of a municipality's name, with and without its county and the word for its kind."""
    names = {city, re.sub("^.+?郡", "", city)}
    # 町 and 村 in the names of Japan's counties.
    names |= {name[:-1] for name in names if name[-1] in "市町村区" and len(name) > 2}
    names |= {kana}
    short = re.sub("^.+?グン", "", kana) if "郡" in city else kana
    names.add(short)
    latin = romaji(short) | romaji(kana)
    for kind in ("シ", "チョウ", "マチ", "ムラ", "ソン"):
        if short.endswith(kind) and len(short) > len(kind) + 1:
            names.add(short.removesuffix(kind))
            latin |= romaji(short.removesuffix(kind))
    return {key for name in names | latin if (key := folded(name))}


class Cities:
    """Country -> postal code -> key of a city -> regions."""

    def __init__(self):
        self.found = collections.defaultdict(lambda: collections.defaultdict(lambda: collections.defaultdict(set)))

    def add(self, country, code, keys, region):
        for key in keys:
            self.found[country][code][key].add(region or "?")

    def lines(self):
        """`CC CODE CITY REGION` for each name in one region of a code that several share."""
        lines = []
        for country, codes in self.found.items():
            for code, names in codes.items():
                if len(set().union(*names.values())) < 2:
                    continue
                for key, regions in names.items():
                    region = next(iter(regions))
                    if key and len(regions) == 1 and region not in "?-":
                        lines.append(f"{country} {code.replace(' ', '_')} {key} {region}\n")
        return sorted(lines, key=str.encode)
