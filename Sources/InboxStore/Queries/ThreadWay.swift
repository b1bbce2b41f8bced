import GRDB
import InboxModel

/// How the threads of a query are found: along lists that are kept in order, or from the messages that an index names.
struct ThreadWay {
    /// Nil to start from the messages.
    var cover: ThreadCover?
    var search = MailPredicate.WordSearch.hits

    init(_ predicate: MailPredicate, _ finder: ThreadCoverFinder) throws {
        if let query = predicate.besideMessages {
            // Single messages besides, each found by its id. The lists that cover the rest do not hold them.
            let way = try ThreadWay(query, finder)
            (cover, search) = (way.cover == nil ? nil : finder.wholeCover, way.search)
            return
        }
        // A few messages that an index names are looked up, however long the lists beside them are.
        cover = predicate.namesMessages ? nil : try finder.cover(predicate)
        if predicate.requiredMatch != nil {
            search = try .best(for: predicate, finder.database)
            // Few hits are looked up; with many, a page along a list is soon full.
            if search == .hits { cover = nil } else { cover = cover ?? finder.wholeCover }
        } else if !predicate.namesMessages {
            cover = cover ?? finder.wholeCover
        }
    }
}

extension MailPredicate {
    /// The rest of the predicate, if a part of it selects single messages besides.
    fileprivate var besideMessages: MailPredicate? {
        guard case .any(let parts) = self else { return nil }
        let rest = parts.filter { !$0.namesMessages }
        return rest.count == 1 && rest.count < parts.count ? rest[0] : nil
    }

    /// Whether a part that must hold names single messages or a thread.
    fileprivate var namesMessages: Bool {
        switch self {
        case .thread, .message, .messageID: true
        case .all(let parts): parts.contains(where: \.namesMessages)
        case .any(let parts): !parts.isEmpty && parts.allSatisfy(\.isSingleMessage)
        default: false
        }
    }

    private var isSingleMessage: Bool {
        if case .messageID = self { true } else { singleMessage != nil }
    }
}
