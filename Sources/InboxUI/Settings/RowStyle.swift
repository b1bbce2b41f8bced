import Foundation
import InboxModel
import TerminalUI

/// How rows look that a query selects: one entry of the setting `rowStyles`.
struct RowStyle: Hashable, Sendable {
    /// As it was typed.
    var query: String
    var predicate: MailPredicate
    /// The look of the names and the subject: a role of the theme, and attributes.
    var style: Style

    static let expects = "a list of objects with “query”, and “color”, “bold”, “underline” or “italic”"
    /// The roles whose colours are for text on the screen's own background.
    static let colors = Role.allCases.filter { ![.selection, .bar].contains($0) }.map { "\($0)" }
    private static let attributes: [String: Attributes] = [
        "bold": .bold, "underline": .underline, "italic": .italic,
    ]

    /// Returns the same entry with all resolved that depends on the store and the time.
    /// - Parameter now: Taken as exactly as the query needs it, so that it stays the same for a while.
    func resolved(
        mailboxes: [Mailbox], accounts: [Account], own: Set<String>, now: Date, calendar: Calendar
    ) -> RowStyle {
        var resolved = self
        var now = now
        if let pulse = predicate.pulse.map({ TimeInterval($0.components.seconds) }) {
            now = Date(timeIntervalSince1970: (now.timeIntervalSince1970 / pulse).rounded(.down) * pulse)
        }
        resolved.predicate = predicate.resolved(accounts: accounts).resolved(
            mailboxes: mailboxes, own: own.sorted(), now: now, calendar: calendar)
        return resolved
    }
}

extension Settings {
    /// The queries in the configuration, with the names of their settings.
    package var queries: [(setting: String, query: String)] {
        [("newMailQuery", newMailQuery)] + rowStyles.enumerated().map { ("rowStyles[\($0)].query", $1.query) }
    }
}

/// Reading and writing the setting.
extension RowStyle {
    @Sendable static func take(_ settings: inout Settings, _ value: SettingValue) -> [SettingFlaw] {
        var flaws: [SettingFlaw] = []
        if let styles = value.items(expects, &flaws, read) { settings.rowStyles = styles }
        return flaws
    }

    @Sendable static func value(_ settings: Settings) -> SettingValue {
        .list(
            settings.rowStyles.map { row in
                var entry: [String: SettingValue] = ["query": .text(row.query)]
                if row.style.role != .text { entry["color"] = .text("\(row.style.role)") }
                for (name, attribute) in attributes where row.style.attributes.contains(attribute) {
                    entry[name] = .bool(true)
                }
                return .object(entry)
            })
    }

    private static func read(_ value: SettingValue) throws(SettingFlaw) -> RowStyle {
        guard case .object(let entry) = value else { throw SettingFlaw("must be an object with “query”") }
        var style = Style.plain
        for (name, value) in entry.sorted(by: { $0.key < $1.key }) where name != "query" {
            if name == "color" {
                guard case .text(let color) = value, let role = Role.allCases.first(where: { "\($0)" == color }),
                    colors.contains(color)
                else {
                    let known = colors.joined(separator: ", ")
                    throw SettingFlaw("must be one of \(known); “themes” can change how they look", at: name)
                }
                style.role = role
            } else if let attribute = attributes[name] {
                guard case .bool(let flag) = value else { throw SettingFlaw("must be true or false", at: name) }
                if flag { style.attributes.insert(attribute) }
            } else {
                throw .unknown(name, among: ["query", "color", "bold", "underline", "italic"])
            }
        }
        guard let value = entry["query"] else { throw SettingFlaw("needs “query”: which rows it is for") }
        guard style != .plain else { throw SettingFlaw("needs “color”, “bold”, “underline” or “italic”") }
        let query: MailQuery = try SettingsTable.inside("query") { () throws(SettingFlaw) in try Self.query(value) }
        return RowStyle(query: query.text, predicate: query.predicate, style: style)
    }

    private static func query(_ value: SettingValue) throws(SettingFlaw) -> MailQuery {
        let query = MailQuery(try value.filledText("a query such as from:ann"))
        if let problem = query.problem { throw SettingFlaw("can't be read: \(problem.message)") }
        if let doubt = QueryDoubt.all(in: query.text, mailboxes: []).first {
            throw SettingFlaw("is doubtful: \(doubt.message)")
        }
        guard let part = query.predicate.unknownToRows else { return query }
        throw SettingFlaw("asks for “\(part.queryText())”, which a row can't tell; \(remedy(part))")
    }

    private static func remedy(_ part: MailPredicate) -> String {
        switch part {
        case .words(.anywhere, _): "say where, as in from: or subject:"
        case .words(.to, _), .words(.cc, _), .address, .own: "use with:, which means everybody in it"
        case .list: "use with: and the list's address"
        default: "use from:, with:, subject:, in:, keyword: or another that the settings' reference names"
        }
    }
}
