import Foundation
import InboxModel

/// Reads and writes address cards: reads versions 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350), writes 4.0.
public enum VCard {
    private static let most = 50_000
    /// Between a company and its units (RFC 6350 §6.6.4) where they are one line. Names of companies have commas.
    private static let unitSeparator = "; "

    /// Returns a company and its units; all as one where reading them one by one would give other names.
    private static func units(_ firm: String) -> [String] {
        let units = firm.components(separatedBy: unitSeparator)
        return units.allSatisfy { !$0.isEmpty && line($0) == $0 } ? units : [firm]
    }

    /// The content of a file of cards.
    public struct Contents: Hashable, Sendable {
        public var people: [AddressCard] = []
        /// The number of cards without an address.
        public var withoutAddress = 0
    }

    /// Returns the people of a file in its order, without those who have no address.
    public static func read(_ bytes: [UInt8]) -> [AddressCard] { contents(bytes).people }

    /// Reads a file of cards. Every value becomes one clean line, except that a note may have several. A truncated card counts as far as it
    /// goes. People whom only a group names are included.
    public static func contents(_ bytes: [UInt8]) -> Contents {
        let text = TextDecoder(bytes, charset: nil).text
        var people: [(id: String?, card: AddressCard)] = []
        var groups: [(name: String, members: Set<String>)] = []
        var lines: [ContentLine] = []
        func end() {
            if let group = group(lines) {
                groups.append(group)
            } else if people.count < most, !lines.isEmpty {
                people.append((lines.first { $0.name == "UID" }?.value, person(lines)))
            }
            lines = []
        }
        for line in Self.lines(of: text, limit: most * 40) {
            switch (line.name, line.value.trimmingBlanks().uppercased()) {
            case ("BEGIN", "VCARD"), ("END", "VCARD"): end()
            default: lines.append(line)
            }
        }
        end()
        var contents = Contents()
        var named: Set<String> = []
        for (id, person) in people {
            guard !person.emails.isEmpty else {
                contents.withoutAddress += 1
                continue
            }
            var person = person
            person.uid = id.map(line)
            let names = Set(person.emails.map { "mailto:" + $0.lowercased() } + [id?.lowercased()].compactMap(\.self))
            named.formUnion(names)
            for (group, members) in groups where !members.isDisjoint(with: names) {
                let meant = person.emails.filter { members.contains("mailto:" + $0.lowercased()) }
                if meant.isEmpty || person.emails.count == 1 {
                    person.card = person.card.adding(ContactCard(groups: [group]))
                } else {
                    for email in meant { person.groups[email.lowercased(), default: []].append(group) }
                }
            }
            contents.people.append(person)
        }
        var members: [String: [String]] = [:]
        for (name, mentioned) in groups {
            for member in mentioned.subtracting(named) { members[member, default: []].append(name) }
        }
        contents.people += members.keys.sorted().prefix(most).compactMap { member in
            guard member.hasPrefix("mailto:"),
                let address = AddressList.parse(String(member.dropFirst(7))).addresses.first
            else { return nil }
            return AddressCard(
                name: address.name, emails: [address.email], card: ContactCard(groups: members[member] ?? []))
        }
        return contents
    }

    /// Returns the decoded lines of a file of cards.
    static func lines(of text: String, limit: Int) -> [ContentLine] {
        ContentLine.all(in: withoutSoftBreaks(text), limit: limit).map(\.decoded)
    }

    private static func person(_ lines: [ContentLine]) -> AddressCard {
        func texts(_ name: String) -> [String] {
            lines.filter { $0.name == name }.map { line($0.text) }.filter { !$0.isEmpty }
        }
        let entries = lines.filter { $0.name == "EMAIL" }
        let emails = (entries.filter(isPreferred) + entries.filter { !isPreferred($0) })
            .compactMap { AddressList.parse($0.address.trimmingBlanks()).addresses.first?.email }
        let phones = lines.filter { $0.name == "TEL" }.map { entry in
            line(entry.value.lowercased().hasPrefix("tel:") ? String(entry.value.dropFirst(4)) : entry.text)
        }
        let groups = lines.filter { $0.name == "CATEGORIES" }.flatMap { $0.fields(by: ",") }.map(line)
        let firm = lines.first { $0.name == "ORG" }?.fields.map(line).filter { !$0.isEmpty }
            .joined(separator: Self.unitSeparator)
        let note = lines.filter { $0.name == "NOTE" }.map { CleanText.body($0.text) }.joined(separator: "\n")
        let name = texts("FN").first ?? lines.first { $0.name == "N" }.map { line(CardText.fullName($0)) }
        return AddressCard(
            name: name ?? "", emails: emails.reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            card: ContactCard(
                phones: phones.filter { !$0.isEmpty }, firm: firm ?? "", note: note,
                groups: groups.filter { !$0.isEmpty }))
    }

    /// Whether a line has `PREF=1` (RFC 6350 §5.3), `TYPE=PREF` (RFC 2426 §3.3.2), or `PREF` alone (2.1).
    private static func isPreferred(_ line: ContentLine) -> Bool {
        line.parameters["PREF"].map { $0.isEmpty || $0 == "1" } == true
            || line.parameters["TYPE"]?.lowercased().split(separator: ",").contains("pref") == true
    }

    /// Reads the card of a group (RFC 6350 §6.1.4), which names its members by address or by the UID of their card.
    private static func group(_ lines: [ContentLine]) -> (name: String, members: Set<String>)? {
        let isGroup = lines.contains {
            ["KIND", "X-ADDRESSBOOKSERVER-KIND"].contains($0.name) && $0.value.lowercased() == "group"
        }
        guard isGroup, let name = lines.first(where: { $0.name == "FN" })?.text else { return nil }
        let members = lines.filter { ["MEMBER", "X-ADDRESSBOOKSERVER-MEMBER"].contains($0.name) }.flatMap { member in
            let value = member.value.lowercased()
            // Some programs omit the prefix in the UID.
            return value.hasPrefix("urn:uuid:") ? [value, String(value.dropFirst(9))] : [value]
        }
        return (line(name), Set(members))
    }

    private static func line(_ text: String) -> String { CleanText.line(text).trimmingBlanks() }

    /// Joins lines of long quoted-printable values, which version 2.1 breaks with `=` at the end of a line.
    private static func withoutSoftBreaks(_ text: String) -> String {
        var result = ""
        var (isEncoded, goesOn) = (false, false)
        for line in text.withLineFeeds().split(separator: "\n", omittingEmptySubsequences: false) {
            if !goesOn {
                if !result.isEmpty { result += "\n" }
                isEncoded = line.prefix { $0 != ":" }.uppercased().contains("QUOTED-PRINTABLE")
            }
            goesOn = isEncoded && line.hasSuffix("=")
            result += goesOn ? line.dropLast() : line
        }
        return result
    }

    // MARK: Writing

    /// Returns a file of cards, with lines folded at 75 bytes and ended by CR LF (RFC 6350 §3.2).
    public static func text(_ cards: [AddressCard]) -> String { cards.map(text).joined() }

    private static func text(_ person: AddressCard) -> String {
        var lines = [
            "BEGIN:VCARD", "VERSION:4.0",
            "FN:" + escaped(person.name.isEmpty ? person.emails.first ?? "" : person.name),
        ]
        if let uid = person.uid { lines.append("UID:" + uid) }
        lines += person.emails.map { "EMAIL:" + escaped($0) }
        lines += person.card.phones.map { "TEL;VALUE=text:" + escaped($0) }
        if !person.card.firm.isEmpty {
            lines.append("ORG:" + units(person.card.firm).map(escaped).joined(separator: ";"))
        }
        if !person.card.groups.isEmpty {
            lines.append("CATEGORIES:" + person.card.groups.map(escaped).joined(separator: ","))
        }
        if !person.card.note.isEmpty { lines.append("NOTE:" + escaped(person.card.note)) }
        return (lines + ["END:VCARD"]).map(folded).joined()
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.withLineFeeds() {
            switch character {
            case "\\", ",", ";": result += "\\" + String(character)
            case "\n": result += "\\n"
            default:
                if character.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) {
                    result.append(character)
                }
            }
        }
        return result
    }

    /// Folds a line between characters.
    private static func folded(_ line: String) -> String {
        var (result, used) = ("", 0)
        for character in line {
            let size = String(character).utf8.count
            if used > 0, used + size > 75 {
                result += "\r\n "
                used = 1
            }
            result.append(character)
            used += size
        }
        return result + "\r\n"
    }
}

extension ContentLine {
    /// The line with its quoted-printable value decoded (version 2.1 of cards).
    fileprivate var decoded: ContentLine {
        guard parameters["ENCODING"]?.uppercased() == "QUOTED-PRINTABLE" || parameters["QUOTED-PRINTABLE"] != nil else {
            return self
        }
        var line = self
        let bytes = GMime.decode(Array(value.utf8)[...], .quotedPrintable)
        line.value = GMime.text(bytes[...], charset: parameters["CHARSET"] ?? "utf-8")?.text ?? value
        return line
    }
}
