import Foundation
package import InboxModel

/// A query as the filter of an Email/query (RFC 8621 §4.4.1).
///
/// Of a conjunction, the filter has the parts that it can express; the client applies the rest to the hits. Within OR and NOT, one
/// inexpressible part excludes the whole.
package struct EmailFilter: Sendable {
    let json: JSON
    /// What hits must still match.
    package let remainder: MailPredicate

    /// The nesting of filters that every server should accept.
    private static let deepest = 6

    /// - Returns: nil if a filter can express no part of the query.
    package init?(_ question: RemoteQuestion) {
        let parts: [MailPredicate] =
            if case .all(let parts) = question.predicate, question.predicate != .unread { parts } else {
                [question.predicate]
            }
        let said = parts.map { Condition.saying($0, question.mailboxes) }
        let conditions = said.compactMap { $0 }.filter { $0.depth < Self.deepest }
        guard !conditions.isEmpty else { return nil }
        json = conditions.count == 1 ? conditions[0].json : Condition.operation("AND", conditions).json
        remainder =
            MailPredicate.all(
                zip(parts, said).filter { ($0.1?.depth ?? Self.deepest) >= Self.deepest }.map(\.0)
            ).normalForm
    }

    /// The filter as text, for people.
    package var text: String { (try? json.jsonText()) ?? "" }
}

/// One filter, with the number of operators above its deepest condition.
private struct Condition {
    var json: JSON
    var depth = 0

    init(_ name: String, _ value: JSON) { json = [name: value].json }

    private init(json: JSON, depth: Int) {
        self.json = json
        self.depth = depth
    }

    static func operation(_ name: String, _ parts: [Condition]) -> Condition {
        Condition(
            json: ["operator": .string(name), "conditions": .array(parts.map(\.json))],
            depth: 1 + (parts.map(\.depth).max() ?? 0))
    }

    /// Returns nil if no filter can express it.
    static func saying(_ predicate: MailPredicate, _ mailboxes: [Mailbox]) -> Condition? {
        switch predicate {
        case .all(let parts): all(parts, "AND", mailboxes)
        case .any(let parts): all(parts, "OR", mailboxes)
        // Keywords of this client, which no server knows.
        case .keyword(let keyword) where keyword.isOwn: nil
        case .not(.keyword(let keyword)) where keyword.isOwn: nil
        case .not(.keyword(let keyword)): Condition("notKeyword", .string(keyword.rawValue))
        case .not(.hasFile): Condition("hasAttachment", false)
        case .not(let part): saying(part, mailboxes).map { operation("NOT", [$0]) }
        case .keyword(let keyword): Condition("hasKeyword", .string(keyword.rawValue))
        case .mailbox(let reference): places(mailboxes.filter(reference.means).compactMap(\.remoteID))
        case .hasFile: Condition("hasAttachment", true)
        // Also finds ids that contain this one; the store knows better.
        case .messageID(let id): Condition("header", .strings(["Message-ID", id]))
        case .words(let field, let sequence): words(field, sequence)
        case .address(let field, let pattern): address(field, pattern)
        case .receivedSince(let date): Condition("after", .string(UTCDate.text(date)))
        case .receivedBefore(let date): Condition("before", .string(UTCDate.text(date)))
        // The server's maxSize is exclusive, its minSize inclusive.
        case .larger(let size): Condition("minSize", .number(min(size, .max - 1) + 1))
        case .smaller(let size): Condition("maxSize", .number(size))
        case .account, .accountNamed, .thread, .message, .text, .list, .newer, .older, .sinceDay, .beforeDay, .own: nil
        }
    }

    private static func all(_ parts: [MailPredicate], _ name: String, _ mailboxes: [Mailbox]) -> Condition? {
        let said = parts.compactMap { saying($0, mailboxes) }
        guard !parts.isEmpty, said.count == parts.count else { return nil }
        return operation(name, said)
    }

    private static func places(_ ids: [RemoteID]) -> Condition? {
        any(ids.map { Condition("inMailbox", .string($0.rawValue)) })
    }

    private static func any(_ conditions: [Condition]) -> Condition? {
        conditions.count > 1 ? operation("OR", conditions) : conditions.first
    }

    /// Several words are a phrase. A filter cannot express that a word may continue.
    private static func words(_ field: MailPredicate.Field, _ sequence: WordSequence) -> Condition? {
        guard !sequence.words.isEmpty else { return nil }
        let text = JSON.string(MailPredicate.words(.anywhere, WordSequence(words: sequence.words)).queryText())
        let names: [String] =
            switch field {
            case .anywhere: ["text"]
            case .subject: ["subject"]
            case .from: ["from"]
            case .to: ["to"]
            case .cc: ["cc", "bcc"]
            case .people: ["from", "to", "cc", "bcc"]
            case .body: ["body"]
            case .file: []
            }
        return any(names.map { Condition($0, text) })
    }

    private static func address(_ field: MailPredicate.AddressField, _ pattern: String) -> Condition? {
        guard let text = TextPattern(pattern).wholeText, !text.isEmpty else { return nil }
        let names: [String] =
            switch field {
            case .from: ["from"]
            case .to: ["to"]
            case .cc: ["cc", "bcc"]
            case .people: ["from", "to", "cc", "bcc"]
            }
        return any(names.map { Condition($0, .string(text)) })
    }
}
