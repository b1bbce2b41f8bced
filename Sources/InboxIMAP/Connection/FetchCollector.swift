/// Gathers FETCH responses by UID, in whatever pieces and order they come (RFC 9051 §7.5.2).
struct FetchCollector<Item> {
    private(set) var items: [UInt32: Item] = [:]
    /// Whether a response was malformed.
    private(set) var hasBroken = false
    private let wanted: UIDSet?
    /// The UIDs of messages by their numbers in the folder: a server may tell news of flags without the UID.
    private var uids: [UInt64: UInt32] = [:]
    private let join: (inout Item?, FetchedItems) -> Void

    /// - Parameters:
    ///   - wanted: the UIDs that count; nil for all.
    ///   - join: adds what a response says to what is known of the message.
    init(_ wanted: UIDSet?, join: @escaping (inout Item?, FetchedItems) -> Void) {
        (self.wanted, self.join) = (wanted, join)
    }

    mutating func take(_ response: IMAPResponse) {
        switch response {
        case .fetch(let told):
            hasBroken = hasBroken || told.isBroken
            guard let uid = told.uid ?? uids[told.number] else { return }
            guard wanted?.contains(uid) ?? true else { return }
            uids[told.number] = uid
            join(&items[uid], told)
        // The numbers mean other messages from now on.
        case .expunge, .vanished: uids = [:]
        default: break
        }
    }
}
