"""Local short forms of regions' names, and names in other scripts that no source has; by hand, for bin/places."""

# As people write them. A point or a hyphen is no part of a key.
SHORT_NAMES = {
    "BE": {"BRU": "Brux.|Bruss.", "VAN": "Antw.|Prov. Antwerpen", "VBR": "Vl-Br|Vl.-Brab.|Vlaams-Br.|Vl.-Brabant", "VLI": "Limb.",
           "VOV": "O-Vl|O.-Vl.|Oost-Vl.|Oost-Vlaand.|O.-Vlaanderen", "VWV": "W-Vl|W.-Vl.|West-Vl.|West-Vlaand.|W.-Vlaanderen",
           "WBR": "Br. W.|Brab. W.|Brabant W.|Brab. wallon", "WHT": "Hain.|Hnt", "WLX": "Lux.|Luxemb."},
    "CH": {"AI": "Appenzell I. Rh.|Appenzell Innerrh.|App. I. Rh.|Appenzell I.-Rh.|Appenzell AI",
           "AR": "Appenzell A. Rh.|Appenzell Ausserrh.|App. A. Rh.|Appenzell A.-Rh.|Appenzell AR"},
    "DE": {"BB": "Brandenb.|Brdbg|Bbg", "BE": "Bln", "BW": "Baden-Württ.|Bad.-Württ.|Baden-W.|B.-W.|BaWue", "BY": "Bay.|Bayr.", "HB": "Brem.",
           "HH": "Hbg|Hamb.", "MV": "McPomm|MacPomm|Meck-Pomm|Mecklenb.-Vorp.|Mecklenb.-Vorpommern|Mecklenburg-Vorp.|M.-V.",
           "NI": "Nieders.|Niedersachs.|Ndsachs.", "NW": "Nordrh.-Westf.|Nordrhein-Westf.|Nordrhein-W.",
           "RP": "Rheinland-Pf.|Rhld.-Pf.|Rheinl.-Pf.|Rh.-Pf.|Rhl.-Pf.", "SH": "Schlesw.-Holst.|Schleswig-Holst.|Schlesw.-Holstein|S.-H.",
           "SL": "Saarl.", "SN": "Sachs.|Sächs.", "ST": "Sachsen-Anh.|Sa.-Anh.|Sachs.-Anhalt|S.-Anhalt", "TH": "Thüring.|Thr."},
    "EE": {code: f"{name} maakond|{name} mk" for code, name in (pair.split("=") for pair in """37=Harju 39=Hiiu 45=Ida-Viru 50=Jõgeva 52=Järva
           56=Lääne 60=Lääne-Viru 64=Põlva 68=Pärnu 71=Rapla 74=Saare 79=Tartu 81=Valga 84=Viljandi 87=Võru""".split())},
    "FR": {"BL": "Saint-Barth"},
    "GB": {"ENG": "Yorks|S Yorks|South Yorks|W Yorks|West Yorks|W Midlands|Middx|Hunts|Ches|Northants|Cumb", "DUR": "Co Dur", "ERY": "E Riding|"
           "East Riding|E Riding of Yorks|E Yorks|East Yorks|East Yorkshire", "GLS": "Gloucs", "NBL": "Northumb|Northd", "NYK": "North Yorks",
           "SCT": "Aberdeens|Lanarks|Inverness", "WLS": "W Glam|S Glam|Mid Glam|West Glam|South Glam|Glam|Glams"},
    "MD": {"BA": "Mun. Bălți", "BD": "Mun. Bender", "CU": "Mun. Chișinău|mun. Chisinau"},
    "NL": {"BQ3": "St. Eustatius|Statia", "DR": "Drente|Drenth.", "FL": "Flev.", "FR": "Friesl.|Frl", "GE": "Gelderl.|Geld.", "GR": "Gron.",
           "LI": "Limburg NL", "NB": "N-Br|N.-Br.|Noord-Br.|N-Brab.|Noord-Brab.|N.B.", "NH": "N-Holl|N-H.|Noord-H.|Noord-Holl.|N-Hol.",
           "OV": "Overijs.|Ovl.|O'ijssel", "SX": "St. Maarten", "ZE": "Zeel.|Zld", "ZH": "Z-Holl|Z-H.|Zuid-H.|Zuid-Holl.|Z-Hol."},
    "PL": {"02": "Dolnośl.|Dln.-śl.|Dolnosl.", "04": "Kuj.-pom.|Kujawsko-pom.|Kuj.-pomorskie", "06": "Lubel.", "08": "Lubus.", "10": "Łódz.",
           "12": "Małop.|Młp.", "14": "Maz.|Mazow.", "16": "Opol.", "18": "Podk.|Podkarp.", "20": "Podl.", "22": "Pom.", "24": "Śl.|Śląsk.",
           "26": "Świętokrz.|Święt.", "28": "Warm.-maz.|Warmińsko-maz.|Warm.-mazurskie", "30": "Wlkp.|Wielkop.",
           "32": "Zach.-pom.|Zachodniopom.|Zach.-pomorskie"},
    "PT": {"20": "R. A. dos Açores|Região dos Açores", "30": "R. A. da Madeira|Região da Madeira"},
    "RO": {"B": "Mun. București|Mun. Bucharest"},
}

# Names in Cyrillic, Georgian and Armenian letters that CLDR lacks: Tajik and Uzbek names, regions
# of after 2022, cities' names for their regions, and abbreviations.
NATIVE_NAMES = {
    "AM": {"AG": "Արագածոտնի մարզ|Арагацотн", "AR": "Արարատի մարզ|Арарат", "AV": "Արմավիրի մարզ|Армавир", "ER": "Երեւան|ք. Երևան|քաղաք Երևան",
           "GR": "Գեղարքունիքի մարզ|Гегаркуник|Гехаркуник|Гегаркуникская область", "KT": "Կոտայքի մարզ|Котайк", "LO": "Լոռու մարզ|Лори",
           "SH": "Շիրակի մարզ|Ширак", "SU": "Սյունիքի մարզ|Сюник", "TV": "Տավուշի մարզ|Тавуш", "VD": "Վայոց Ձորի մարզ|Вайоц Дзор|Вайоцдзор"},
    "GE": {"AB": "აფხაზეთი|აფხაზეთის ავტონომიური რესპუბლიკა", "AJ": "აჭარა|აჭარის ა.რ.", "GU": "გურია", "IM": "იმერეთი|Имерети",
           "KA": "კახეთი|Кахети", "KK": "ქვემო ქართლი", "MM": "მცხეთა-მთიანეთი", "RL": "რაჭა-ლეჩხუმი და ქვემო სვანეთი|Рача-Лечхуми",
           "SJ": "სამცხე-ჯავახეთი", "SK": "შიდა ქართლი|Шида-Картли", "SZ": "სამეგრელო-ზემო სვანეთი|Самегрело-Верхняя Сванетия|Мегрелия",
           "TB": "ქ. თბილისი|ქალაქი თბილისი"},
    "KG": {"B": "Баткен", "C": "Чуй|Чүй|Чу", "GB": "Бишкек шаары", "GO": "Ош шаары|Ош шаар", "J": "Джалал-Абад|Жалал-Абад", "N": "Нарын",
           "O": "Ошская|Ош облусу", "T": "Талас", "Y": "Иссык-Куль|Ысык-Көл|Ысык-Көл облусу"},
    "KZ": {"10": "Абайская область|область Абай|Абай облысы|Абай", "11": "Акмола", "15": "Актобе|Актобинская область",
           "19": "Алматинская обл|Алм. обл", "27": "ЗКО|БҚО|Западный Казахстан",
           "33": "Жетысуская область|область Жетысу|область Жетісу|Жетісу облысы|Жетісу|Жетысу|Jetisu Region",
           "35": "Караганда|Қарағанды", "39": "Костанай", "43": "Кызылорда", "47": "Мангистау", "55": "Павлодар", "59": "СКО|СҚО|Северный Казахстан",
           "61": "Туркестанская область|Түркістан облысы|Туркестан|ЮКО", "62": "Улытауская область|область Улытау|область Ұлытау|Ұлытау облысы|Ұлытау|Улытау",
           "63": "ВКО|ШҚО|Восточный Казахстан", "71": "Нур-Султан|Нұр-Сұлтан|Астана қ.|Астана қаласы",
           "75": "Алма-Ата|Алматы қ.|Алматы қаласы", "79": "Шымкент|Чимкент|Шымкент қ.|Шымкент қаласы"},
    "MN": {"1": "УБ|Улаанбаатар хот|Нийслэл", "043": "Кобдо", "047": "Туве аймак", "064": "Говь-Сүмбэр"},
    "TJ": {"DU": "шаҳри Душанбе", "GB": "Вилояти Мухтори Кӯҳистони Бадахшон|ВМКБ|Кӯҳистони Бадахшон|ГБАО|Горный Бадахшан|Горно-Бадахшанская АО",
           "KT": "Вилояти Хатлон|Хатлон", "RA": "Ноҳияҳои тобеи ҷумҳурӣ|НТҶ|РРП|районы республиканского подчинения", "SU": "Вилояти Суғд|Суғд|Согд"},
    "TM": {"A": "Ахал", "B": "Балкан", "D": "Дашогуз", "L": "Лебап", "M": "Мары", "S": "Ашгабат"},
    "UZ": {"AN": "Андижон вилояти|Андижан", "BU": "Бухоро вилояти|Бухара", "FA": "Фарғона вилояти|Фергана", "JI": "Жиззах вилояти|Джизак",
           "NG": "Наманган вилояти", "NW": "Навоий вилояти|Навои", "QA": "Қашқадарё вилояти|Кашкадарья",
           "QR": "Қорақалпоғистон Республикаси|Қорақалпоғистон|Республика Каракалпакстан|Каракалпакия", "SA": "Самарқанд вилояти|Самарканд",
           "SI": "Сирдарё вилояти|Сырдарья", "SU": "Сурхондарё вилояти|Сурхандарья", "TK": "Тошкент шаҳри|Toshkent shahri|Toshkent sh.|Тошкент ш.",
           "TO": "Тошкент вилояти", "XO": "Хоразм вилояти|Хорезм"},
}


def more_names(country, code):
    """The names of a region in both tables."""
    return [name for table in (SHORT_NAMES, NATIVE_NAMES) for name in table.get(country, {}).get(code, "").split("|") if name]
