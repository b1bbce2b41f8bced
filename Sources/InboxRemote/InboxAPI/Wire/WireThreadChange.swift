import InboxModel

/// The answer of `PUT /threads/<id>`: what tells whether only what was meant has changed.
struct WireChangedThread: Decodable {
    /// The messages without the drafts; nil if the answer does not name them.
    var messages: Set<RemoteID>?
    /// Nil if the answer does not name them, as in accounts with labels.
    var folders: Set<RemoteID>?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(WireKey.self)
        messages = fields.value(.messageIDs, as: [String].self).map { Set($0.map { RemoteID($0) }) }
        folders = fields.value(.folders, as: [WireMailbox].self).map { Set($0.map(\.remote.id)) }
    }
}

/// The answer of `/delta` for threads, of which only the ids are read.
struct WireThreadDeltas: Decodable {
    private struct Entry: Decodable {
        var id: RemoteID

        init(from decoder: any Decoder) throws {
            id = RemoteID(try decoder.members(WireKey.self).required(.id, or: .objectID))
        }
    }

    var end: String
    var threads: [RemoteID]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(WireKey.self)
        end = try fields.required(.cursorEnd)
        threads = try fields.decode([Entry].self, forKey: .deltas).map(\.id)
    }
}
