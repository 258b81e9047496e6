/// Japan's carriers: NTT Docomo, au, SoftBank with its predecessors Vodafone and J-Phone, Y!mobile
/// with Willcom. Until 2010 they assigned addresses with consecutive dots and dots at the edges of
/// the local part, against RFC 5321, and still deliver to them.
enum JapaneseCarrier {
    /// True if one of the carriers receives mail for the domain.
    static func hasMailbox(at domain: String) -> Bool {
        carriers.contains(domain)
            || domain.firstIndex(of: ".").map {
                carrierGroups.contains(String(domain[domain.index(after: $0)...]))
            } ?? false
    }

    private static let carriers: Set<String> = Set(
        """
        docomo.ne.jp docomo-camera.ne.jp mopera.net ezweb.ne.jp au.com uqmobile.jp ido.ne.jp
        softbank.ne.jp i.softbank.jp disney.ne.jp disneymobile.ne.jp vertuclub.ne.jp
        jp-c.ne.jp jp-d.ne.jp jp-h.ne.jp jp-k.ne.jp jp-n.ne.jp jp-q.ne.jp jp-r.ne.jp jp-s.ne.jp jp-t.ne.jp
        ymobile.ne.jp ymobile1.ne.jp yahoo.ne.jp emobile.ne.jp emobile-s.ne.jp emnet.ne.jp willcom.com
        wcm.ne.jp pdx.ne.jp
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Domains with one more label for each region or service: `t.vodafone.ne.jp`.
    private static let carrierGroups: Set<String> = [
        "docomo.ne.jp", "ezweb.ne.jp", "ido.ne.jp", "pdx.ne.jp", "vodafone.ne.jp", "sky.tkk.ne.jp",
    ]
}
