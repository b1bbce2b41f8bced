/// The answer of a `/queryChanges` (RFC 8620 §5.6): the changes from an old list to the current one.
struct WireQueryChanges: Decodable, Sendable {
    struct Added: Decodable, Sendable {
        var id: String
        /// The index in the current list.
        var index: Int
    }

    /// Nil if the server does not report it.
    var oldState: String?
    var newState: String
    /// The removed ids. Servers may include ids that were never in the list.
    var removed: [String]
    var added: [Added]

    private enum CodingKeys: String, CodingKey { case oldQueryState, newQueryState, removed, added }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        oldState = fields.text(.oldQueryState)
        newState = try fields.required(.newQueryState)
        removed = fields.list(.removed, of: String.self)
        // One unreadable element leaves a gap, which makes the others useless.
        added = try fields.decode([Added].self, forKey: .added)
    }

    /// Returns the beginning of the current list.
    /// - Parameters:
    ///   - known: the beginning of the old list.
    ///   - isWhole: whether that was the whole old list; else nothing is known beyond its end.
    /// - Returns: nil if the changes contradict the list.
    func applied(to known: [String], isWhole: Bool) -> [String]? {
        let gone = Set(removed)
        var rest = known.filter { !gone.contains($0) }[...]
        var ids: [String] = []
        for new in added.sorted(by: { $0.index < $1.index }) {
            let count = ids.count + rest.count
            guard new.index < count || isWhole else { break }
            guard new.index >= ids.count, new.index <= count else { return nil }
            ids += rest.prefix(new.index - ids.count)
            rest = rest.suffix(count - new.index)
            ids.append(new.id)
        }
        ids += rest
        return Set(ids).count == ids.count ? ids : nil
    }
}
