import Foundation

extension MailPredicate {
    /// The canonical form of the predicate: no AND within AND or OR within OR, none with a single part, no double NOT, and no constant
    /// inside anything else. It selects the same messages.
    public var normalForm: MailPredicate {
        switch self {
        // Unread is a conjunction too, but has its own word in queries.
        case .unread: .unread
        case .all(let parts): Self.normal(all: parts.map(\.normalForm))
        case .any(let parts): Self.normal(any: parts.map(\.normalForm))
        case .not(let part): Self.negated(part.normalForm)
        case .words(_, let sequence) where sequence.words.isEmpty: .everything
        // Message dates are in whole seconds.
        case .receivedSince(let date): .receivedSince(date.roundedUp)
        case .receivedBefore(let date): .receivedBefore(date.roundedUp)
        default: self
        }
    }

    private static func normal(all parts: [MailPredicate]) -> MailPredicate {
        let parts = parts.flatMap { part -> [MailPredicate] in
            if part != .unread, case .all(let inner) = part { inner } else { [part] }
        }
        if parts.contains(.nothing) { return .nothing }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private static func normal(any parts: [MailPredicate]) -> MailPredicate {
        let parts = parts.flatMap { part -> [MailPredicate] in
            if case .any(let inner) = part { inner } else { part == .nothing ? [] : [part] }
        }
        if parts.contains(.everything) { return .everything }
        if parts.isEmpty { return .nothing }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private static func negated(_ part: MailPredicate) -> MailPredicate {
        if case .not(let inner) = part { inner } else { .not(part) }
    }

    /// Whether any part of the predicate, at any depth, passes a test.
    public func mentions(_ isMeant: (MailPredicate) -> Bool) -> Bool {
        if isMeant(self) { return true }
        return switch self {
        case .all(let parts), .any(let parts): parts.contains { $0.mentions(isMeant) }
        case .not(let part): part.mentions(isMeant)
        default: false
        }
    }
}

extension Date {
    fileprivate var roundedUp: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.up)) }
}
