extension RegionTable {
    /// Words for the kind of region, before its name or after it, as keys.
    static let kinds = words(
        """
        prefecture province state territory oblast region department governorate county
        emirate district municipality stateof provinceof countyof provinciade provincia
        estadode departamentode co ken sheng shi respublika область край республика обл г
        """)

    /// Words and their abbreviations before the name, with the article: `Freistaat Bayern`, `Canton
    /// de Vaud`, `Prov. di Milano`, `woj. mazowieckie`, `hl. m. Praha`, `Jud. Cluj`.
    static let kindsBefore = words(
        """
        land bundesland freistaat freieundhansestadt freiehansestadt hansestadt kanton kt
        canton cantonde cantondu cantond cantonof republiqueetcantonde republiqueetcantondu
        cantone cantonedi ct regione regiondu regionde regiondela departementde
        departementdu departementdela departementdes departementd provincede provincedu
        provincedela provincie prov provde provdi provdu provinz provinciadi
        provinciaautonomadi cittametropolitanadi comunidadde comunidadautonomade
        comunidadforalde principadode pcia pciade departamento dpto dptode depto deptode
        distritode distritodo distritoda regiaoautonomada regiaoautonomados ilhada woj
        wojewodztwo hlavnimesto hlm jud judet județ judetul județul municipiul wilaya
        wilayade wilayad wilayahpersekutuan wp περιφέρεια νομός
        repubblicaecantone repubblicaecantonedel город вилояти ქალაქი
        """)

    /// Words and their abbreviations after the name: `Pest vm.`, `Oslo fylke`, `Stockholm län`.
    static let kindsAfter = words(
        """
        lan fylke megye varmegye vm zup obl samospravnykraj oblysy gwangyeoksi teukbyeolsi
        teukbyeoljachido viloyati
        welayaty облысы облусу вобласць вилояти аймаг მხარე մարզ
        """)

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
