/// Common email providers, used to detect typing errors.
enum MailProvider {
    /// The address that was probably meant: its domain is one slip from a provider's domain and is
    /// itself unknown. It is only a suggestion, because `gmai.com` exists as well.
    static func suggestion(for address: String) -> String? {
        guard let at = address.lastIndex(of: "@") else { return nil }
        let domain = Array(address[address.index(after: at)...].utf8)
        guard !known.contains(domain) else { return nil }
        let near = known.filter { Misspelling.distance(domain, $0, atMost: 1) != nil }
        guard near.count == 1, let meant = near.first else { return nil }
        return String(address[...at]) + String(decoding: meant, as: UTF8.self)
    }

    /// The address that was probably meant by invalid text: without its spaces, or with `.com` for
    /// `.con`.
    static func suggestion(insteadOf text: String) -> String? {
        let address = String(text.filter { !$0.isWhitespace }.lowercased())
        if let meant = suggestion(for: address) { return valid(meant) }
        if address.utf8.count < text.utf8.count { return valid(address) }
        guard let dot = address.lastIndex(of: ".") else { return nil }
        let top = Array(address[address.index(after: dot)...].utf8)
        let near = commonTops.filter { Misspelling.distance(top, Array($0.utf8), atMost: 1) != nil }
        return near.count == 1 ? valid(String(address[...dot]) + near[0]) : nil
    }

    private static func valid(_ address: String) -> String? {
        guard case .success(let address) = EmailAddress.read(address) else { return nil }
        return address
    }

    private static let commonTops = ["com", "net", "org", "edu"]

    /// Source: the providers that national statistics of mail name first. Short domains, such as
    /// mail.com and ymail.com, are listed so that they do not count as slips of gmail.com.
    private static let known: Set<[UInt8]> = Set(
        """
        gmail.com googlemail.com yahoo.com ymail.com hotmail.com outlook.com live.com msn.com icloud.com
        me.com mac.com aol.com mail.com email.com protonmail.com proton.me pm.me zoho.com fastmail.com gmx.com
        gmx.de gmx.net gmx.at gmx.ch web.de t-online.de freenet.de arcor.de yahoo.de hotmail.de outlook.de
        yahoo.co.uk hotmail.co.uk btinternet.com virginmedia.com sky.com live.co.uk yahoo.fr hotmail.fr
        orange.fr wanadoo.fr free.fr laposte.net sfr.fr live.fr outlook.fr yahoo.es hotmail.es yahoo.it
        hotmail.it libero.it virgilio.it tiscali.it alice.it yahoo.co.jp docomo.ne.jp ezweb.ne.jp
        softbank.ne.jp qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net yahoo.ca hotmail.ca
        rogers.com sympatico.ca shaw.ca bigpond.com optusnet.com.au yahoo.com.au yahoo.com.br uol.com.br
        bol.com.br terra.com.br hotmail.com.br mail.ru yandex.ru ya.ru rambler.ru bk.ru list.ru inbox.ru wp.pl
        o2.pl onet.pl interia.pl seznam.cz centrum.cz ziggo.nl kpnmail.nl hetnet.nl telenet.be skynet.be
        bluewin.ch comcast.net verizon.net att.net sbcglobal.net cox.net charter.net earthlink.net juno.com
        """.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) })
}
