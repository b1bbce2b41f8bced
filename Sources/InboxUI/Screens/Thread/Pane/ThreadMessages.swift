import InboxModel

/// The messages of a thread: by id, by age, and in the order shown.
struct ThreadMessages {
    private var byID: [MessageID: Message] = [:]
    /// The place of each message among all, oldest first.
    private var ages: [MessageID: Int] = [:]
    private(set) var replies = ThreadReplies()
    /// Whether each message is below the one that it answers, instead of sorted by date; what is taken next is ordered so.
    var isByReplies = false

    subscript(id: MessageID) -> Message? { byID[id] }

    var ids: Set<MessageID> { Set(byID.keys) }
    /// The messages in the order shown.
    var shown: [Message] { replies.shown }

    /// - Parameter messages: oldest first.
    /// - Returns: those that are other than before, or were not there.
    mutating func take(_ messages: [Message]) -> [MessageID] {
        var new: [MessageID: Message] = [:]
        new.reserveCapacity(messages.count)
        ages.removeAll(keepingCapacity: true)
        var changed: [MessageID] = []
        for (place, message) in messages.enumerated() {
            if byID[message.id] != message { changed.append(message.id) }
            new[message.id] = message
            ages[message.id] = place
        }
        byID = new
        replies = ThreadReplies(messages, isTree: isByReplies)
        return changed
    }

    /// Returns how many messages are older.
    func age(of id: MessageID) -> Int { ages[id] ?? 0 }

    /// Returns the subject of the message shown above another one; nil for the first.
    func subject(above id: MessageID) -> String? {
        guard let index = replies.places[id], index > 0 else { return nil }
        return shown[index - 1].subject
    }
}
