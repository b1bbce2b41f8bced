/// Renders a server's report on a sent message as text: a delivery status (RFC 3464) or a receipt (RFC 8098).
struct ReportText {
    private static let maximumRecipients = 50
    private static let columns = 10

    private typealias Fields = [(name: String, value: String)]

    private var lines: [StyledText.Line] = []

    /// Returns `nil` when the report names nobody: its source then says more than this text would.
    static func read(_ text: String) -> StyledText? {
        var report = ReportText()
        // Blank lines separate the fields of the whole message from those of each recipient.
        let groups = text.withLineFeeds().split(separator: "\n", omittingEmptySubsequences: false)
            .split { $0.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }.map(fields)
        let reporter = groups.first.flatMap { value("reporting-mta", $0) }
        for group in groups {
            guard report.lines.count < maximumRecipients * 4 else { break }
            report.addDelivery(group, reporter: reporter)
            report.addReceipt(group)
        }
        guard !report.lines.isEmpty else { return nil }
        var styled = StyledText()
        styled.lines = report.lines
        return styled
    }

    private static func fields(_ group: some Sequence<Substring>) -> Fields {
        var fields: Fields = []
        for line in group {
            if let first = line.first, first == " " || first == "\t", !fields.isEmpty {
                fields[fields.count - 1].value += " " + String(line).trimmingBlanks()
            } else if let colon = line.firstIndex(of: ":") {
                let value = String(line[line.index(after: colon)...]).trimmingBlanks()
                fields.append((line[..<colon].lowercased(), value))
            }
        }
        return fields
    }

    private static func value(_ name: String, _ fields: Fields) -> String? {
        fields.first { $0.name == name && !$0.value.isEmpty }?.value
    }

    /// Returns a field without its type prefix: `rfc822; bob@example.org`, `dns; mx.example.org`, `smtp; 550 …`.
    private static func typed(_ name: String, _ fields: Fields) -> String? {
        value(name, fields).map { text in
            text.firstIndex(of: ";").map { String(text[text.index(after: $0)...]).trimmingBlanks() } ?? text
        }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private mutating func addDelivery(_ group: Fields, reporter: String?) {
        guard let action = Self.value("action", group)?.lowercased(),
            let recipient = Self.typed("original-recipient", group) ?? Self.typed("final-recipient", group)
        else { return }
        let shown = EmailAddress.shown(recipient)
        switch action.prefix(while: \.isLetter) {
        case "failed": addHeading("Not delivered to \(shown)")
        case "delayed": addHeading("Not delivered yet to \(shown)")
        case "delivered": addHeading("Delivered to \(shown)")
        case "relayed": addHeading("Passed on for \(shown), to a server that tells no more")
        case "expanded": addHeading("Passed on to those behind \(shown)")
        default: return
        }
        let status = Self.value("status", group) ?? ""
        let code = status.prefix { $0.isNumber || $0 == "." }
        if !code.hasPrefix("2"), let reason = Self.reason(String(code)) { add("Why", "\(reason) (\(code))") }
        if let words = Self.typed("diagnostic-code", group) { add("Answer", words) }
        if let server = Self.typed("remote-mta", group) { add("Server", server) }
        if let until = Self.value("will-retry-until", group) { add("Tried", "until \(until)") }
        if let reporter, let name = Self.typed("reporting-mta", [("reporting-mta", reporter)]) { add("Told by", name) }
    }

    /// Adds a receipt: what happened to the message at its reader.
    private mutating func addReceipt(_ group: Fields) {
        guard let disposition = Self.value("disposition", group) else { return }
        let kind = disposition.lowercased().split(separator: ";").last.map { String($0).trimmingBlanks() } ?? ""
        let reader = (Self.typed("original-recipient", group) ?? Self.typed("final-recipient", group))
            .map(EmailAddress.shown)
        let whose = reader.map { " by \($0)" } ?? ""
        switch kind.prefix(while: \.isLetter) {
        case "displayed": addHeading("Shown\(whose), which need not mean that it was read")
        case "deleted": addHeading("Deleted\(whose), maybe without being seen")
        case "dispatched": addHeading("Sent on\(whose)")
        case "processed": addHeading("Handled by a program\(whose)")
        case "denied": addHeading("No receipt is given\(whose)")
        case "failed": addHeading("No receipt could be given\(whose)")
        default: return
        }
        if disposition.lowercased().contains("mdn-sent-automatically") { add("How", "by the program, without asking") }
    }

    /// Returns the meaning of an enhanced status code (RFC 3463 §3), whose first digit only tells how permanent it is.
    private static func reason(_ code: String) -> String? {
        let parts = code.split(separator: ".").map(String.init)
        guard parts.count == 3 else { return nil }
        return switch parts[1] + "." + parts[2] {
        case "1.1", "1.6": "there is no such mailbox"
        case "1.2", "4.4": "there is no such mail server"
        case "1.3": "the address is written wrongly"
        case "1.10": "that domain takes no mail"
        case "2.1": "the mailbox is closed"
        case "2.2": "the mailbox is full"
        case "2.3", "3.4": "the message is too large"
        case "3.1": "the server's disk is full"
        case "4.1", "4.2": "the server does not answer"
        case "4.6": "the mail went round in a circle"
        case "4.7": "it took too long"
        case "5.3": "too many recipients"
        case "6.1", "6.3": "the server does not take such content"
        case "7.1", "7.0": "the server refuses it by its rules"
        case "7.20", "7.21", "7.22", "7.23", "7.25", "7.26", "7.27":
            "the server does not believe that it is from its sender"
        default:
            switch parts[1] {
            case "1": "the address"
            case "2": "the mailbox"
            case "3": "the mail server"
            case "4": "the way there"
            case "6": "its content"
            case "7": "the server's rules"
            default: nil
            }
        }
    }

    private mutating func addHeading(_ text: String) {
        if !lines.isEmpty { lines.append(StyledText.Line()) }
        lines.append(StyledText.Line(runs: [StyledText.Run(text: CleanText.line(text), style: [.heading, .bold])]))
    }

    private mutating func add(_ label: String, _ text: String) {
        var line = StyledText.Line(
            runs: [StyledText.Run(text: CleanText.line(String(text.prefix(2_000))))], indent: Self.columns)
        line.marker = label + String(repeating: " ", count: max(1, Self.columns - label.count))
        lines.append(line)
    }
}
