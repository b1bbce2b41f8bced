import GRDB
import InboxModel

/// How the threads of a query are found: along lists that are kept in order, or from the messages that an index names.
struct ThreadWay {
    /// Nil: from the messages.
    var cover: ThreadCover?
    var search = MailPredicate.WordSearch.hits

    init(_ predicate: MailPredicate, _ finder: ThreadCoverFinder) throws {
        if let query = predicate.besideMessages {
            // Some messages more, each found by its id; the lists that the rest is found along do not hold them.
            let way = try ThreadWay(query, finder)
            (cover, search) = (way.cover == nil ? nil : finder.wholeCover, way.search)
            return
        }
        cover = try finder.cover(predicate)
        if predicate.requiredMatch != nil {
            search = try .best(for: predicate, finder.database)
            // Few hits are looked up, unless a list is at hand; for many, a page along a list is soon full.
            if search == .hits { cover = nil } else { cover = cover ?? finder.wholeCover }
        } else if !predicate.namesMessages {
            cover = cover ?? finder.wholeCover
        }
    }
}

extension MailPredicate {
    /// What else is selected, where some part selects single messages beside it.
    fileprivate var besideMessages: MailPredicate? {
        guard case .any(let parts) = self else { return nil }
        let rest = parts.filter { !$0.namesMessages }
        return rest.count == 1 && rest.count < parts.count ? rest[0] : nil
    }

    /// Whether some part that must hold names single messages or a thread.
    fileprivate var namesMessages: Bool {
        switch self {
        case .thread, .message: true
        case .all(let parts): parts.contains(where: \.namesMessages)
        case .any(let parts): !parts.isEmpty && parts.allSatisfy { $0.singleMessage != nil }
        default: false
        }
    }
}
