import Foundation
package import InboxModel

extension IMAPConnection {
    /// - Parameter changedSince: only messages whose flags changed after this number (RFC 7162); nil for all.
    /// - Parameter uids: `1:*` if nil.
    /// - Returns: ascending.
    package func outlines(in folder: String, _ uids: UIDSet?, changedSince: UInt64? = nil)
        async throws(RemoteError) -> [IMAPOutline]
    {
        try await enter()
        defer { leave() }
        guard let uids else { return try await outlines(in: folder, "1:*", nil, changedSince) }
        var outlines: [IMAPOutline] = []
        for piece in uids.pieces() {
            outlines += try await self.outlines(in: folder, piece.text, piece, changedSince)
        }
        return outlines
    }

    /// The same for everything from a UID on, which is empty if there is none that high.
    package func outlines(in folder: String, from uid: UInt32) async throws(RemoteError) -> [IMAPOutline] {
        try await enter()
        defer { leave() }
        let first = max(uid, 1)
        // The last message is in the answer even if its UID is lower (RFC 9051 §6.4.9).
        return try await outlines(in: folder, "\(first):*", UIDSet(first...UInt32.max), nil)
    }

    /// The same for the messages that came last to a folder.
    /// - Parameter messages: how many it had when it was opened.
    package func newestOutlines(in folder: String, _ count: Int, of messages: Int) async throws(RemoteError)
        -> [IMAPOutline]
    {
        try await enter()
        defer { leave() }
        guard messages > 0 else { return [] }
        return try await outlines(in: folder, "\(max(messages - count + 1, 1)):*", nil, nil, verb: "FETCH")
    }

    /// All UIDs of a folder.
    package func uids(in folder: String) async throws(RemoteError) -> UIDSet {
        try await enter()
        defer { leave() }
        // To take a folder for empty means to forget its mail. The first message may come while the server answers.
        for _ in 0..<2 {
            let found = try await find(in: folder, "ALL") ?? []
            if !found.isEmpty || link.exists == 0 { return found }
        }
        throw link.broken(MalformedAnswer(detail: "a folder with messages is listed as empty"), call: "UID SEARCH")
    }

    /// - Parameter key: a search key, such as `HEADER Message-ID "<a@b>"` (RFC 9051 §6.4.4), with nothing in it that a sender chose, except
    ///   in quotes.
    package func search(in folder: String, _ key: String) async throws(RemoteError) -> UIDSet {
        try await enter()
        defer { leave() }
        return try await find(in: folder, key) ?? []
    }

    /// A text as a quoted string; nil if it has other than printable ASCII characters.
    package static func quoted(_ text: String) -> String? {
        guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

private extension IMAPConnection {
    /// - Returns: nil if the server does not say what it found.
    func find(in folder: String, _ key: String) async throws(RemoteError) -> UIDSet? {
        let isExtended = capabilities.names.contains("ESEARCH") || capabilities.names.contains("IMAP4REV2")
        var found: [ClosedRange<UInt32>]?
        // With UTF-8 in use, an encoding must not be named (RFC 6855 §3).
        let isUnicode = !isUTF8 && !key.utf8.allSatisfy { $0 < 0x80 }
        let options = [isExtended ? "RETURN (ALL)" : nil, isUnicode ? "CHARSET UTF-8" : nil].compactMap(\.self)
        let command = IMAPCommand("UID SEARCH", options.joined(separator: " ")).adding(key: key)
        try await run(in: folder, command) { response throws(MalformedAnswer) in
            guard case .found(let set) = response else { return }
            found = (found ?? []) + set.ranges
            guard found?.count ?? 0 <= ResponseLimits.ranges else {
                throw MalformedAnswer(detail: "the answer to a search is too large")
            }
        }
        return found.map { UIDSet(ranges: $0) }
    }

    func outlines(
        in folder: String, _ set: String, _ wanted: UIDSet?, _ changedSince: UInt64?, verb: String = "UID FETCH"
    )
        async throws(RemoteError) -> [IMAPOutline]
    {
        let since = changedSince.map { " (CHANGEDSINCE \(max($0, 1)))" } ?? ""
        var sets = flagSets
        var collector = FetchCollector<OutlineParts>(wanted) { parts, told in
            let date = told.values["INTERNALDATE"]?.bytes.flatMap { InternalDate.date($0) }
            parts = OutlineParts(
                flags: sets.flags(told.values["FLAGS"]) ?? parts?.flags, date: date ?? parts?.date)
        }
        let command = IMAPCommand(verb, "\(set) (UID FLAGS INTERNALDATE)\(since)")
        try await run(in: folder, command) { collector.take($0) }
        flagSets = sets
        let outlines = collector.items.compactMap { uid, parts in
            parts.flags.map { IMAPOutline(uid: uid, flags: $0, date: parts.date) }
        }
        return outlines.sorted { $0.uid < $1.uid }
    }
}

/// What is known of an outline so far.
private struct OutlineParts {
    var flags: Set<String>?
    var date: Date?
}
