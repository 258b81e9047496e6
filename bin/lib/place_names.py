"""Data about countries and regions maintained by hand; bin/places adds it to its sources' data."""

LANGUAGES = """
    ar bg bn ca cs da de el en es et fa fi fr gu he hi hr hu id it ja kn ko lt lv ml mr ms nl no pa
    pl pt ro ru sk sl sr sv ta te th tr uk ur vi zh
""".split()
# CLDR keeps some country names separately where a language has two scripts.
COUNTRY_LANGUAGES = LANGUAGES + ["zh_Hant", "zh_Hant_HK", "pt_PT", "sr_Latn", "nn", "fr_CA", "es_MX", "en_AU"]

# Codes in Google's address data that differ from today's ISO 3166-2, or are missing.
CODES = {
    "CN": dict(pair.split("=") for pair in """
        34=AH 92=MO 11=BJ 50=CQ 35=FJ 62=GS 44=GD 45=GX 52=GZ 46=HI 13=HE 41=HA 23=HL 42=HB 43=HN 22=JL
        32=JS 36=JX 21=LN 15=NM 64=NX 63=QH 37=SD 14=SX 61=SN 31=SH 51=SC 71=TW 12=TJ 54=XZ 91=HK 65=XJ
        53=YN 33=ZJ""".split()),
    # ISO gave four Indian states new codes in 2023.
    "IN": {"CT": "CG", "OR": "OD", "TG": "TS", "UT": "UK"},
    "TW": {"金門縣": "KIN", "連江縣": "LIE"},
}

# The provinces by the first two digits of China's postal codes, as China Post assigns them.
CHINESE_CODES = {
    pair.split("=")[0]: pair.split("=")[1].split("|") for pair in """
    NM=01|02 SX=03|04 HE=05|06|07 BJ=10 LN=11|12 JL=13 HL=15|16 SH=20 JS=21|22 AH=23|24 SD=25|26|27 TJ=30 ZJ=31|32
    JX=33|34 FJ=35|36 CQ=40 HN=41|42 HB=43|44 HA=45|46|47 GD=51|52 GX=53|54 GZ=55|56 HI=57 SC=61|62|63|64
    YN=65|66|67 SN=71|72 GS=73|74 NX=75 QH=81 XJ=83|84 XZ=85|86""".split()}

# Countries whose addresses have the abbreviation; elsewhere a short key of Google's is a name.
ABBREVIATING = {"AU", "BR", "CA", "IT", "US"}

# Names that people write and no source has: former names, and short forms.
ALIASES = {
    "AE": {"UQ": "UAQ|Umm Al Quwain|Umm al-Quwain", "RK": "RAK|Ras Al Khaimah|Ras al-Khaimah",
           "DU": "DXB|Dubayy|دبی|迪拜|ドバイ", "AZ": "AUH|Al Ain|ابوظبي|أبوظبي|ابو ظبي|阿布扎比|Abu Zaby",
           "SH": "SHJ|Ash Shariqah|الشارقة", "AJ": "AJM", "FU": "FUJ|Al Fujayrah"},
    "AR": {"C": "CABA|Capital Federal|Ciudad de Buenos Aires", "B": "Provincia de Buenos Aires|Bs. As."},
    "BR": {"DF": "Brasília", "SP": "Sao Paulo State", "RJ": "Rio"},
    "CN": {"GD": "廣東", "GX": "廣西", "YN": "雲南", "GZ": "貴州", "LN": "遼寧", "HL": "黑龍江", "JS": "江蘇",
           "SN": "陝西", "GS": "甘肅", "NX": "寧夏", "NM": "內蒙古|内蒙|Nei Mongol|Nei Menggu", "CQ": "重慶", "HB": "湖北", "HN": "湖南",
           "ZJ": "浙江", "XJ": "新疆|新疆維吾爾自治區", "XZ": "西藏|Tibet|Xizang", "HA": "河南", "AH": "安徽"},
    "CL": {"TA": "I Región", "AN": "II Región", "AT": "III Región", "CO": "IV Región", "VS": "V Región",
           "LI": "VI Región", "ML": "VII Región", "BI": "VIII Región|VIII Región del Bío-Bío|Región del Bío-Bío",
           "AR": "IX Región", "LL": "X Región", "AI": "XI Región", "MA": "XII Región", "LR": "XIV Región",
           "AP": "XV Región", "NB": "XVI Región", "RM": "Santiago|R.M.|Metropolitana"},
    "CO": {"VAC": "Valle|Valle del Cauca", "DC": "Distrito Capital|Bogotá D.C.|D.C.", "NSA": "N. de Santander",
           "SAP": "San Andres"},
    "ES": {"BI": "Bizkaia|Biscay", "SS": "Gipuzkoa", "VI": "Araba", "PM": "Illes Balears|Baleares|Mallorca",
           "A": "Alacant", "C": "La Coruña", "OR": "Ourense|Orense", "GI": "Gerona", "L": "Lérida|Lleida",
           "TF": "Tenerife", "GC": "Gran Canaria", "O": "Principado de Asturias", "M": "Comunidad de Madrid",
           "V": "Valencia/València", "CS": "Castelló"},
    "ID": {"JK": "Jakarta|DKI Jakarta", "YO": "Jogja|Jogjakarta|Yogyakarta|DIY", "JB": "Jabar", "JT": "Jateng",
           "JI": "Jatim"},
    "IE": {"CO": "Corcaigh", "D": "Baile Átha Cliath", "G": "Gaillimh", "LK": "Luimneach"},
    "IN": {"OD": "Orissa|Orrisa|OR", "UK": "Uttaranchal|UT", "PY": "Pondicherry", "TS": "Telengana|TG",
           "DL": "New Delhi|NCT of Delhi|Delhi NCR", "CG": "Chattisgarh|CT", "TN": "Tamilnadu",
           "DH": "Daman and Diu|Daman & Diu|DD|Dadra and Nagar Haveli|Dadra & Nagar Haveli|DN",
           "JK": "J&K|Jammu & Kashmir", "AN": "Andaman & Nicobar|Andaman and Nicobar"},
    "IT": {"MI": "Milan", "RM": "Rome", "NA": "Naples", "TO": "Turin", "FI": "Florence", "VE": "Venice",
           "FC": "FO|Forlì", "PU": "PS|Pesaro|Urbino", "MB": "Monza|Brianza", "VB": "Verbania",
           "MS": "Massa|Carrara", "BT": "BAT|Barletta|Andria|Trani", "RE": "Reggio Emilia",
           "RC": "Reggio Calabria", "AO": "Aosta", "BZ": "Bozen|Alto Adige", "AQ": "Aquila"},
    "JM": {"01": "Kingston & St. Andrew|Kingston and St. Andrew"},
    "JP": {"13": "Tokio|Tokyo Metropolis", "27": "Osaka-fu", "26": "Kyoto-fu", "01": "Hokkaido"},
    "KR": {"42": "강원특별자치도|Gangwon State", "45": "전북특별자치도|Jeonbuk|Jeonbuk State",
           "11": "Seoul Special City", "26": "Pusan", "27": "Taegu", "28": "Inchon"},
    "MX": {"CMX": "DF|D.F.|Mexico DF|México D.F.|Distrito Federal|Mexico City|Ciudad de México|Cd. de México",
           "MEX": "Estado de México|Edo. de México|Edomex|México", "COA": "Coahuila",
           "MIC": "Michoacán", "VER": "Veracruz", "ROO": "Q. Roo", "GUA": "Gto", "TAM": "Tamps",
           "BCN": "Baja California Norte"},
    "MY": {"14": "KL|Kuala Lumpur|WP Kuala Lumpur", "07": "Penang|P. Pinang", "04": "Malacca"},
    "NG": {"FC": "FCT|Abuja"},
    "PH": {"NCO": "North Cotabato", "WSA": "Western Samar", "COM": "Davao de Oro", "00": "NCR|Metro Manila|National Capital Region"},
    "RU": {"MOW": "Moskva|Moscow City|г. Москва", "SPE": "Saint Petersburg|St. Petersburg|СПб|г. Санкт-Петербург",
           "MOS": "Moscow Region|Moscow Oblast|Подмосковье"},
    "TH": {"10": "Bangkok|Krung Thep|กรุงเทพ|กรุงเทพฯ|กทม|กทม.|BKK"},
    # Chiayi and Hsinchu: a city and its surrounding county share a name, and the postal code
    # decides.
    "TW": {"NWT": "Taipei County|台北縣", "TAO": "桃園縣",
           "CYI": "Chiayi", "CYQ": "Chiayi", "HSZ": "Hsinchu", "HSQ": "Hsinchu"},
    "TR": {"34": "Istanbul|Stamboul", "46": "Maraş", "63": "Urfa", "27": "Antep", "33": "İçel", "03": "Afyonkarahisar",
           "31": "Antakya", "54": "Adapazarı", "41": "İzmit"},
    "UA": {"30": "Kiev|Kyiv City|м. Київ",
           "32": "Kyiv Oblast|Kyiv Region|Kiev Oblast|Kiev Region|Kyivska oblast", "46": "Lvov|Lviv",
           # Russian names in Latin letters.
           "63": "Kharkov", "48": "Nikolaev|Mykolaiv", "56": "Rovno", "74": "Chernigov", "05": "Vinnitsa|Vinnytsia",
           "61": "Ternopol", "09": "Lugansk", "12": "Dnepropetrovsk|Dnipro", "18": "Zhitomir", "35": "Kirovograd",
           "51": "Odessa", "68": "Khmelnitsky", "77": "Chernovtsy|Chernivtsi", "23": "Zaporozhye|Zaporizhia",
           "21": "Zakarpatye|Transcarpathia", "07": "Volyn"},
    "VE": {"X": "La Guaira", "A": "DC|Caracas|Distrito Capital|Dtto. Capital"},
    "VN": {"SG": "Saigon|Ho Chi Minh City|HCMC|TP.HCM|TP Hồ Chí Minh", "HN": "Hanoi"},
}

# Readings of Japan's prefectures, 01 to 47.
READINGS = """
    ほっかいどう あおもりけん いわてけん みやぎけん あきたけん やまがたけん ふくしまけん いばらきけん とちぎけん ぐんまけん
    さいたまけん ちばけん とうきょうと かながわけん にいがたけん とやまけん いしかわけん ふくいけん やまなしけん ながのけん
    ぎふけん しずおかけん あいちけん みえけん しがけん きょうとふ おおさかふ ひょうごけん ならけん わかやまけん
    とっとりけん しまねけん おかやまけん ひろしまけん やまぐちけん とくしまけん かがわけん えひめけん こうちけん ふくおかけん
    さがけん ながさきけん くまもとけん おおいたけん みやざきけん かごしまけん おきなわけん
""".split()

# Words that say what a region is and that people leave out, or add. A name without them is one too.
GENERIC = """
    province provincia provincie prefecture state oblast region department departamento governorate emirate
    parish district island county city municipality autonomousregion do fu ken to si gun
    область край республика автономныйокруг автономнаяобласть область области
    都 府 県 省 市 州 縣 县 自治区 壮族自治区 回族自治区 维吾尔自治区 特别行政区 특별시 광역시 특별자치시 특별자치도 도
    estado provinciade estadode departamentode
""".split()

# Region names of GeoNames and India Post that differ from ISO 3166-2's, with its codes.
RENAMED_REGIONS = {
    "BE": {"Bruxelles-Capitale": "BRU", "Vlaanderen": "VLG", "Wallonie": "WAL"},
    "BG": {"София (столица) / Sofija (stolica)": "22", "София / Sofija": "23", "Велико Търново / Veliko Turnovo": "04",
           "Враца / Vraca": "06", "Кърджали / Kurdzhali": "09", "Кюстендил / Kjustendil": "10", "Смолян / Smoljan": "21",
           "Търговище / Turgovishhe": "25", "Хасково / Khaskovo": "26", "Ямбол / Jambol": "28", "Шумен / Shumen": "27"},
    "CH": {"Canton de Berne": "BE", "Kanton St. Gallen": "SG"},
    "CZ": {"Hlavní město Praha": "10"},
    "DK": {"Capital Region": "84", "Central Jutland": "82", "North Denmark": "81", "South Denmark": "83", "Zealand": "85"},
    "FI": {"Päijänne Tavastia": "16", "Southern Savonia": "04", "Northern Savo": "15", "Southwest Finland": "19"},
    "HR": {"Zagrebačka": "01", "Krapinsko-Zagorska": "02", "Sisačko-Moslavačka": "03", "Karlovačka": "04", "Varaždinska": "05",
           "Koprivničko-Križevačka": "06", "Bjelovarsko-Bilogorska": "07", "Primorsko-Goranska": "08", "Ličko-Senjska": "09",
           "Virovitičko-Podravska": "10", "Požeško-Slavonska": "11", "Brodsko-Posavska": "12", "Zadarska": "13",
           "Osječko-Baranjska": "14", "Šibensko-Kninska": "15", "Vukovarsko-Srijemska": "16", "Splitsko-Dalmatinska": "17",
           "Istarska": "18", "Dubrovačko-Neretvanska": "19", "Međimurska": "20", "Grad Zagreb": "21"},
    "IN": {"The Dadra And Nagar Haveli And Daman And Diu": "DH", "Andaman & Nicobar Islands": "AN", "Chattisgarh": "CT",
           "Jammu & Kashmir": "JK", "Pondicherry": "PY"},
    "NL": {"Guelders": "GE"},
    "NO": {"Akershus": "32", "Buskerud": "33", "Østfold": "31", "Vestfold": "39", "Telemark": "40", "Troms": "55", "Finnmark": "56",
           "Trøndelag": "50"},
    "PL": {"Mazovia": "14", "Subcarpathia": "18", "Podlasie": "20", "Warmia-Masuria": "28", "Greater Poland": "30",
           "Lesser Poland": "12", "Lower Silesia": "02", "Lublin": "06", "Lubusz": "08", "Opole Voivodeship": "16", "Pomerania": "22",
           "Silesia": "24", "West Pomerania": "32", "Łódź Voivodeship": "10"},
    "PT": {"Azores": "20", "Madeira": "30"},
    "RO": {"Bucureşti": "B"},
    "SK": {"Banska Bystrica": "BC", "Bratislava": "BL", "Kosice": "KI", "Nitra": "NI", "Presov": "PV", "Trencin": "TC", "Trnava": "TA",
           "Zilina": "ZI"},
}

# Regions newer than Debian's iso-codes: Norway's counties of 2024 (ISO 3166-2:NO, 2023-11-23).
NEWER_REGIONS = {
    "NO": {"31": "Østfold", "32": "Akershus", "33": "Buskerud", "39": "Vestfold", "40": "Telemark", "55": "Troms", "56": "Finnmark"},
}
