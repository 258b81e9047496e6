extension RegionTable {
    /// The states, territories and armed forces of the United States, with the abbreviations of
    /// newspapers and with common names in other languages.
    ///
    /// Source: USPS Publication 28, appendix B; ISO 3166-2:US.
    static let unitedStatesData = """
        AL Alabama|Ala.
        AK Alaska|Alas
        AS American Samoa|Samoa Americana
        AZ Arizona|Ariz.
        AR Arkansas|Ark.
        AA Armed Forces Americas|Armed Forces (AA)
        AE Armed Forces Europe|Armed Forces (AE)|Armed Forces Africa|Armed Forces Canada|Armed Forces Middle East
        AP Armed Forces Pacific|Armed Forces (AP)
        CA California|Calif.|Cal|Californie|Kalifornien|Californië|カリフォルニア|カリフォルニア州|加利福尼亚|加利福尼亚州|加州
        CO Colorado|Colo.|Colo
        CT Connecticut|Conn.
        DE Delaware|Del.
        DC District of Columbia|Washington DC|Washington D.C.|Wash DC|D.C.
        FL Florida|Fla.|Floride|フロリダ|フロリダ州|佛罗里达州
        GA Georgia|Géorgie
        GU Guam
        HI Hawaii|Hawaiʻi|Hawaï|Hawái|Hawai|Havaí|ハワイ|ハワイ州|夏威夷|夏威夷州|하와이|하와이주
        ID Idaho|Ida
        IL Illinois|Ill.|イリノイ州|伊利诺伊州
        IN Indiana|Ind.
        IA Iowa
        KS Kansas|Kan.|Kans
        KY Kentucky|Kent
        LA Louisiana|Louisiane|Luisiana
        ME Maine
        MH Marshall Islands
        MD Maryland
        MA Massachusetts|Mass.|マサチューセッツ州
        MI Michigan|Mich.
        FM Micronesia|Federated States of Micronesia
        MN Minnesota|Minn.
        MS Mississippi|Miss.
        MO Missouri|Misuri
        MT Montana|Mont.
        NE Nebraska|Neb.|Nebr
        NV Nevada|Nev.
        NH New Hampshire
        NJ New Jersey|Nueva Jersey
        NM New Mexico|N. Mex.|Nouveau-Mexique|Nuevo México
        NY New York|New York State|N.Y.|ニューヨーク|ニューヨーク州|纽约|纽约州|紐約州|뉴욕|뉴욕주|Nueva York
        NC North Carolina|N. Car.|Caroline du Nord|Carolina del Norte
        ND North Dakota|N. Dak.|Dakota du Nord|Dakota del Norte
        MP Northern Mariana Islands|CNMI|Saipan
        OH Ohio
        OK Oklahoma|Okla.
        OR Oregon|Ore.|Oreg|Oregón
        PW Palau
        PA Pennsylvania|Penn|Penna|Pennsylvanie|Pensilvania
        PR Puerto Rico|Porto Rico|プエルトリコ
        RI Rhode Island
        SC South Carolina|S. Car.|Caroline du Sud|Carolina del Sur
        SD South Dakota|S. Dak.|Dakota du Sud|Dakota del Sur
        TN Tennessee|Tenn.
        TX Texas|Tex|テキサス|テキサス州|得克萨斯州|텍사스|텍사스주|Tejas
        UT Utah
        VT Vermont
        VI Virgin Islands|U.S. Virgin Islands|US Virgin Islands|United States Virgin Islands|USVI
        VA Virginia|Virginie
        WA Washington|Wash.|Washington State|ワシントン州
        WV West Virginia|W.Va.|Virginie-Occidentale|Virginia Occidental
        WI Wisconsin|Wis.|Wisc
        WY Wyoming|Wyo.
        UM U.S. Minor Outlying Islands|United States Minor Outlying Islands
        """

    /// Source: ISO 3166-2:CA; names in both official languages.
    static let canadaData = """
        AB Alberta|Alta
        BC British Columbia|Colombie-Britannique|Columbia Británica
        MB Manitoba|Man
        NB New Brunswick|Nouveau-Brunswick
        NL Newfoundland and Labrador|Newfoundland & Labrador|Terre-Neuve-et-Labrador|Newfoundland|Labrador|NF|Nfld
        NT Northwest Territories|Territoires du Nord-Ouest|NWT
        NS Nova Scotia|Nouvelle-Écosse
        NU Nunavut
        ON Ontario|Ont
        PE Prince Edward Island|Île-du-Prince-Édouard|PEI
        QC Quebec|Québec|Que|PQ|魁北克
        SK Saskatchewan|Sask
        YT Yukon|Yukon Territory|YK
        """

    /// Source: ISO 3166-2:AU, and the Jervis Bay Territory, which has no code there.
    static let australiaData = """
        ACT Australian Capital Territory
        JBT Jervis Bay Territory|Jervis Bay
        NSW New South Wales|N.S.W.
        NT Northern Territory
        QLD Queensland
        SA South Australia
        TAS Tasmania
        VIC Victoria
        WA Western Australia|West Australia
        """
}
