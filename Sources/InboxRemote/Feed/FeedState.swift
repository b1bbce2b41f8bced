import InboxModel

/// What a feed contained when it was last read; the next reading is compared with it.
struct FeedState: Codable, Hashable {
    /// The fingerprint of all entries in their order.
    var all: UInt64
    /// The fingerprint of each message by id; nil if there are too many to keep in a state.
    var each: [String: UInt64]?

    /// Enough for any reasonable feed, and keeps a state below about 100 KiB.
    private static let largest = 2000

    init(_ reading: FeedReading) {
        all = Fingerprint.of(reading.items.map { $0.message.id.rawValue + " " + String($0.fingerprint, radix: 36) })
        guard reading.items.count <= FeedState.largest else { return }
        let pairs = reading.items.map { ($0.message.id.rawValue, $0.fingerprint) }
        each = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// Returns nil for any other text.
    init?(text: String) { self.init(jsonText: text) }

    var text: String { (try? jsonText()) ?? "" }

    /// Returns the changes from this state to a reading, in the feed's order; nil if they cannot be calculated.
    func changes(to reading: FeedReading) -> [RemoteChange]? {
        if all == FeedState(reading).all { return [] }
        guard let each else { return nil }
        let present = Set(reading.items.map(\.message.id.rawValue))
        let gone = each.keys.filter { !present.contains($0) }.sorted().map { RemoteChange.messageGone(RemoteID($0)) }
        let changed = reading.items.filter { each[$0.message.id.rawValue] != $0.fingerprint }
        return gone + changed.map { .message($0.message) }
    }
}
