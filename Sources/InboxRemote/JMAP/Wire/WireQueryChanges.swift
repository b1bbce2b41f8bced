/// The answer of a `/queryChanges` (RFC 8620 §5.6): what leads from a list as it was to the list as it is.
struct WireQueryChanges: Decodable, Sendable {
    struct Added: Decodable, Sendable {
        var id: String
        /// Where it is in the list as it is now.
        var index: Int
    }

    /// Nil where the server does not say it.
    var oldState: String?
    var newState: String
    /// Servers may name others too, which were never in the list.
    var removed: [String]
    var added: [Added]

    private enum CodingKeys: String, CodingKey { case oldQueryState, newQueryState, removed, added }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        oldState = fields.text(.oldQueryState)
        newState = try fields.required(.newQueryState)
        removed = fields.list(.removed, of: String.self)
        // One that can't be read leaves a gap, which is as good as none of them.
        added = try fields.decode([Added].self, forKey: .added)
    }

    /// The beginning of the list as it is now.
    /// - Parameters:
    ///   - known: the beginning of the list as it was.
    ///   - isWhole: whether that was all of it; else nothing is known of what stands behind its end.
    /// - Returns: nil when it can't be so.
    func applied(to known: [String], isWhole: Bool) -> [String]? {
        let gone = Set(removed)
        var ids = known.filter { !gone.contains($0) }
        for new in added.sorted(by: { $0.index < $1.index }) {
            guard new.index >= 0 else { return nil }
            guard new.index < ids.count || isWhole else { break }
            guard new.index <= ids.count else { return nil }
            ids.insert(new.id, at: new.index)
        }
        return Set(ids).count == ids.count ? ids : nil
    }
}
