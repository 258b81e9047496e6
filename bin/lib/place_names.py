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
    "BS": {"N.P.": "NP"},
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
           "SN": "陝西", "GS": "甘肅", "NX": "寧夏", "NM": "內蒙古|内蒙|Nei Mongol|Nei Menggu", "CQ": "重慶", "TW": "台灣|臺灣|台灣省|臺灣省", "HB": "湖北", "HN": "湖南",
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
           "V": "Valencia/València", "CS": "Castelló",
           "CN": "Islas Canarias|Canary Islands", "NC": "Comunidad Foral de Navarra", "PV": "País Vasco|Euskadi|Basque Country",
           "VC": "Comunitat Valenciana"},
    "ID": {"JK": "Jakarta|DKI Jakarta", "YO": "Jogja|Jogjakarta|Yogyakarta|DIY", "JB": "Jabar", "JT": "Jateng",
           "JI": "Jatim", "PD": "Southwest Papua", "PE": "Highland Papua|Papua Highlands", "PS": "South Papua", "PT": "Central Papua"},
    "IE": {"CO": "Corcaigh", "D": "Baile Átha Cliath", "G": "Gaillimh", "LK": "Luimneach"},
    "IN": {"OD": "Orissa|Orrisa|OR", "UK": "Uttaranchal|UT", "PY": "Pondicherry", "TS": "Telengana|TG",
           "DL": "New Delhi|NCT of Delhi|Delhi NCR", "CG": "Chattisgarh|CT", "TN": "Tamilnadu",
           "DH": "The Dadra And Nagar Haveli And Daman And Diu|DNH|DNHDD|Daman and Diu|Daman & Diu|DD|Dadra and Nagar Haveli|Dadra & Nagar Haveli|DN",
           "JK": "J&K|Jammu & Kashmir", "AN": "Andaman & Nicobar|Andaman and Nicobar"},
    "IT": {"MI": "Milan", "RM": "Rome", "NA": "Naples", "TO": "Turin", "FI": "Florence", "VE": "Venice",
           "FC": "FO|Forlì", "PU": "PS|Pesaro|Urbino", "MB": "Monza|Brianza", "VB": "Verbania",
           "MS": "Massa|Carrara", "BT": "BAT|Barletta|Andria|Trani", "RE": "Reggio Emilia",
           "RC": "Reggio Calabria", "AO": "Aosta|Valle d'Aosta|Vallée d'Aoste", "BZ": "Bozen|Alto Adige", "AQ": "Aquila"},
    "JM": {"01": "Kingston & St. Andrew|Kingston and St. Andrew"},
    "KP": {"15": "Kaeseong"},
    "JP": {"13": "Tokio|Tokyo Metropolis", "27": "Osaka-fu", "26": "Kyoto-fu", "01": "Hokkaido"},
    "KR": {"42": "강원특별자치도|Gangwon State", "45": "전북특별자치도|Jeonbuk|Jeonbuk State",
           "11": "Seoul Special City", "26": "Pusan", "27": "Taegu", "28": "Inchon"},
    "MX": {"CMX": "DF|D.F.|Mexico DF|México D.F.|Distrito Federal|Mexico City|Ciudad de México|Cd. de México",
           "MEX": "Estado de México|Edo. de México|Edomex|México", "COA": "Coahuila",
           "MIC": "Michoacán", "VER": "Veracruz", "ROO": "Q. Roo", "GUA": "Gto", "TAM": "Tamps",
           "BCN": "Baja California Norte"},
    "MY": {"14": "KL|Kuala Lumpur|WP Kuala Lumpur", "05": "N. Sembilan|Negri Sembilan", "07": "Penang|P. Pinang", "04": "Malacca"},
    "NG": {"FC": "FCT|Abuja"},
    "PE": {"LMA": "Lima Metropolitana"},
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

# Region names of GeoNames and India Post that differ from ISO 3166-2's, with its codes. An empty
# code means that the name decides nothing: GeoNames has one name for a district and its city, or a
# region that has been divided since.
RENAMED_REGIONS = {
    "AL": {"Qarku i Beratit": "01", "Qarku i Dibrës": "09", "Qarku i Durrësit": "02", "Qarku i Elbasanit": "03", "Qarku i Fierit": "04",
           "Qarku i Gjirokastrës": "05", "Qarku i Korçës": "06", "Qarku i Kukësit": "07", "Qarku i Lezhës": "08",
           "Qarku i Shkodrës": "10", "Qarku i Vlorës": "12", "Tirana": "11"},
    "AZ": {"Baki": "BA", "Haciqabul": "HAC", "Imişli": "IMI", "Ismayilli": "ISM", "Lənkəran": "", "Masalli": "MAS", "Mingəçevir": "MI",
           "Qubadli": "QBI", "Saatli": "SAT", "Sumqayit": "SM", "Xankəndi": "", "Xizi": "XIZ", "Xocali": "", "Xocavənd": "",
           "Yardimli": "YAR", "Yevlax": "", "Zərdab": "ZAR", "Şamaxi": "SMI", "Şəki": "", "Şuşa": "", "Laçin": "LAC",
           "Göy-Göl": "GYG", "Tər-Tər": "TAR", "Ağdam": "", "Kəlbəcər": "", "Füzuli": "", "Zəngilan": ""},
    "BD": {"Chittagong": "B", "Barisal Division": "A"},
    "BE": {"Bruxelles-Capitale": "BRU", "Vlaanderen": "VLG", "Wallonie": "WAL"},
    "BG": {"София (столица) / Sofija (stolica)": "22", "София / Sofija": "23", "Велико Търново / Veliko Turnovo": "04",
           "Враца / Vraca": "06", "Кърджали / Kurdzhali": "09", "Кюстендил / Kjustendil": "10", "Смолян / Smoljan": "21",
           "Търговище / Turgovishhe": "25", "Хасково / Khaskovo": "26", "Ямбол / Jambol": "28", "Шумен / Shumen": "27"},
    "BY": {"Brest": "BR", "Gomel": "HO", "Grodno": "HR", "Moghilev": "MA", "Vitebsk": "VI", "Minsk": "MI"},
    "CH": {"Canton de Berne": "BE", "Kanton St. Gallen": "SG"},
    "BR": {"Para": "PA"},
    "CO": {"Bogota, D.C.": "DC", "Archipielago De San Andres": "SAP"},
    "CR": {"Provincia de Alajuela": "A", "Provincia de Cartago": "C", "Provincia de Guanacaste": "G", "Provincia de Heredia": "H",
           "Provincia de Limón": "L", "Provincia de Puntarenas": "P", "Provincia de San José": "SJ"},
    "CY": {"Ammochostos": "04", "Keryneia": "06", "Larnaka": "03", "Lefkosia": "01", "Lemesos": "02", "Pafos": "05"},
    "CZ": {"Hlavní město Praha": "10"},
    "DK": {"Capital Region": "84", "Central Jutland": "82", "North Denmark": "81", "South Denmark": "83", "Zealand": "85"},
    # Algeria divided these in 2019 and 2025, and their codes are still those of the old ones.
    "DZ": {**dict.fromkeys(("Adrar", "L.Aghouat", "Batna", "Biskra", "Bechar", "Tamanrasset", "Tebessa", "Tlemcen", "Tiaret", "Djelfa",
                            "Medea", "M'Sila", "Ouargla", "El-Bayadh", "Illizi", "El-Oued", "Ghardaia"), ""), "El-Taref": "36"},
    "DE": {"Mecklenburg-Western Pomerania": "MV"},
    # Counties have the names of their towns, which are regions of the second level.
    "EE": {"Harju maakond": "37", "Hiiu maakond": "39", "Ida-Viru maakond": "45", "Jõgeva maakond": "50", "Järva maakond": "52",
           "Lääne maakond": "56", "Lääne-Viru maakond": "60", "Põlva maakond": "64", "Pärnu maakond": "68", "Rapla maakond": "71",
           "Saare maakond": "74", "Tartu maakond": "79", "Valga maakond": "81", "Viljandi maakond": "84", "Võru maakond": "87"},
    "FI": {"North Ostrobothnia Region": "14", "South Ostrobothnia Region": "03",
           "Päijänne Tavastia": "16", "Southern Savonia": "04", "Northern Savo": "15", "Southwest Finland": "19"},
    "GT": {"Ciudad de Guatemala": "01", "DEPTO DE GUATEMALA": "01", "DEPTO DE EL PROGRESO": "02", "DEPTO DE SACATEPEQUEZ": "03",
           "DEPTO DE CHIMALTENANGO": "04", "DEPTO DE ESCUINTLA": "05", "DEPTO DE SANTA ROSA": "06", "DEPTO DE SOLOLA": "07",
           "DEPTO DE TOTONICAPAN": "08", "DEPTO DE QUETZALTENANGO": "09", "DEPTO DE SUCHITEPEQUEZ": "10", "DEPTO DE RETALHULEU": "11",
           "DEPTO DE SAN MARCOS": "12", "DEPTO DE HUEHUETENANGO": "13", "DEPTO DEL QUICHE": "14", "DEPTO DE BAJA VERAPAZ": "15",
           "DEPTO DE ALTA VERAPAZ": "16", "DEPTO DE PETEN": "17", "DEPTO DE IZABAL": "18", "DEPTO DE ZACAPA": "19",
           "DEPTO DE CHIQUIMULA": "20", "DEPTO DE JALAPA": "21", "DEPTO DE JUTIAPA": "22"},
    "HR": {"Zagrebačka": "01", "Krapinsko-Zagorska": "02", "Sisačko-Moslavačka": "03", "Karlovačka": "04", "Varaždinska": "05",
           "Koprivničko-Križevačka": "06", "Bjelovarsko-Bilogorska": "07", "Primorsko-Goranska": "08", "Ličko-Senjska": "09",
           "Virovitičko-Podravska": "10", "Požeško-Slavonska": "11", "Brodsko-Posavska": "12", "Zadarska": "13",
           "Osječko-Baranjska": "14", "Šibensko-Kninska": "15", "Vukovarsko-Srijemska": "16", "Splitsko-Dalmatinska": "17",
           "Istarska": "18", "Dubrovačko-Neretvanska": "19", "Međimurska": "20", "Grad Zagreb": "21"},
    "IN": {"The Dadra And Nagar Haveli And Daman And Diu": "DH", "Andaman & Nicobar Islands": "AN", "Chattisgarh": "CT",
           "Jammu & Kashmir": "JK", "Pondicherry": "PY"},
    "HT": {"Artibonite": "AR", "Centre": "CE", "Grande Anse": "GA", "Nippes": "NI", "Nord": "ND", "Nord-Est": "NE", "Nord-Ouest": "NO",
           "Ouest": "OU", "Sud": "SD", "Sud-Est": "SE"},
    "KE": {"Elegeyo-Marakwet": "05", "Nairobi": "30", "Taita Taveta": "39"},
    "LK": {"Province of Uva": "8"},
    # Without the word for county, the name is also a municipality's.
    "LT": {"Panevėžys": "PN"},
    "LV": {"Daugavpils": "DGV", "Jelgava": "JEL", "Jurmala": "JUR", "Liepaja": "LPX", "Rezekne": "REZ", "Riga": "RIX",
           "Ventspils": "VEN", "Valmiera": "113", "Valmieras nov.": "113", "Augšdaugavas nov.": "111", "Dienvidkurzemes nov.": "112"},
    "MA": {"Tanger-Tetouan-Al Hoceima": "01", "Oriental": "02", "Fès-Meknès": "03", "Rabat-Salé-Kénitra": "04", "Béni Mellal-Khénifra": "05",
           "Casablanca-Settat": "06", "Marrakesh-Safi": "07", "Drâa-Tafilalet": "08", "Souss-Massa": "09", "Guelmim-Oued Noun": "10",
           "Laâyoune-Sakia El Hamra": "11", "Dakhla-Oued Ed-Dahab": "12"},
    "MD": {"Balti": "BA", "Mun.Balti": "BA", "Mun.Chisinau": "CU", "Calarasi": "CL", "Causeni": "CS", "Cimislia": "CM", "Donduseni": "DO",
           "Edinet": "ED", "Falesti": "FA", "Floresti": "FL", "Hincesti": "HI", "Ocnita": "OC", "Riscani": "RI", "Singerei": "SI",
           "Soldanesti": "SD", "Stefan-Voda": "SV", "Straseni": "ST", "Telenesti": "TE", "Comrat": "GA", "Dubasari Cr.": "DU",
           "Criuleni-Dub.": "", "Criuleni- Dub.": "", "Criulenii-Dub.": ""},
    "MT": {"L-Imdina": "29", "L-Imqabba": "33", "L-Imsida": "34", "L-Imġarr": "31",
           "Il-Birgu": "03", "Ir-Rabat": "46", "Il-Belt Valletta": "60", "Il-Furjana": "09", "L-Isla": "20", "Ħal Għargħur": "15",
           "Ħal Għaxaq": "17", "Saint Lucia": "53", "Saint Venera": "54", "Tal-Pietà": "41", "Ħaż-Żabbar": "64", "Ħaż-Żebbuġ": "66",
           "Victoria": "45", "Tas-Sliema": "56", "Saint John": "49", "Ta’ Kerċem": "22", "Iż-Żebbuġ": "65"},
    "NL": {"Guelders": "GE"},
    "NO": {"Akershus": "32", "Buskerud": "33", "Østfold": "31", "Vestfold": "39", "Telemark": "40", "Troms": "55", "Finnmark": "56",
           "Trøndelag": "50"},
    # ISO 3166-2 has the department as two regions.
    "PE": {"Callao": "CAL", "Cuzco": "CUS", "Lima": ""},
    "PK": {"Federal Capital": "IS", "Gilgit Baltistan": "GB"},
    "PL": {"Mazovia": "14", "Subcarpathia": "18", "Podlasie": "20", "Warmia-Masuria": "28", "Greater Poland": "30",
           "Lesser Poland": "12", "Lower Silesia": "02", "Lublin": "06", "Lubusz": "08", "Opole Voivodeship": "16", "Pomerania": "22",
           "Silesia": "24", "West Pomerania": "32", "Łódź Voivodeship": "10"},
    "PT": {"Azores": "20", "Madeira": "30"},
    "RO": {"Bucureşti": "B"},
    "SK": {"Banska Bystrica": "BC", "Bratislava": "BL", "Kosice": "KI", "Nitra": "NI", "Presov": "PV", "Trencin": "TC", "Trnava": "TA",
           "Zilina": "ZI"},
}

# Regions that Debian's iso-codes 4.15 lacks: Norway's counties of 2024, Latvia's of 2021, Algeria's
# of 2019, Indonesia's of 2022, Kazakhstan's and Guatemala's codes of 2021 and 2022, and France's
# collectivities. This table and the three below were compared with iso-codes of February 2026
# (pycountry 26.2.16), which still has Norway's counties of 2020. FR-75C and FR-6AE contain the
# departments whose numbers postal codes tell; no code tells the Métropole de Lyon from the rest of
# Rhône.
NEWER_REGIONS = {
    "ET": {"SI": "Sidama", "SW": "Southwest Ethiopia Peoples"},
    "GB": {"NNH": "North Northamptonshire", "WNH": "West Northamptonshire"},
    "IQ": {"KR": "Kurdistan Region"},
    "IS": {"HUG": "Húnabyggð", "MUL": "Múlaþing", "SKR": "Skagafjörður"},
    "KP": {"14": "Nampho", "15": "Kaesong"},
    "ME": {"25": "Zeta"},
    "PA": {"NT": "Naso Tjër Di"},
    "PH": {"MGN": "Maguindanao del Norte", "MGS": "Maguindanao del Sur"},
    "DZ": {"49": "Timimoun", "50": "Bordj Badji Mokhtar", "51": "Ouled Djellal", "52": "Béni Abbès", "53": "In Salah", "54": "In Guezzam",
           "55": "Touggourt", "56": "Djanet", "57": "El Meghaier", "58": "El Meniaa"},
    "FR": {"75C": "Paris", "6AE": "Alsace", "69M": "Métropole de Lyon"},
    "ID": {"PD": "Papua Barat Daya", "PE": "Papua Pegunungan", "PS": "Papua Selatan", "PT": "Papua Tengah"},
    "KZ": {"10": "Abai", "33": "Jetisu", "62": "Ulytau"},
    "LV": {"111": "Augšdaugavas novads", "112": "Dienvidkurzemes novads", "113": "Valmieras novads"},
    "NO": {"31": "Østfold", "32": "Akershus", "33": "Buskerud", "39": "Vestfold", "40": "Telemark", "55": "Troms", "56": "Finnmark"},
}

# Regions that iso-codes still has and ISO 3166-2 does not: Norway's of 2020 to 2023, Latvia's
# before 2021, Nepal's zones and development regions, and merged or divided ones.
FORMER_REGIONS = {
    "GB": ["NTH"],
    "IS": "AKH BFJ BLO DJU FLD HEL HUT SBH SEY SKU SSF".split(),
    "NP": "1 2 3 4 5 BA BH DH GA JA KA KO LU MA ME NA RA SA SE".split(),
    "LV": """001 003 004 005 006 008 009 010 012 013 014 017 018 019 020 021 023 024 025 027 028 029 030 031 032 034 035 036 037 038
        039 040 043 044 045 046 048 049 051 053 055 057 060 061 063 064 065 066 069 070 071 072 074 075 076 078 079 081 082 083 084
        085 086 090 092 093 095 096 098 100 103 104 105 107 108 109 110 JKB VMR""".split(),
    "NO": ["30", "38", "54"],
}

# Regions whose code ISO 3166-2 has replaced: the old code and the new one name one place, so a
# setting may have either. Former codes contain the new region.
RECODED_REGIONS = {
    country: dict(pair.split("=") for pair in pairs.split()) for country, pairs in {
        "GT": """GU=01 PR=02 SA=03 CM=04 ES=05 SR=06 SO=07 TO=08 QZ=09 SU=10 RE=11 SM=12 HU=13 QC=14 BV=15 AV=16 PE=17 IZ=18 ZA=19
            CQ=20 JA=21 JU=22""",
        "KZ": "AKM=11 AKT=15 ALM=19 ATY=23 ZAP=27 ZHA=31 KAR=35 KUS=39 KZY=43 MAN=47 PAV=55 SEV=59 YUZ=61 VOS=63 AST=71 ALA=75 SHY=79",
    }.items()}

# Countries of islands whose parishes ISO 3166-2 also has. Not the Bahamas and Cape Verde: their
# districts have the names of cities, so that a city without a region would get one that its address
# form does not mean.
WITH_PARISHES = {"KN"}

# Regions of Google's list that ISO 3166-2 has divided: their codes and their names belong to either
# successor.
DIVIDED_REGIONS = {"PH": {"MAG": ["MGN", "MGS"]}}

# The counties of Lithuania's municipalities (ISO 3166-2:LT).
LITHUANIAN_COUNTIES = {
    municipality: county for county, some in {
        "AL": "02 03 07 24 55", "KL": "20 21 22 28 31 46 48",
        "KU": "05 10 13 15 16 18 36 38", "MR": "14 17 25 41 56",
        "PN": "06 23 32 33 34 40", "SA": "01 11 19 30 37 43 44",
        "TA": "12 29 45 50", "TE": "26 35 39 51",
        "UT": "04 09 27 54 59 60", "VL": "08 42 47 49 52 53 57 58",
    }.items() for municipality in some.split()}

# Regions that contain others, where iso-codes does not say so, or has them in the wrong one.
PARENTS = {"FR": {"75": "75C", "75C": "IDF", "67": "6AE", "68": "6AE", "6AE": "GES", "69M": "ARA"},
           "GB": {"NNH": "ENG", "WNH": "ENG"}, "ID": dict.fromkeys(("PD", "PE", "PS", "PT"), "PP"),
           "IQ": dict.fromkeys(("AR", "DA", "SU"), "KR"), "IS": {"HUG": "5", "MUL": "7", "SKR": "5"}, "IT": {"AO": "23"},
           # Varakļāni was joined with Madona in July 2025, and ISO 3166-2 still has both.
           "LT": LITHUANIAN_COUNTIES, "LV": {"102": "059"}, "MA": {"CHT": "09", "NOU": "06"}, "PH": {"MGN": "14", "MGS": "14"}}

# Countries whose regions have had other codes in CLDR: Morocco's before 2015.
OUTDATED_NAMES = {"MA"}

# The languages in which people write a region's name, besides English, where addresses have none
# but the postal code tells it.
LOCAL_LANGUAGES = {
    country: languages.split("+") for country, languages in (pair.split("=") for pair in """
        AL=sq AT=de AZ=az+ru BD=bn BE=nl+fr+de BG=bg BY=be+ru CH=de+fr+it CR=es CY=el+tr CZ=cs DE=de DK=da DZ=fr+ar EC=es EE=et+ru
        FI=fi+sv FR=fr GB=cy GE=ka+ru GR=el GT=es HR=hr HT=fr HU=hu IS=is KE=sw KG=ky+ru KZ=kk+ru LI=de LK=si+ta LT=lt LU=fr+de LV=lv+ru MA=fr+ar MD=ro+ru MN=mn+ru MT=mt
        NL=nl NO=no NZ=mi PK=ur PL=pl PT=pt RO=ro+hu SE=sv SI=sl SK=sk+hu SM=it TJ=tg+ru TM=tk+ru UZ=uz+ru ZA=af""".split())}

# Words that say what such a region is; its name without them is one too.
DIVISION_WORDS = """
    county region province district municipality voivodeship canton oblast governorate division maakunta maakond maakonna lan laani
    kommune fylke fylkeskommune regionen kraj megye varmegye apskritis judet judetul judetulupa zupanija wojewodztwo provincie provincia
    provinz kanton cantonof cantonde cantondu departement departementof land landskap landet freistaat
    regiunea distrito distritode provinciade departamentode novads viloyati rayonu welayaty область районы район велаят
    вобласць облысы облусу вилояти вилояты қаласы шаары მხარე
""".split()

# Names that decide nothing, because they usually mean a larger place than the region that a source
# gives them to: Greater London for the City of London.
SHARED_NAMES = {"GB": ["London"], "NL": ["Caribisch Nederland", "Caribbean Netherlands", "BES-eilanden", "Caribisch NL"]}

# Names that a larger region and one of its parts have: in an address it is the county, which
# contains the part; or one place, which ISO 3166-2 has twice. And Basel, which is the city and not
# Basel-Landschaft.
PREFERRED_NAMES = {
    "CH": {"Basel": "BS", "Bâle": "BS", "Basilea": "BS", "Basle": "BS"},
    "EE": {"Harju": "37", "Hiiu": "39", "Hiiumaa": "39", "Ida-Viru": "45", "Jõgeva": "50", "Järva": "52", "Lääne": "56", "Lääne-Viru": "60",
           "Põlva": "64", "Pärnu": "68", "Rapla": "71", "Saare": "74", "Saaremaa": "74", "Tartu": "79", "Valga": "81", "Viljandi": "84",
           "Võru": "87", "Хийумаа": "39", "Ида-Вирумаа": "45", "Сааремаа": "74", "Тарту": "79", "Вильянди": "84", "Выру": "87",
           "Пярну": "68", "Ярвамаа": "52"},
    "FR": {"Guadeloupe": "GP", "La Guadeloupe": "GP", "Martinique": "MQ", "La Martinique": "MQ", "Guyane": "GF", "La Guyane": "GF",
           "Guyane française": "GF", "La Réunion": "RE", "Mayotte": "YT"},
    # The cities, and not the regions around them.
    "KG": {"Ош": "GO"}, "UZ": {"Тошкент": "TK", "Ташкент": "TK"},
}

# Names that no source has, in the languages of LOCAL_LANGUAGES.
DIVISION_ALIASES = {
    "AT": {"1": "Bgld", "2": "Ktn", "3": "NÖ|Noe", "4": "OÖ|Ooe", "5": "Sbg|Szbg", "6": "Stmk", "7": "T", "8": "Vbg|Vlbg", "9": "W"},
    "BE": {"BRU": "Bruxelles|Brussel|Bruxelles-Capitale|Brussels", "VLG": "Vlaanderen|Flandre|Flanders", "WAL": "Wallonie|Wallonië|Wallonia"},
    "CH": {**{code: f"Kanton {code}|Kt. {code}|Canton {code}|Ct. {code}" for code in """AG AI AR BE BS FR GL GR JU LU NE NW OW SG SH SO SZ TG TI
           UR VD VS ZG ZH""".split()},
           "BL": "Baselland|Kanton BL|Kt. BL", "GE": "Canton of Geneva|Canton GE"},
    "CY": {"01": "Λευκωσία", "02": "Λεμεσός", "03": "Λάρνακα", "04": "Αμμόχωστος", "05": "Πάφος|Pafos", "06": "Κερύνεια|Keryneia"},
    "CZ": {"10": "Hlavní město Praha|Praha|Prague", "20": "Central Bohemia", "31": "South Bohemia", "64": "South Moravia"},
    "BG": {"22": "София-град|Sofia City|София град", "23": "Софийска"},
    "BY": {"HM": "Horad Minsk", "HO": "Homieĺskaja voblasć", "HR": "Hrodzienskaja voblasć", "MI": "Minskaja voblasć"},
    "DE": {"BW": "BaWü", "HE": "Hess", "MV": "MeckPomm|Meckl.-Vorp.|Mecklenburg|Vorpommern", "NI": "Nds", "NW": "NRW", "RP": "RLP|Rheinl.-Pfalz",
           "SH": "Schl.-Holst.", "SL": "Saar", "ST": "LSA|Sachs.-Anh.", "TH": "Thür"},
    "DK": {"81": "Nordjylland", "82": "Midtjylland", "83": "Syddanmark", "84": "Hovedstaden|Capital Region", "85": "Sjælland|Zealand"},
    "DZ": {"57": "El M'Ghair|El M'Ghaier", "58": "El Menia|El Goléa"},
    "EE": {"37": "Harjumaa", "39": "Hiiumaa", "45": "Ida-Virumaa", "50": "Jõgevamaa", "52": "Järvamaa", "56": "Läänemaa",
           "60": "Lääne-Virumaa", "64": "Põlvamaa", "68": "Pärnumaa", "71": "Raplamaa", "74": "Saaremaa", "79": "Tartumaa",
           "81": "Valgamaa", "84": "Viljandimaa", "87": "Võrumaa"},
    "FI": {"01": "Ahvenanmaa|Åland", "02": "Etelä-Karjala|Södra Karelen", "03": "Etelä-Pohjanmaa|Södra Österbotten",
           "04": "Etelä-Savo|Södra Savolax", "05": "Kainuu|Kajanaland", "06": "Kanta-Häme|Egentliga Tavastland",
           "07": "Keski-Pohjanmaa|Mellersta Österbotten", "08": "Keski-Suomi|Mellersta Finland", "09": "Kymenlaakso|Kymmenedalen",
           "10": "Lappi|Lappland", "11": "Pirkanmaa|Birkaland", "12": "Pohjanmaa|Österbotten", "13": "Pohjois-Karjala|Norra Karelen",
           "14": "Pohjois-Pohjanmaa|Norra Österbotten", "15": "Pohjois-Savo|Norra Savolax",
           "16": "Päijät-Häme|Päijänne-Tavastland", "17": "Satakunta|Satakunda", "18": "Uusimaa|Nyland",
           "19": "Varsinais-Suomi|Egentliga Finland"},
    "FR": {"ARA": "Rhône-Alpes|Auvergne", "BFC": "Bourgogne|Franche-Comté|Burgundy", "CVL": "Centre", "GES": "Lorraine|Champagne-Ardenne",
           "HDF": "Nord-Pas-de-Calais|Picardie|Picardy", "IDF": "Région parisienne", "NAQ": "Aquitaine|Limousin|Poitou-Charentes",
           "NOR": "Normandy|Basse-Normandie|Haute-Normandie", "OCC": "Languedoc-Roussillon|Midi-Pyrénées", "PAC": "PACA", "20R": "Corsica"},
    # Counties of the Royal Mail and older ones that ISO 3166-2 lacks, each within one nation.
    "GB": {"ENG": """Avon|Bedfordshire|Beds|Berkshire|Berks|Cheshire|Cleveland|Cumberland|Greater London|Greater Manchester|Hereford and Worcester|
           Humberside|Huntingdonshire|Merseyside|Middlesex|Northamptonshire|Northants|South Yorkshire|S Yorkshire|Sussex|Tyne and Wear|Tyne & Wear|
           West Midlands|West Yorkshire|W Yorkshire|Westmorland|Yorkshire""",
           "BKM": "Bucks", "CAM": "Cambs", "GLS": "Glos", "HAM": "Hants", "HRT": "Herts", "LAN": "Lancs", "LEC": "Leics", "LIN": "Lincs",
           "LND": "City of London", "NTT": "Notts", "NYK": "N Yorkshire", "OXF": "Oxon", "SHR": "Salop", "STS": "Staffs", "WAR": "Warks",
           "WIL": "Wilts", "WOR": "Worcs",
           "NIR": "NI|N. Ireland|Antrim|Armagh|Derry|Down|Fermanagh|Londonderry|Tyrone",
           "SCT": """Argyll|Argyllshire|Ayrshire|Banffshire|Berwickshire|Buteshire|Caithness|Dumfriesshire|Dunbartonshire|Grampian|Inverness-shire|
           Kincardineshire|Kinross-shire|Kirkcudbrightshire|Lanarkshire|Lothian|Nairnshire|Peeblesshire|Perthshire|Ross-shire|Roxburghshire|
           Selkirkshire|Stirlingshire|Strathclyde|Sutherland|Tayside|Wigtownshire""",
           "WLS": """Brecknockshire|Caernarfonshire|Cardiganshire|Clwyd|Dyfed|Glamorgan|Gwent|Merionethshire|Mid Glamorgan|Montgomeryshire|
           Radnorshire|South Glamorgan|West Glamorgan"""},
    # Also the genitive, which follows the word for region, and names of large cities for their
    # regions.
    "GR": {"69": "Άγιο Όρος", "A": "Ανατολικής Μακεδονίας και Θράκης|Θράκη", "B": "Κεντρική Μακεδονία|Κεντρικής Μακεδονίας|Θεσσαλονίκης|Thessaloniki",
           "C": "Δυτικής Μακεδονίας", "D": "Ηπείρου", "E": "Θεσσαλίας", "F": "Ιονίων Νήσων", "G": "Δυτικής Ελλάδας", "H": "Στερεάς Ελλάδας",
           "I": "Αττική|Αττικής|Attikis", "J": "Πελοπόννησος|Πελοποννήσου", "K": "Βόρειο Αιγαίο|Βορείου Αιγαίου",
           "L": "Νότιο Αιγαίο|Νοτίου Αιγαίου", "M": "Κρήτη|Κρήτης|Kritis"},
    "HR": {"18": "Istra|Istria"},
    "HT": {"GA": "Grande’Anse"},
    "HU": {"BU": "Bp", "CS": "Csongrád-Csanád"},
    "IQ": {"KR": "Kurdistan|Iqlīm Kūrdistān"},
    "KG": {"GO": "Osh Shaary", "Y": "Ysyk-Köl"},
    "KH": {"19": "Stueng Traeng"},
    "KZ": {"10": "Abay oblysy|Abay", "11": "Aqmola oblysy|Aqmola", "15": "Aqtöbe oblysy|Aqtöbe", "19": "Almaty oblysy", "23": "Atyraū oblysy",
           "27": "Batys Qazaqstan oblysy", "31": "Zhambyl oblysy", "33": "Zhetisū oblysy|Zhetisu", "35": "Qaraghandy oblysy|Qaraghandy",
           "39": "Qostanay oblysy|Qostanay", "43": "Qyzylorda oblysy|Qyzylorda", "47": "Mangghystaū oblysy", "55": "Pavlodar oblysy",
           "59": "Soltüstik Qazaqstan oblysy", "61": "Türkistan oblysy|Türkistan", "62": "Ulytaū oblysy",
           "63": "Shyghys Qazaqstan oblysy", "71": "Astana"},
    "LT": {"AL": "Alytaus apskr", "KL": "Klaipėdos apskr", "KU": "Kauno apskr", "MR": "Marijampolės apskr", "PN": "Panevėžio apskr",
           "SA": "Šiaulių apskr", "TA": "Tauragės apskr", "TE": "Telšių apskr", "UT": "Utenos apskr", "VL": "Vilniaus apskr"},
    "MA": {"02": "Oriental", "06": "Grand Casablanca", "07": "Marrakesh-Safi"},
    # Provinces have had names since 2018.
    "NP": {"P1": "Koshi|Koshi Province", "P2": "Madhesh|Madhesh Province|Madhes", "P3": "Bagmati Province", "P5": "Lumbini|Lumbini Province",
           "P6": "Karnali Province", "P7": "Sudurpashchim|Sudurpashchim Province"},
    "NZ": {"MWT": "Manawatū-Whanganui|Manawatu|Whanganui|Wanganui", "WGN": "Greater Wellington|Wellington Region"},
    "PA": {"NB": "Ngäbe-Buglé"},
    "PK": {"GB": "Gilgit Baltistan", "IS": "ICT", "JK": "AJK", "KP": "KPK|NWFP"},
    "PL": {"02": "Dolny Śląsk", "04": "Kujawy i Pomorze", "06": "Lubelszczyzna", "12": "Małopolska", "14": "Mazowsze|Masovia", "16": "Opolszczyzna",
           "18": "Podkarpacie", "20": "Podlasie", "22": "Pomorze", "24": "Śląsk|Górny Śląsk", "28": "Warmia i Mazury", "30": "Wielkopolska",
           "32": "Pomorze Zachodnie"},
    "PT": {"13": "Oporto", "20": "R. A. Açores|RAA", "30": "R. A. Madeira|RAM"},
    "RO": {"B": "Bucuresti|București|Municipiul București|Sector 1|Sector 2|Sector 3|Sector 4|Sector 5|Sector 6|Sectorul 1|Sectorul 2|Sectorul 3|Sectorul 4|Sectorul 5|Sectorul 6"},
    "SE": {"M": "Scania", "O": "VGR"},
    "SI": {"044": "Kanal ob Soči"},
    "NL": {"NB": "Brabant|N-Brabant", "NH": "N-Holland", "ZH": "Z-Holland", "GE": "Gld", "UT": "Utr", "LI": "Limb"},
    # Also counties of before 2018 and 2020.
    "NO": {"34": "Hedmark|Oppland", "42": "Aust-Agder|Vest-Agder", "46": "Hordaland|Sogn og Fjordane",
           "50": "Trööndelage|Trøndelag|Nord-Trøndelag|Sør-Trøndelag", "55": "Romsa|Tromssa", "56": "Finnmárku|Finmarkku"},
    "ZA": {"EC": "E Cape", "KZN": "NL|Natal", "NC": "N Cape", "WC": "W Cape"},
}
