import Testing
import Vocabulary

@testable import Contacts

/// Post office boxes, military mail, and China's districts.
@Suite struct AddressLineTests {
    private let noBoxes = ContactPolicy(deliversToPostOfficeBoxes: false)

    @Test(arguments: [
        "PO Box 12", "P.O. Box 12", "p o box 12", "POBox12", "P.O.B. 12", "Post Office Box 12",
        "GPO Box 9",
        "Locked Bag 7", "Private Bag 3", "Postfach 12 34 56", "Postfach", "Postbus 1", "Postboks 5",
        "Box 123",
        "BP 12", "Boîte postale 12", "CS 70001", "Apartado de correos 9", "Apdo. 9",
        "Casella postale 4",
        "Caixa Postal 55", "港区私書箱12", "北京100001邮政信箱", "사서함 12호", "東京中央郵便局私書箱第12号",
        "12 Main St, PO Box 4", "Acme Inc PO Box 12", "Acme Inc, P.O. Box", "PO Drawer 12",
        "Drawer 9",
        "Case postale 12", "C.P. 12", "CP 1234", "B.P. 12", "BP12", "12 rue X, BP 345", "а/я 12",
        "Абонентский ящик 7", "Pf. 12", "PL 12", "P.K. 12", "ת.ד. 12", "ת״ד 12", "ص.ب 12",
        "ص. ب. ١٢", "ตู้ ปณ. 12",
        "Private Bag X12", "Private Bag X 12", "Posbus 12", "Casilla 34", "Skr. poczt. 4",
        "PO Box A", "Apdo. Postal 5", "12信箱", "Τ.Θ. 12", "CC 12", "CP 12 Succ Centre-ville",
        "P.0. Box 12",
        // Other countries' words, and signs of a number.
        "Poštovní přihrádka 12", "Pošt. přihr. 12", "Poštový priečinok 12", "P.P. 12",
        "Hlavná 5, p.p. 12", "а/с 12", "ул. Ленина 5 а/я 12", "Почтовый ящик 12",
        "Abonentinė dėžutė 12", "a.d. 12", "a. d. Nr. 12", "Abonenta kastīte 12", "a.k. 12",
        "Poštanski fah 12", "Poštanski pretinac 12", "Поштански фах 12", "П.К. 12",
        "пощенска кутия 12", "ταχυδρομική θυρίδα 12", "ΤΑΧ. ΘΥΡΙΔΑ 12", "Pósthólf 12",
        "Postsmoga 12", "Hòm thư 12", "Hộp thư 12", "Kotak Pos 12", "Peti Surat 12", "ตู้ปณ. 12",
        "Post Bag 12", "Private Bag 12", "Locked Bag 12", "Caller 12", "Caller Service 12",
        "Manaus AM Caixa Postal 12", "12345 Berlin DE Postfach 12", "PO Box No. 12", "P.O. Box #12",
        "BP n° 12", "Căsuța poștală 12",
        "Postschließfach 12", "Privaatsak X12", "S.L.P. 12", "A.A. 12", "ш/х 12", "Postkast 12",
        "12 rue X boîte postale 12", "New Orleans LA PO Box 12", "Main Street PO Box 4",
    ])
    func `a post office box is refused where the merchant does not deliver to one`(_ line: String) {
        let contact = cupertino.with(\.addressLines, [line])
        #expect(full(contact).summary == [])
        let seen = full(contact, policy: noBoxes)
        #expect(seen.summary == ["addressUnserviceable: postOfficeBox.notServed"])
        // A billing address may be a post office box.
        let billed = ContactRules.examine(
            contact, stage: .full, role: .billing, required: [.postalAddress], policy: noBoxes)
        #expect(billed.errors == [])
    }

    @Test(arguments: [
        "1 Infinite Loop", "12 Boxwood Lane", "RR 2 Box 15", "PSC 1 Box 22", "Unit 4 Box 2",
        "3 Post Road",
        "Postfachweg 3", "5 Pobrecito Street", "BPM Tower 4", "Boxhagener Straße 7", "CSU Drive 3",
        "Apartamento 9", "14 Apartado Lane", "사서함로 12", "私書箱通り1", "Pl. 12 de Octubre, 5",
        "Unit 4, Box 2",
        "12 Drawer Street", "Case 12", "Cp. Example 4", "PK Street 12", "1 PO Box Street",
        "Suite BP 12",
        "Box Hill Road 12", "12 RUE DE LA BOITE POSTALE", "Rue de la Boîte Postale 12",
        "12 rue de la Boîte Postale",
        "Via della Casella Postale 3", "Am Postfach 3", "Caller Street 5", "a.d. Brücke 12",
        "AD-12 Shalimar Bagh", "P.P. Rao Marg 12", "ул. Шипка 5, п.к. 1000", "The Post Box",
        "Post Bag Lane 3", "Bag End 1", "5-ая улица 12", "Schließfachgasse 3",
        "Rue du Bac 12 bte 4", "Lockbox 4321",
    ])
    func `an address that only resembles a post office box is accepted`(_ line: String) {
        let seen = full(cupertino.with(\.addressLines, [line]), policy: noBoxes)
        #expect(seen.summary == [])
    }

    @Test(arguments: [("APO", "09001", "AE"), ("FPO", "96349", "AP"), ("DPO", "34001", "AA")])
    func `military mail is a region that a merchant may exclude`(
        _ city: String, _ zip: String, _ region: String
    ) {
        let contact = cupertino.with(\.addressLines, ["PSC 1 Box 22"]).with(\.locality, city)
            .with(\.postalCode, zip).with(\.administrativeArea, nil)
        #expect(full(contact).summary == [])
        #expect(full(contact).destination?.region == "US-" + region)
        let seen = full(contact, policy: ContactPolicy(excludedRegions: ["US-" + region]))
        #expect(seen.summary == ["addressUnserviceable: region.notServed"])
    }

    @Test func `a district is required in China, and reported on its own field`() {
        let beijing = Contact(
            addressLines: ["中关村大街1号"], locality: "北京", administrativeArea: "北京市",
            postalCode: "100080",
            countryCode: "CN")
        #expect(
            full(beijing, required: [.postalAddress]).summary == [
                "subLocality: subLocality.required"
            ])
        #expect(
            ContactRules.examine(
                beijing, stage: .redacted, role: .shipping, required: [.postalAddress]
            ).errors == [])
        for whole in [
            beijing.with(\.subLocality, "海淀区"), beijing.with(\.addressLines, ["海淀区中关村大街1号"]),
            beijing.with(\.addressLines, ["1 Zhongguancun St, Haidian District"]),
            beijing.with(\.locality, "东莞"), beijing.with(\.locality, "金华市义乌市"),
            beijing.with(\.locality, "Yiwu"), beijing.with(\.locality, "三亚市"),
            beijing.with(\.addressLines, ["88 Century Ave, Pudong New Area"]),
            beijing.with(\.addressLines, ["88 Jianguo Rd, Chaoyang Dist."]),
            beijing.with(\.addressLines, ["88 Keyuan Rd, Nanshan"]),
            beijing.with(\.administrativeArea, "香港").with(\.locality, "香港").with(
                \.postalCode, "999077"),
            beijing.with(\.countryCode, "TW").with(\.postalCode, "100"),
        ] {
            #expect(full(whole, required: [.postalAddress]).summary == [])
        }
    }
}
