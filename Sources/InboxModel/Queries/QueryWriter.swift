public import Foundation

extension MailPredicate {
    /// Returns the predicate as the user would type it, in normal form. Parsing the text gives the same predicate.
    /// - Parameter calendar: its time zone determines which times are the beginning of a day.
    public func queryText(calendar: Calendar = .current) -> String {
        let form = normalForm
        return form == .everything ? "" : QueryWriter(timeZone: calendar.timeZone).text(form)
    }
}

/// Writes predicates in their normal form.
struct QueryWriter {
    private let days: QueryDays

    init(timeZone: TimeZone) { days = QueryDays(timeZone: timeZone) }

    func text(_ predicate: MailPredicate) -> String {
        switch predicate {
        case .unread, .everything: term(predicate)
        case .all(let parts): parts.map(part).joined(separator: " ")
        case .any(let parts): parts.map(part).joined(separator: " OR ")
        default: part(predicate)
        }
    }

    /// Returns the text for a place that allows only one part.
    private func part(_ predicate: MailPredicate) -> String {
        switch predicate {
        case .unread, .everything, .not(.unread): term(predicate)
        case .all, .any: "(\(text(predicate)))"
        case .not(let inner): "-" + part(inner)
        default: term(predicate)
        }
    }

    /// Returns the text of one term.
    private func term(_ predicate: MailPredicate) -> String {
        switch predicate {
        case .everything: "*"
        case .unread: "is:unread"
        case .not(.unread): "is:read"
        case .starred: "is:starred"
        case .keyword(.answered): "is:answered"
        case .keyword(.forwarded): "is:forwarded"
        case .keyword(.draft): "is:draft"
        case .keyword(.muted): "is:muted"
        case .keyword(.snoozed): "is:snoozed"
        case .keyword(.replyLater): "is:replylater"
        case .keyword(let keyword): "keyword:" + value(keyword.rawValue)
        case .mailbox(let mailbox): "in:" + value(mailbox)
        case .account(let id): "account:#\(id)"
        // Without quotes a number would be an id.
        case .accountNamed(let name): "account:" + (Int64(name) == nil ? value(name) : quoted(name))
        case .thread(let id): "thread:#\(id)"
        case .message(let id): "id:#\(id)"
        // Without an “@” it would be a number of the store, or nothing.
        case .messageID(let id): "id:" + (id.contains("@") && !id.contains("}") ? value(id) : quoted(id))
        case .hasFile: "has:file"
        case .words(let field, let sequence): name(field) + value(sequence, in: field)
        case .text(let field, let pattern): field.rawValue + ":=" + value(pattern)
        case .address(let field, let pattern): name(field) + address(pattern)
        case .own(let field): name(field) + "me"
        case .list(let name): "list:" + value(name)
        case .receivedSince(let date): "after:" + days.text(date)
        case .receivedBefore(let date): "before:" + days.text(date)
        case .newer(let span): "newer:\(span.count)\(span.unit.rawValue)"
        case .older(let span): "older:\(span.count)\(span.unit.rawValue)"
        case .sinceDay(let day): "after:" + day.rawValue
        case .beforeDay(let day): "before:" + day.rawValue
        case .larger(let size): "larger:" + value(size)
        case .smaller(let size): "smaller:" + value(size)
        case .all, .any, .not: part(predicate)
        }
    }

    private func name(_ field: MailPredicate.Field) -> String {
        switch field {
        case .anywhere: ""
        case .people: "with:"
        default: field.rawValue + ":"
        }
    }

    private func name(_ field: MailPredicate.AddressField) -> String {
        field == .people ? "with:" : field.rawValue + ":"
    }

    private func address(_ pattern: String) -> String {
        let value = value(pattern)
        let isAddress = QueryTerm.isAddress(pattern) && QueryTerm.written(pattern) == pattern
        return isAddress && !value.hasPrefix("\"") ? value : "=" + value
    }

    private func value(_ mailbox: MailboxReference) -> String {
        switch mailbox {
        case .role(let role): role.rawValue
        case .name(let name): QueryTerm.isPlace(name) ? quoted(name) : value(name)
        case .ids(let ids): "#" + ids.sorted().map(\.description).joined(separator: ",")
        }
    }

    private func value(_ sequence: WordSequence, in field: MailPredicate.Field) -> String {
        let text = SearchText.text(of: sequence.words)
        let star = sequence.isPrefix ? "*" : ""
        // Without quotes it would mean the user.
        let isName = [.from, .to, .cc, .people].contains(field) && QueryTerm.isUser(text) && !sequence.isPrefix
        return isPlain(text) && !isName ? text + star : quoted(text) + star
    }

    private func value(_ size: Int) -> String {
        for (factor, unit) in [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")]
        where size != 0 && size.isMultiple(of: factor) {
            return "\(size / factor)\(unit)"
        }
        return String(size)
    }

    private func value(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

    /// Whether the text needs no quotes.
    private func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, !["=", "#", "<", "{"].contains(first) else { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            !scalar.properties.isWhitespace && !["(", ")", "\"", "\\"].contains(scalar)
                && scalar.properties.generalCategory != .control
        }
    }

    private func quoted(_ text: String) -> String {
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }
}
