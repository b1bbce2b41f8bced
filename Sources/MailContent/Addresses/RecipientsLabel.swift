package import InboxModel

/// The line that names the people of a message or thread.
package enum RecipientsLabel {
    /// How the user's own address is shown.
    package enum Own: Sendable {
        /// "Me", once and first.
        case first
        /// Left out, unless there is nobody else.
        case dropped
    }

    /// Returns "Me, Ann and 3 more…", or "Me, Ann +3" where that is too long: names joined by ", " and " and ", cut to the width.
    ///
    /// More than two people are shown by their first names, and so are two where their whole names don't fit. A person without a name is
    /// shown by the address. The number of people left out replaces those who don't fit, and the last name is cut. Where there is room
    /// for only one name, it is not "Me".
    /// - Parameters:
    ///   - own: the user's own addresses.
    ///   - width: in columns.
    ///   - prefix: the text in front of the first name, such as "To: ".
    ///   - joinsNames: whether a person with several addresses under one name is shown once.
    ///   - nobody: the text to show when there is nobody.
    ///   - ellipsis: the text that marks a cut.
    package static func text(
        addresses: [MailAddress], own: [String], width: Int, prefix: String = "", showing mode: Own = .first,
        joinsNames: Bool = false, nobody: String = "(No Recipients)", ellipsis: String = "…"
    ) -> String {
        let (isMine, others) = people(addresses, own: own, mode, joinsNames: joinsNames)
        guard isMine || !others.isEmpty else { return cut(nobody, to: width, ellipsis) }
        if let whole = whole(isMine, others, width: width, prefix: prefix) { return whole }
        let names = listed(isMine, others, firstOnly: others.count + (isMine ? 1 : 0) > 1)
        for count in stride(from: min(names.count - 1, width), to: 0, by: -1) {
            let names = count == 1 && isMine && !others.isEmpty ? names.dropFirst() + names.prefix(1) : names[...]
            for text in shortened(names, to: count, ellipsis) where TextWidth.of(prefix + text) <= width {
                return prefix + text
            }
        }
        let first = isMine && !others.isEmpty ? names.dropFirst() + ["Me"] : names
        return cutFirst(first, prefix: prefix, width: width, ellipsis)
    }

    /// Whether the width has room for everyone's name.
    package static func namesAll(addresses: [MailAddress], own: [String], width: Int, prefix: String) -> Bool {
        let (isMine, others) = people(addresses, own: own, .first, joinsNames: false)
        return whole(isMine, others, width: width, prefix: prefix) != nil
    }

    /// Returns a name for a list of names, in quotes if it has a comma.
    package static func quotedIfParted(_ name: String) -> String { name.contains(",") ? "“\(name)”" : name }

    /// Returns the first name of a person, or the address where there is no name.
    package static func firstName(of address: MailAddress) -> String { name(of: address, firstOnly: true) }

    /// Joins names as in a sentence: "Ann", "Ann and Bob", "Ann, Bob and Carl".
    package static func joined(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}

private extension RecipientsLabel {
    /// Returns everyone once: whether the user is among them, and the others.
    static func people(
        _ addresses: [MailAddress], own: [String], _ mode: Own, joinsNames: Bool
    ) -> (isMine: Bool, others: [MailAddress]) {
        let own = Set(own.map { $0.lowercased() })
        var seen: Set<String> = []
        var names: Set<String> = []
        var others: [MailAddress] = []
        var isMine = false
        for address in addresses {
            let key = address.email.lowercased()
            if own.contains(key) {
                isMine = true
            } else if key.isEmpty || seen.insert(key).inserted {
                let name = joinsNames ? CleanText.line(address.name).trimmingBlanks().lowercased() : ""
                if name.isEmpty || names.insert(name).inserted { others.append(address) }
            }
        }
        return (isMine && (mode == .first || others.isEmpty), others)
    }

    static func listed(_ isMine: Bool, _ others: [MailAddress], firstOnly: Bool) -> [String] {
        let isAlone = others.count == 1 && !isMine
        return (isMine ? ["Me"] : [])
            + others.map { person in
                let name = name(of: person, firstOnly: firstOnly)
                // Unquoted, it would read as two people.
                return isAlone ? name : quotedIfParted(name)
            }
    }

    /// Returns all names in the longest form that fits; `nil` where none does.
    static func whole(_ isMine: Bool, _ others: [MailAddress], width: Int, prefix: String) -> String? {
        let count = others.count + (isMine ? 1 : 0)
        let names = listed(isMine, others, firstOnly: count > 1)
        let ways = [
            joined(count > 2 ? names : listed(isMine, others, firstOnly: false)), joined(names),
            names.joined(separator: ", "),
        ]
        return ways.first { TextWidth.of(prefix + $0) <= width }.map { prefix + $0 }
    }

    static func name(of address: MailAddress, firstOnly: Bool) -> String {
        let name = CleanText.line(address.name).trimmingBlanks()
        guard !name.isEmpty else { return EmailAddress.shown(address.email) }
        // A name that is an address stays whole, and so does one of which nothing would remain.
        guard firstOnly, !name.contains("@") else { return name }
        if name.contains(","), given(in: name) == nil { return name }
        let words = (given(in: name) ?? name).split(separator: " ")
        // "Dr" is nobody's first name.
        let first = words.first { !titles.contains($0.lowercased().filter { $0 != "." }) } ?? words.first
        return first.map(String.init) ?? name
    }

    /// Returns the given names of “Smith, Ann Mary”; `nil` where the comma separates something else: “Acme, Inc.”, “Dept., Sales”.
    private static func given(in name: String) -> String? {
        let parts = name.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingBlanks() }
        guard parts.count == 2, !parts[1].isEmpty, !parts[0].isEmpty, !parts[0].contains(".") else { return nil }
        let words = parts[1].split(separator: " ")
        let isFirm = words.contains { firms.contains($0.lowercased().filter { $0 != "." }) }
        let isName = words.allSatisfy {
            $0.allSatisfy { $0.isLetter || "-'’.".contains($0) } && $0.first?.isLowercase == false
        }
        return isFirm || !isName || words.count > 3 || parts[0].split(separator: " ").count > 3 ? nil : parts[1]
    }

    private static let firms: Set<String> = [
        "inc", "ltd", "llc", "llp", "corp", "co", "gmbh", "ag", "kg", "sa", "srl", "bv", "nv", "oy", "ab", "as", "plc",
        "limited", "sales", "support", "team", "dept", "department", "phd", "md", "jr", "esq",
    ]

    static let titles: Set<String> = [
        "dr", "prof", "mr", "mrs", "ms", "miss", "mx", "sir", "rev", "herr", "frau", "dipl-ing", "m", "mme", "mlle",
        "sr",
        "sra", "the",
    ]

    /// Returns the label for the first `count` names in words, and in signs where words leave room for fewer names.
    static func shortened(_ names: ArraySlice<String>, to count: Int, _ ellipsis: String) -> [String] {
        let kept = names.prefix(count).joined(separator: ", ")
        return [kept + " and " + more(names.count - count, ellipsis), kept + " +\(names.count - count)"]
    }

    static func more(_ count: Int, _ ellipsis: String) -> String {
        "\(count) more\(ellipsis)"
    }

    static func cutFirst(_ names: [String], prefix: String, width: Int, _ ellipsis: String) -> String {
        let ending = names.count > 1 ? " and " + more(names.count - 1, ellipsis) : ""
        let room = width - TextWidth.of(ending)
        guard room >= TextWidth.of(prefix) + 2 else { return cut(prefix + joined(names), to: width, ellipsis) }
        return cut(prefix + names[0], to: room, ellipsis) + ending
    }

    /// Cuts a text between characters, and marks the cut with the ellipsis.
    static func cut(_ text: String, to width: Int, _ ellipsis: String) -> String {
        guard TextWidth.of(text) > width else { return text }
        var room = width - TextWidth.of(ellipsis)
        guard room >= 0 else { return String(ellipsis.prefix(max(0, width))) }
        var kept = ""
        for character in text {
            room -= TextWidth.of(character)
            guard room >= 0 else { break }
            kept.append(character)
        }
        return kept + ellipsis
    }
}
