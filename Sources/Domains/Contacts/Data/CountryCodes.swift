extension CountryName {
    /// The three-letter codes, each with its two-letter code, and two that are in use without being
    /// assigned: Kosovo's and Romania's old one.
    ///
    /// Source: ISO 3166-1.
    static let threeLetterCodes = """
        ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG
        AUSAU AUTAT AZEAZ BDIBI BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL
        BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA CCKCC CHECH
        CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX
        CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES
        ESTEE ETHET FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI
        GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM
        HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT
        JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB
        LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD
        MDGMG MDVMV MEXMX MHLMH MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS
        MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO
        NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL PRIPR PRKKP
        PRTPT PRYPY PSEPS PYFPF QATQA REURE ROMRO ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG
        SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK
        SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL
        TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA
        VCTVC VENVE VGBVG VIRVI VNMVN VUTVU WLFWF WSMWS XKXXK YEMYE ZAFZA ZMBZM ZWEZW
        """

    /// Unassigned two-letter codes that denote a country: Brussels' for Greece, London's own,
    /// Ascension and Tristan da Cunha in Apple's lists.
    static let otherCodes = "UKGB ELGR ACSH TASH"

    /// Names that people and address books write and CLDR lacks.
    static let aliases = """
        US USA|U.S.A.|U.S.|United States of America|America|États-Unis d’Amérique|USA (États-Unis)
        US Vereinigte Staaten von Amerika|Estados Unidos de América|Estados Unidos da América|EE. UU.|EEUU
        US Stati Uniti d’America|Verenigde Staten van Amerika|アメリカ|米国|合衆国|美利坚合众国|美利堅合眾國|아메리카 합중국
        US Соединённые Штаты|Соединённые Штаты Америки|Förenta staterna|Соединенные Штаты|Соединенные Штаты Америки|США|ABD|Stany Zjednoczone|الولايات المتحدة|ארצות הברית
        GB UK|U.K.|Great Britain|Britain|England|Scotland|Wales|Northern Ireland
        GB United Kingdom of Great Britain and Northern Ireland|Großbritannien|Grande-Bretagne|Angleterre
        GB Gran Bretaña|Inglaterra|Gran Bretagna|Inghilterra|Groot-Brittannië|Engeland|Grã-Bretanha
        GB 英国|英國|영국|Великобритания|England, UK
        DE Deutschland|Bundesrepublik Deutschland|BRD|Federal Republic of Germany|ドイツ連邦共和国
        AT Republik Österreich|Oesterreich
        CH Schweiz|Suisse|Svizzera|Svizra|Schweizerische Eidgenossenschaft
        NL Holland|The Netherlands|Hollande|Holanda|Olanda|Niederlande|Nederland
        BE België|Belgique|Belgien
        FR République française|Frankrijk
        ES España|Reino de España|Espana
        IT Italia|Repubblica Italiana
        PT República Portuguesa
        BR Brasil
        MX México|Méjico
        TR Turkey|Turkiye|Türkiye|Turquie|Türkei|Turquía|Turchia|Turquia|Turkije
        CZ Czech Republic|Česko|Česká republika|Tschechische Republik|République tchèque|República Checa
        MK Macedonia|FYROM|Mazedonien
        SZ Swaziland
        CV Cape Verde
        MM Burma
        CI Ivory Coast
        TL East Timor
        VN Viet Nam|Việt Nam
        RU Russian Federation|РФ|Россия|Российская Федерация
        GE საქართველო|Sakartvelo
        DO Rep. Dominicana|Dominican Rep.
        UA Україна|Украина
        BY Беларусь
        GR Ελλάδα|Hellas
        CY Κύπρος
        BG България
        RS Србија|Srbija
        HR Hrvatska
        SI Slovenija
        SK Slovensko|Slovak Republic
        PL Polska
        HU Magyarország
        RO România
        DK Danmark
        SE Sverige
        NO Norge|Noreg
        FI Suomi
        IS Ísland
        EE Eesti
        LV Latvija
        LT Lietuva
        IE Éire|Republic of Ireland
        IL ישראל
        SA المملكة العربية السعودية|السعودية|Saudi|Kingdom of Saudi Arabia|KSA
        AE الإمارات العربية المتحدة|الإمارات|الامارات|UAE|U.A.E.|Emirates
        EG مصر
        TH ประเทศไทย|ไทย
        IN भारत|Bharat
        KR Korea|Republic of Korea|Korea, Republic of|South Korea|한국|남한|大韓民国|韓国|韩国|韓國
        KP North Korea|Democratic People’s Republic of Korea|북한
        JP 日本国|Nippon|Nihon
        CN China mainland|Mainland China|People’s Republic of China|PRC|P.R. China|中国大陆|中國大陸
        CN 中华人民共和国|中華人民共和國|中華人民共和国|Chine continentale|Chinesisches Festland|중국 본토
        HK Hong Kong|Hongkong|香港|홍콩|Hong Kong, China|Hong Kong SAR|Hong Kong (China)|中国香港|中國香港
        MO Macau|Macao|澳门|澳門|マカオ|마카오|Macao SAR|Macau SAR|Macao (China)|中国澳门|中國澳門
        TW 臺灣|台灣|台湾|Taiwan, China|Taiwan (ROC)|中華民國|中华民国|Republic of China|Taiwan, Province of China
        MD Moldova, Republic of|Republic of Moldova
        IR Iran, Islamic Republic of|Islamic Republic of Iran
        SY Syrian Arab Republic
        LA Lao People’s Democratic Republic
        VE Venezuela, Bolivarian Republic of
        BO Bolivia, Plurinational State of
        TZ Tanzania, United Republic of
        BN Brunei Darussalam
        CD DR Congo|Democratic Republic of the Congo|DRC
        CG Republic of the Congo|Congo
        VA Holy See
        PS Palestine
        VI Virgin Islands|US Virgin Islands|United States Virgin Islands
        KN Saint Kitts and Nevis
        LC Saint Lucia
        VC Saint Vincent and the Grenadines
        BA Bosnia and Herzegovina|Bosnia
        TT Trinidad and Tobago
        AG Antigua and Barbuda
        ST Sao Tome and Principe
        TC Turks and Caicos Islands
        """
}
