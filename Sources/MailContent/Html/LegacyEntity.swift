/// Finds references to characters that lack their semicolon: browsers know some from the time when it was optional (HTML §13.5), but the
/// parser doesn't.
enum LegacyEntity {
    /// Returns the reference at an ampersand with its semicolon, and the index after it in the source; nil if there is none, or it is
    /// complete.
    /// - Parameter isInValue: whether it is in the value of an attribute, where names such as those in `?a=1&copy=2` stay as they are.
    static func completed(
        in source: [UInt8], at start: Int, end: Int, isInValue: Bool
    ) -> (reference: [UInt8], next: Int)? {
        let name = start + 1
        var wordEnd = name
        while wordEnd < end, wordEnd - name < longestOfAll, isLetterOrDigit(source[wordEnd]) { wordEnd += 1 }
        let follower = wordEnd < end ? source[wordEnd] : 0
        guard wordEnd > name, follower != semicolon, !(isInValue && follower == equalsSign) else { return nil }
        var nameEnd = min(wordEnd, name + longest)
        while nameEnd > name + 1, !names.contains(key(source[name..<nameEnd])) { nameEnd -= 1 }
        guard nameEnd > name + 1, !isInValue || nameEnd == wordEnd else { return nil }
        // The parser knows these six in small letters only.
        let isShouted = shouted.contains(key(source[name..<nameEnd]))
        let letters = source[name..<nameEnd].map { isShouted ? $0 | 0x20 : $0 }
        return ([ampersand] + letters + [semicolon], nameEnd)
    }

    private static let ampersand = UInt8(ascii: "&")
    private static let semicolon = UInt8(ascii: ";")
    private static let equalsSign = UInt8(ascii: "=")
    /// The lengths of the longest name in `names`, and of more than any name that HTML has.
    private static let longest = 6
    private static let longestOfAll = 32

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
    }

    private static func key(_ name: some Sequence<UInt8>) -> UInt64 { name.reduce(0) { $0 << 8 | UInt64($1) } }

    private static let shouted = Set(["AMP", "COPY", "GT", "LT", "QUOT", "REG"].map { key($0.utf8) })
    private static let names = Set(
        """
        AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT Iacute Icirc Igrave Iuml LT \
        Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml Yacute aacute acirc acute aelig agrave \
        amp aring atilde auml brvbar ccedil cedil cent copy curren deg divide eacute ecirc egrave eth euml frac12 frac14 frac34 gt \
        iacute icirc iexcl igrave iquest iuml laquo lt macr micro middot nbsp not ntilde oacute ocirc ograve ordf ordm oslash otilde \
        ouml para plusmn pound quot raquo reg sect shy sup1 sup2 sup3 szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml
        """.split(separator: " ").map { key($0.utf8) })
}
