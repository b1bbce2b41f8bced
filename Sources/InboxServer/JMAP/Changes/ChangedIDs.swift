import GRDB

/// The changed objects of a type in a section of the change log, by their JMAP ids.
struct ChangedIDs {
    private struct Story {
        var wasThere: Bool
        var isThere: Bool
    }

    private var stories: [String: Story] = [:]
    private var order: [String] = []
    /// The number of the last entry covered.
    private(set) var end: Int64
    private(set) var hasMore = false

    /// - Parameters:
    ///   - last: the last entry to read; nil for the end of the log.
    ///   - limit: the most objects to report.
    ///   - idOf: returns the current JMAP id of an entry's object; nil skips the entry.
    init(
        _ db: Database, type: JMAPType, after number: Int64, upTo last: Int64? = nil, limit: Int?,
        account: ServedAccount,
        idOf: (DeltaLog.Entry) throws -> String?
    ) throws {
        end = number
        let step = 5000
        while !hasMore {
            let entries = try DeltaLog.entries(
                after: end, limit: step, objects: type.objects, account: account.id, in: db)
            for entry in entries {
                if let last, entry.number > last { return }
                let id = try idOf(entry)
                if let id, stories[id] == nil, let limit, stories.count >= limit {
                    hasMore = true
                    return
                }
                if let id { note(entry, id) }
                end = entry.number
            }
            if entries.count < step { return }
        }
    }

    private mutating func note(_ entry: DeltaLog.Entry, _ id: String) {
        if stories[id] == nil {
            stories[id] = Story(wasThere: entry.event != .create, isThere: true)
            order.append(id)
        }
        // Changes of the message before it got this id do not count.
        if entry.object == .email, entry.event == .create { stories[id]?.wasThere = false }
        stories[id]?.isThere = entry.event != .delete
    }

    var created: [String] { order.filter { stories[$0].map { !$0.wasThere && $0.isThere } ?? false } }
    var updated: [String] { order.filter { stories[$0].map { $0.wasThere && $0.isThere } ?? false } }
    var destroyed: [String] { order.filter { stories[$0].map { $0.wasThere && !$0.isThere } ?? false } }
    /// All ids, also of objects that came and went.
    var all: [String] { order }
}
