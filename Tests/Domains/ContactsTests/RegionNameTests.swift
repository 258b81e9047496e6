import Testing
import Vocabulary

@testable import Contacts

/// Region names as people write them, for every country whose addresses have a region.
@Suite struct RegionNameTests {
    @Test(arguments: [
        // Abbreviations and codes.
        ("BR", "SP", "BR-SP", "SP"), ("IT", "rm", "IT-RM", "RM"),
        ("MX", "MX-JAL", "MX-JAL", "Jal."),
        ("ES", "B", "ES-B", "Barcelona"), ("JP", "13", "JP-13", "Tokyo"),
        // The post's own name, the local one, and the one in Latin letters.
        ("JP", "東京都", "JP-13", "東京都"), ("JP", "東京", "JP-13", "東京"),
        ("JP", "Tokyo", "JP-13", "Tokyo"),
        ("JP", "Hokkaidō", "JP-01", "Hokkaidō"), ("JP", "Osaka-fu", "JP-27", "Osaka-fu"),
        ("JP", "Kanagawa Prefecture", "JP-14", "Kanagawa Prefecture"),
        ("CN", "广东省", "CN-GD", "广东省"), ("CN", "广东", "CN-GD", "广东"),
        ("CN", "Guangdong", "CN-GD", "Guangdong"),
        ("KR", "서울특별시", "KR-11", "서울특별시"), ("KR", "서울", "KR-11", "서울"),
        ("KR", "Seoul", "KR-11", "Seoul"),
        ("RU", "Московская область", "RU-MOS", "Московская область"),
        ("RU", "Москва", "RU-MOW", "Москва"),
        ("IE", "Co. Dublin", "IE-D", "Co. Dublin"), ("IE", "County Cork", "IE-CO", "Co. Cork"),
        ("IE", "Kerry", "IE-KY", "Kerry"), ("ES", "Barcelona", "ES-B", "Barcelona"),
        ("BR", "São Paulo", "BR-SP", "SP"), ("BR", "sao paulo", "BR-SP", "SP"),
        ("IN", "Karnataka", "IN-KA", "Karnataka"), ("TW", "台北市", "TW-TPE", "台北市"),
        // Former and other names.
        ("IN", "Orissa", "IN-OD", "Orissa"),
        ("MX", "Distrito Federal", "MX-CMX", "Distrito Federal"),
        ("ES", "Gerona", "ES-GI", "Gerona"), ("KR", "Pusan", "KR-26", "Pusan"),
        // Other languages.
        ("JP", "Préfecture de Hokkaidō", "JP-01", "Hokkaidō"), ("RU", "Moskau", "RU-MOW", "Moscow"),
        ("ES", "Séville", "ES-SE", "Séville"), ("US", "Калифорния", "US-CA", "CA"),
        ("US", "Californië", "US-CA", "CA"), ("CA", "ブリティッシュコロンビア州", "CA-BC", "BC"),
        // A capital and its surrounding region; former names and new ones.
        ("RU", "Moscow Oblast", "RU-MOS", "Moscow Oblast"),
        ("UA", "Kyiv Oblast", "UA-32", "Kyiv Oblast"),
        ("TW", "Taipei County", "TW-NWT", "Taipei County"),
        ("MX", "Mexico DF", "MX-CMX", "Mexico DF"),
        ("KR", "강원특별자치도", "KR-42", "강원특별자치도"), ("CO", "Valle", "CO-VAC", "Valle"),
        ("VE", "Caracas", "VE-A", "Caracas"),
        // Newspaper abbreviations, kana readings, other scripts, former provinces.
        ("US", "Tex", "US-TX", "TX"), ("US", "N Carolina", "US-NC", "NC"),
        ("US", "No. Dakota", "US-ND", "ND"), ("US", "S. Dak.", "US-SD", "SD"),
        ("AU", "W Australia", "AU-WA", "WA"), ("JP", "ほっかいどう", "JP-01", "ほっかいどう"),
        ("JP", "トウキョウ", "JP-13", "トウキョウ"), ("JP", "きょうと", "JP-26", "きょうと"),
        ("CN", "廣東", "CN-GD", "廣東"), ("TH", "กรุงเทพ", "TH-10", "กรุงเทพ"),
        ("BR", "Rio", "BR-RJ", "RJ"), ("MX", "Q. Roo", "MX-ROO", "Q. Roo"),
        ("UA", "Kharkov", "UA-63", "Kharkov"), ("TR", "Urfa", "TR-63", "Urfa"),
        ("PH", "North Cotabato", "PH-NCO", "North Cotabato"),
        ("PH", "Western Samar", "PH-WSA", "Western Samar"), ("AE", "ابوظبي", "AE-AZ", "ابوظبي"),
        ("AE", "RAK", "AE-RK", "Ras al-Khaimah"), ("VE", "La Guaira", "VE-X", "La Guaira"),
        ("CL", "V Región", "CL-VS", "V Región"), ("DE", "Bayern", "DE-BY", "Bayern"),
        ("DE", "Bavaria", "DE-BY", "Bavaria"), ("FR", "Corse-du-Sud", "FR-2A", "Corse-du-Sud"),
        ("CH", "Genève", "CH-GE", "Genève"),
        ("GB", "Northern Ireland", "GB-NIR", "Northern Ireland"),
        ("IT", "FO", "IT-FC", "FC"), ("IT", "Pesaro", "IT-PU", "PU"),
        ("IN", "Daman and Diu", "IN-DH", "Daman and Diu"),
        // Typos.
        ("US", "Massachussetts", "US-MA", "MA"), ("US", "Californa", "US-CA", "CA"),
        ("US", "Pensylvania", "US-PA", "PA"), ("CA", "Saskatchewen", "CA-SK", "SK"),
        ("AU", "Queesnland", "AU-QLD", "QLD"), ("BR", "Pernanbuco", "BR-PE", "PE"),
        ("JP", "Hokaido", "JP-01", "Hokkaidō"), ("IN", "Maharastra", "IN-MH", "Maharashtra"),
        ("RU", "Новосибиркая область", "RU-NVS", "Новосибирская область"),
    ])
    func `a region is recognized`(
        _ code: String, _ text: String, _ region: String, _ spelling: String
    ) {
        let seen = before(redacted(postalCode: nil, code, administrativeArea: text), required: [])
        #expect(seen.destination?.region == region)
        #expect(seen.normalized.administrativeArea == spelling)
        #expect(seen.warnings == [])
    }

    /// Local short forms, former and larger regions, and letters written out (by hand).
    @Test(arguments: [
        ("DE", "NRW", "DE-NW"), ("DE", "BaWü", "DE-BW"), ("DE", "Ba-Wü", "DE-BW"),
        ("DE", "Baden-Wuerttemberg", "DE-BW"), ("DE", "Freistaat Bayern", "DE-BY"),
        ("DE", "Freistaat Sachsen", "DE-SN"), ("DE", "Land Berlin", "DE-BE"),
        ("DE", "Freie und Hansestadt Hamburg", "DE-HH"), ("DE", "MeckPomm", "DE-MV"),
        ("DE", "RLP", "DE-RP"), ("DE", "LSA", "DE-ST"), ("DE", "Thueringen", "DE-TH"),
        ("AT", "NÖ", "AT-3"), ("AT", "OÖ", "AT-4"), ("AT", "Noe", "AT-3"), ("AT", "Stmk.", "AT-6"),
        ("AT", "Vlbg", "AT-8"), ("AT", "Land Tirol", "AT-7"), ("AT", "Kaernten", "AT-2"),
        ("CH", "Kanton Bern", "CH-BE"), ("CH", "Canton de Vaud", "CH-VD"),
        ("CH", "Ct. Ticino", "CH-TI"), ("CH", "Kt. ZH", "CH-ZH"), ("CH", "Zuerich", "CH-ZH"),
        ("CH", "République et canton de Genève", "CH-GE"), ("CH", "Baselland", "CH-BL"),
        ("BE", "Prov. de Liège", "BE-WLG"), ("BE", "Prov. Luxembourg", "BE-WLX"),
        ("NL", "Provincie Utrecht", "NL-UT"), ("NL", "N-Holland", "NL-NH"),
        ("ES", "Comunidad de Madrid", "ES-M"), ("ES", "Región de Murcia", "ES-MC"),
        ("ES", "Prov. de Sevilla", "ES-SE"), ("ES", "Comunitat Valenciana", "ES-VC"),
        ("ES", "Euskadi", "ES-PV"), ("IT", "Lombardia", "IT-25"), ("IT", "Lombardy", "IT-25"),
        ("IT", "Provincia di Milano", "IT-MI"), ("IT", "Prov. di Milano", "IT-MI"),
        ("IT", "Regione Lombardia", "IT-25"), ("IT", "Città Metropolitana di Roma", "IT-RM"),
        ("FR", "PACA", "FR-PAC"), ("FR", "Rhône-Alpes", "FR-ARA"), ("FR", "Lorraine", "FR-GES"),
        ("FR", "Département de la Gironde", "FR-33"), ("FR", "Corsica", "FR-20R"),
        ("PT", "Distrito de Lisboa", "PT-11"), ("PT", "R. A. Madeira", "PT-30"),
        ("PL", "woj. mazowieckie", "PL-14"), ("PL", "województwo śląskie", "PL-24"),
        ("PL", "Małopolska", "PL-12"), ("CZ", "Hlavní město Praha", "CZ-10"),
        ("CZ", "hl. m. Praha", "CZ-10"), ("SK", "Košický samosprávny kraj", "SK-KI"),
        ("HU", "Pest vm.", "HU-PE"), ("RO", "Jud. Timis", "RO-TM"), ("RO", "Sector 3", "RO-B"),
        ("RO", "Județul Cluj", "RO-CJ"), ("BG", "обл. Пловдив", "BG-16"),
        ("GR", "Περιφέρεια Αττικής", "GR-I"), ("GR", "Νομός Θεσσαλονίκης", "GR-B"),
        ("SE", "Stockholm län", "SE-AB"), ("SE", "Skaane", "SE-M"),
        ("NO", "Vestland fylke", "NO-46"), ("NO", "Hordaland", "NO-46"),
        ("NO", "Moere og Romsdal", "NO-15"), ("LT", "Vilniaus apskr.", "LT-VL"),
        ("GB", "Co Down", "GB-NIR"), ("GB", "County Londonderry", "GB-NIR"),
        ("GB", "Co. Durham", "GB-DUR"), ("GB", "Greater London", "GB-ENG"),
        ("GB", "Berkshire", "GB-ENG"), ("GB", "Herts", "GB-HRT"), ("GB", "Gwent", "GB-WLS"),
        ("GB", "Perthshire", "GB-SCT"), ("ZA", "Natal", "ZA-KZN"), ("PK", "KPK", "PK-KP"),
        ("RU", "Ленинградская обл.", "RU-LEN"), ("UA", "Lvivska oblast", "UA-46"),
        ("KR", "Busan-gwangyeoksi", "KR-26"), ("MY", "Negri Sembilan", "MY-05"),
        ("AR", "Prov. de Córdoba", "AR-X"), ("CO", "Dpto. de Antioquia", "CO-ANT"),
        ("PE", "Lima Metropolitana", "PE-LMA"), ("DZ", "Wilaya d'Alger", "DZ-16"),
        ("IN", "The Dadra And Nagar Haveli And Daman And Diu", "IN-DH"), ("IN", "DNH", "IN-DH"),
        ("CH", "Basel", "CH-BS"), ("CH", "Kanton Basel", "CH-BS"), ("CH", "Basel-Land", "CH-BL"),
        ("CH", "Appenzell A.Rh.", "CH-AR"), ("CH", "Appenzell I. Rh.", "CH-AI"),
        ("CH", "Repubblica e Cantone Ticino", "CH-TI"), ("CH", "Kanton ZH", "CH-ZH"),
        ("DE", "McPomm", "DE-MV"), ("DE", "Sachsen-Anh.", "DE-ST"), ("DE", "Sachs.", "DE-SN"),
        ("DE", "Rheinland-Pf.", "DE-RP"), ("DE", "Bay.", "DE-BY"),
        ("PL", "woj. kuj.-pom.", "PL-04"), ("PL", "woj. zach.-pom.", "PL-32"),
        ("PL", "woj. warm.-maz.", "PL-28"), ("PL", "woj. świętokrz.", "PL-26"),
        ("PT", "R. A. dos Açores", "PT-20"), ("RO", "Mun. București", "RO-B"),
        ("EE", "Ida-Viru", "EE-45"), ("EE", "Lääne-Viru", "EE-60"), ("EE", "Harju", "EE-37"),
        ("EE", "Tartu", "EE-79"), ("EE", "Pärnu mk", "EE-68"), ("EE", "Saaremaa", "EE-74"),
        ("LV", "Valmieras nov.", "LV-113"), ("LV", "Madonas nov.", "LV-059"),
        ("NL", "N-Br", "NL-NB"), ("NL", "Zuid-H.", "NL-ZH"), ("NL", "N-Holl", "NL-NH"),
        ("BE", "W-Vl", "BE-VWV"), ("BE", "Oost-Vl.", "BE-VOV"), ("IT", "Prov. RM", "IT-RM"),
        ("IT", "Provincia di RM", "IT-RM"), ("GB", "N Yorks", "GB-NYK"),
        ("GB", "E Sussex", "GB-ESX"), ("GB", "W. Sussex", "GB-WSX"), ("GB", "S Yorks", "GB-ENG"),
        ("GB", "NE Lincs", "GB-NEL"), ("GB", "E Lothian", "GB-ELN"), ("GB", "S Glos", "GB-SGC"),
        ("JM", "St Andrew", "JM-02"), ("KN", "St. George Basseterre", "KN-03"),
    ])
    func `a region is recognized by its local short form`(
        _ code: String, _ text: String, _ region: String
    ) {
        let seen = before(redacted(postalCode: nil, code, administrativeArea: text), required: [])
        #expect(seen.destination?.region == region)
    }

    /// Names in the country's own letters and in Russian, also of regions newer than CLDR's, and of
    /// a region that is a country as well.
    @Test(arguments: [
        ("KZ", "Астана", "KZ-71"), ("KZ", "г. Астана", "KZ-71"), ("KZ", "город Алматы", "KZ-75"),
        ("KZ", "Алматинская область", "KZ-19"), ("KZ", "Алматы облысы", "KZ-19"),
        ("KZ", "Қарағанды облысы", "KZ-35"), ("KZ", "Карагандинская обл.", "KZ-35"),
        ("KZ", "область Абай", "KZ-10"), ("KZ", "Ұлытау облысы", "KZ-62"),
        ("KZ", "Шымкент қаласы", "KZ-79"), ("UZ", "Ташкент", "UZ-TK"),
        ("UZ", "Ташкентская область", "UZ-TO"), ("UZ", "Фарғона вилояти", "UZ-FA"),
        ("UZ", "Farg‘ona viloyati", "UZ-FA"), ("KG", "г. Бишкек", "KG-GB"),
        ("KG", "Чүй облусу", "KG-C"), ("KG", "Ош", "KG-GO"), ("KG", "Ошская область", "KG-O"),
        ("TJ", "Душанбе", "TJ-DU"), ("TJ", "Вилояти Суғд", "TJ-SU"), ("TJ", "ГБАО", "TJ-GB"),
        ("BY", "Мінск", "BY-HM"), ("BY", "Брестская обл.", "BY-BR"),
        ("BY", "Могилевская область", "BY-MA"), ("AZ", "Сумгаит", "AZ-SM"),
        ("AM", "Երեւան", "AM-ER"), ("AM", "Արագածոտնի մարզ", "AM-AG"), ("AM", "Лори", "AM-LO"),
        ("GE", "ქ. თბილისი", "GE-TB"), ("GE", "აჭარა", "GE-AJ"), ("GE", "იმერეთის მხარე", "GE-IM"),
        ("MN", "Улаанбаатар", "MN-1"), ("MN", "Хэнтий аймаг", "MN-039"),
        ("TM", "Ашхабад", "TM-S"), ("TM", "Марыйский велаят", "TM-M"),
    ])
    func `a region is recognized in its own letters`(
        _ code: String, _ text: String, _ region: String
    ) {
        let seen = before(redacted(postalCode: nil, code, administrativeArea: text), required: [])
        #expect(seen.destination?.region == region)
    }

    @Test(arguments: [
        ("NL", "St. Eustatius", "BQ"), ("FR", "La Réunion", "RE"), ("FR", "Guadeloupe", "GP"),
        ("FR", "La Guyane", "GF"), ("CN", "台灣", "TW"), ("CN", "臺灣省", "TW"),
    ])
    func `a region that is a country of its own is recognized by other names`(
        _ code: String, _ text: String, _ own: String
    ) {
        let seen = before(redacted(postalCode: nil, code, administrativeArea: text), required: [])
        #expect(seen.destination?.country.code == own)
    }

    @Test(arguments: [("NL", "Caribisch Nederland"), ("RU", "Приморский район")])
    func `a name of several regions, or of a district, is no region`(_ code: String, _ text: String)
    {
        let seen = before(redacted(postalCode: nil, code, administrativeArea: text), required: [])
        #expect(seen.destination?.region == nil)
    }

    /// A word for the kind of region is a part of these names, or these are no regions.
    @Test(arguments: [
        ("PE", "Ucalan"), ("DE", "Landshut"), ("DE", "Landkreis Freising"), ("FR", "Canton"),
        ("GB", "Holland"), ("NL", "Holland"),
    ])
    func `a name that contains a word for regions is no region`(_ code: String, _ text: String) {
        let seen = before(
            redacted(postalCode: nil, code, administrativeArea: text, locality: "X"), required: [])
        #expect(seen.destination?.region == nil)
    }

    @Test(arguments: [
        ("JP", "100-0001", "JP-13"), ("JP", "060-0001", "JP-01"), ("IT", "00184", "IT-RM"),
        ("ES", "28013", "ES-M"), ("BR", "01310-100", "BR-SP"), ("IN", "560001", "IN-KA"),
        ("MX", "44100", "MX-JAL"), ("KR", "06321", "KR-11"), ("RU", "190000", "RU-SPE"),
        ("TR", "34000", "TR-34"), ("UA", "01001", "UA-30"), ("TW", "100", "TW-TPE"),
        // Correios' ranges of CEPs, at the borders of ranges within two digits.
        ("BR", "76801-000", "BR-RO"), ("BR", "76799-999", "BR-GO"), ("BR", "69900-000", "BR-AC"),
        ("BR", "69300-000", "BR-RR"), ("BR", "69400-000", "BR-AM"), ("BR", "72799-999", "BR-DF"),
        ("BR", "72800-000", "BR-GO"), ("BR", "73699-999", "BR-DF"), ("BR", "73700-000", "BR-GO"),
        ("BR", "77001-000", "BR-TO"), ("BR", "68899-999", "BR-PA"), ("BR", "68900-000", "BR-AP"),
        ("BR", "78899-999", "BR-MT"), ("BR", "79002-000", "BR-MS"),
        // GeoNames: two digits are the department in Colombia and in Peru.
        ("CO", "110111", "CO-DC"), ("CO", "050001", "CO-ANT"), ("PE", "04001", "PE-ARE"),
        ("PE", "LIMA 18", "PE-LMA"), ("PE", "CALLAO 2", "PE-CAL"),
    ])
    func `a missing region comes from the postal code`(
        _ code: String, _ postal: String, _ region: String
    ) {
        let seen = before(redacted(postalCode: postal, code, administrativeArea: nil))
        #expect(seen.destination?.region == region)
        #expect(seen.provenance[.administrativeArea] == .inferred)
    }

    @Test(
        arguments: [
            ("CN", "830000", "CN-XJ"), ("CN", "200120", "CN-SH"), ("CN", "322000", "CN-ZJ"),
            ("AM", "375010", nil), ("AM", "0010", "AM-ER"),
        ] as [(String, String, String?)])
    func `a postal code implies at most one region`(
        _ code: String, _ postal: String, _ region: String?
    ) {
        let seen = before(redacted(postalCode: postal, code, locality: "X"))
        #expect(seen.destination?.region == region)
    }

    @Test(arguments: [("AE", "Dubai", "AE-DU"), ("VN", "Hanoi", "VN-HN"), ("CN", "北京", "CN-BJ")])
    func `a city's name may imply its region`(_ code: String, _ city: String, _ region: String) {
        let seen = before(redacted(postalCode: nil, code, locality: city))
        #expect(seen.destination?.region == region)
        #expect(seen.provenance[.administrativeArea] == .inferred)
    }

    @Test(arguments: [("DE", "NRX"), ("GB", "UK"), ("FR", "x"), ("NZ", "AKLX"), ("HK", "NT")])
    func `a text that is not an ISO code is not a region`(_ code: String, _ text: String) {
        let seen = before(redacted(postalCode: nil, code, administrativeArea: text), required: [])
        #expect(seen.destination?.region == nil)
        #expect(seen.normalized.administrativeArea == text)
    }

    @Test(arguments: [
        ("US", "Honolulu", "CA", "96815", "US-HI", "HI"),
        ("ES", "Tenerife", "Madrid", "38001", "ES-TF", "Santa Cruz de Tenerife"),
        ("US", "Long Island City", "Queens", "11101", "US-NY", "NY"),
    ])
    func
        `the postal code decides against a region that is not its own, and the buyer's word is kept`(
            _ code: String, _ city: String, _ text: String, _ postal: String, _ region: String,
            _ spelling: String
        )
    {
        let seen = before(
            redacted(postalCode: postal, code, administrativeArea: text, locality: city))
        #expect(seen.destination?.region == region)
        #expect(seen.normalized.administrativeArea == spelling)
        #expect(seen.given?.administrativeArea == text)
        let policy = ContactPolicy(excludedRegions: [region])
        let excluded = before(
            redacted(postalCode: postal, code, administrativeArea: text, locality: city),
            policy: policy)
        #expect(excluded.summary == ["addressUnserviceable: region.notServed"])
    }

    @Test(arguments: [
        ("US", "Narnia"), ("JP", "Gondor"), ("BR", "Wonderland"), ("IN", "Xanadu"),
        ("US", "Ohia Idoha"),
    ])
    func `an unknown region is an error if nothing else implies one`(
        _ code: String, _ text: String
    ) {
        let seen = before(redacted(postalCode: nil, code, administrativeArea: text))
        #expect(seen.destination?.region == nil)
        #expect(seen.summary.contains("administrativeArea: administrativeArea.unknown"))
    }

    @Test(arguments: [("TW", "Chiayi"), ("TW", "Hsinchu"), ("PE", "Lima"), ("AR", "Buenos Aires")])
    func `a name of several regions is not an error, and the postal code decides`(
        _ code: String, _ text: String
    ) {
        let seen = before(redacted(postalCode: nil, code, administrativeArea: text))
        #expect(seen.destination?.region == nil)
        #expect(seen.normalized.administrativeArea == text)
        #expect(seen.errors == [])
    }

    /// Provinces of 2022, by hand (ISO 3166-2:ID).
    @Test(arguments: [
        ("Papua Tengah", "ID-PT"), ("Central Papua", "ID-PT"), ("Papua Selatan", "ID-PS"),
        ("Papua Pegunungan", "ID-PE"), ("Papua Barat Daya", "ID-PD"), ("Papua", "ID-PA"),
        ("Papua Barat", "ID-PB"), ("ID-PT", "ID-PT"),
    ])
    func `Indonesia's newer provinces are known`(_ text: String, _ region: String) {
        let seen = before(redacted(postalCode: nil, "ID", administrativeArea: text))
        #expect(seen.destination?.region == region)
    }

    @Test(arguments: [("600", "TW-CYI"), ("602", "TW-CYQ")])
    func `Chiayi is both a city and a county`(_ postal: String, _ region: String) {
        let seen = before(redacted(postalCode: postal, "TW", administrativeArea: "Chiayi"))
        #expect(seen.destination?.region == region)
        #expect(seen.warnings == [])
    }

    @Test(arguments: [
        ("IE", "Derry"), ("US", "Vermnt Hills"), ("IE", "Co Derry"), ("ID", "Papua Timur"),
        ("TW", "Taiwan"), ("TH", "Pattaya"),
    ])
    func `a name too far from every known name is not matched`(_ code: String, _ text: String) {
        let seen = before(redacted(postalCode: nil, code, administrativeArea: text))
        #expect(seen.destination?.region == nil)
    }

    @Test(arguments: [
        ("DE", "Bayern"), ("FR", "Île-de-France"), ("GB", "Greater London"), ("HK", "Kowloon"),
        ("TR", "Narnia"), ("SE", "Skåne"),
    ])
    func `a country whose addresses need no region accepts any text`(_ code: String, _ text: String)
    {
        let seen = before(
            redacted(postalCode: nil, code, administrativeArea: text), required: [.postalAddress])
        #expect(!seen.summary.contains { $0.hasPrefix("administrativeArea") })
        #expect(seen.normalized.administrativeArea == text)
    }

    @Test func `a postal code overrides a misspelled region`() {
        // One letter from Nevada, and the ZIP is Californian.
        let seen = before(redacted(postalCode: "95014", "US", administrativeArea: "Nevadda"))
        #expect(seen.destination?.region == "US-CA")
        #expect(seen.summary == [])
    }

    @Test(arguments: [
        ("Соединённые Штаты", "US"), ("Соединенные Штаты", "US"), ("Förenta staterna", "US"),
        ("الولايات المتحدة", "US"), ("ארצות הברית", "US"), ("संयुक्त राज्य", "US"), ("สหรัฐอเมริกา", "US"),
        ("Hoa Kỳ", "US"), ("Amerikai Egyesült Államok", "US"), ("Saksa", "DE"), ("Niemcy", "DE"),
        ("Γερμανία", "DE"), ("Németország", "DE"), ("Tyskland", "DE"), ("Duitsland", "DE"),
        ("Jepang", "JP"), ("ญี่ปุ่น", "JP"), ("Royaume-Uni", "GB"), ("Wielka Brytania", "GB"),
        ("The United States", "US"), ("Austrailia", "AU"), ("Untied States", "US"), ("Korea", "KR"),
        ("Storbritannia", "GB"), ("Ühendkuningriik", "GB"), ("Lietuva", "LT"), ("Islandia", "IS"),
    ])
    func `a country's name is recognized in many languages`(_ name: String, _ code: String) {
        let seen = before(Contact(country: name, countryCode: ""), required: [])
        #expect(seen.normalized.countryCode == code)
        #expect(seen.provenance[.countryCode] == .inferred)
    }

    @Test func `names are sorted in lookup order`() {
        #expect(Gazetteer.regions.count == 200)
        for (country, regions) in Gazetteer.regions {
            for lines in [regions.beginnings, regions.own, regions.others, regions.cities] {
                for line in lines {
                    #expect(lines.value(of: String(line[0])) == String(line[1]), "\(country)")
                }
            }
            for lines in [regions.own, regions.others] {
                // A key that folding would change can never be found.
                for line in lines { #expect(FoldedText.key(String(line[0])) == line[0]) }
            }
        }
    }
}
