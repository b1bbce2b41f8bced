import Foundation
package import InboxModel

extension IMAPConnection {
    /// Messages are asked for in parts of this size: a server that breaks off has then given some.
    private static let headsAtOnce = 200

    /// The beginnings of messages, ascending by UID.
    ///
    /// Servers refuse whole commands for one message that they can't read themselves. The others are then asked for without it, and it comes
    /// without its header and text, so that it is not taken for deleted.
    package func heads(in folder: String, _ uids: UIDSet) async throws(RemoteError) -> [IMAPHead] {
        try await enter()
        defer { leave() }
        // An error of opening is none of a message.
        if opened?.folder != folder { try await open(folder) }
        var heads: [IMAPHead] = []
        for part in uids.pieces(of: Self.headsAtOnce) {
            for piece in part.pieces() { heads += try await self.heads(in: folder, piece, .full) }
        }
        return heads.sorted { $0.uid < $1.uid }
    }

    /// The server's ids of messages (`namesMessages`). Those that it does not tell are left out.
    package func emailIDs(in folder: String, _ uids: UIDSet) async throws(RemoteError) -> [UInt32: String] {
        try await enter()
        defer { leave() }
        let item = capabilities.isGmail ? "X-GM-MSGID" : "EMAILID"
        var collector = FetchCollector<String>(uids) { name, told in name = Self.id(told.values[item]) ?? name }
        for piece in uids.pieces() {
            let command = IMAPCommand("UID FETCH", "\(piece.text) (UID \(item))")
            try await run(in: folder, command, isReading: true) { collector.take($0) }
        }
        return collector.items
    }

    /// A section of messages, without marking them as read.
    /// - Parameters:
    ///   - section: as in `BODY.PEEK[…]`: empty for the whole message, `1.2`, `1.2.MIME`, `HEADER`.
    ///   - range: a stretch of its bytes; what is behind its end is left out.
    package func bytes(in folder: String, _ uids: UIDSet, section: String, _ range: Range<Int>? = nil)
        async throws(RemoteError) -> [UInt32: [UInt8]]
    {
        try await enter()
        defer { leave() }
        let name = "BODY[\(section.uppercased())]"
        let stretch = range.map { "<\($0.lowerBound).\(max($0.count, 1))>" } ?? ""
        var found: [UInt32: [UInt8]] = [:]
        for piece in uids.pieces() {
            var collector = FetchCollector<[UInt8]>(piece) { bytes, told in
                guard let value = told.values[name] ?? told.section(withPrefix: "BODY[") else { return }
                let whole = value.bytes ?? []
                guard let range else { return bytes = whole }
                // A server may give all of it, and then doesn't say where it begins.
                let isCut = !told.cut.isEmpty || range.lowerBound == 0
                bytes = Array(isCut ? whole.prefix(range.count) : whole.dropFirst(range.lowerBound).prefix(range.count))
            }
            let command = IMAPCommand("UID FETCH", "\(piece.text) (UID BODY.PEEK[\(section)]\(stretch))")
            try await run(in: folder, command, isReading: true) { collector.take($0) }
            found.merge(collector.items) { $1 }
        }
        return found
    }
}

private extension IMAPConnection {
    /// How much is asked of messages: less of those of which the server can't give all.
    enum HeadDepth { case full, withoutStructure, bare }

    func heads(in folder: String, _ uids: UIDSet, _ depth: HeadDepth) async throws(RemoteError) -> [IMAPHead] {
        var collector = FetchCollector<FetchedItems>(uids) { items, told in
            if items == nil { items = told } else { items?.join(told) }
        }
        var refusal: RemoteError?
        do throws(RemoteError) {
            let command = IMAPCommand("UID FETCH", "\(uids.text) (\(items(depth)))")
            try await run(in: folder, command, isReading: true) { collector.take($0) }
        } catch {
            guard case .refused = error.reason, isOpen else { throw error }
            refusal = error
        }
        var heads: [IMAPHead] = []
        for (uid, items) in collector.items {
            if let head = head(uid, items, depth) { heads.append(head) }
        }
        let missing = uids.subtracting(UIDSet(heads.map(\.uid)))
        let isIncomplete = refusal != nil || collector.hasBroken || heads.count < collector.items.count
        guard isIncomplete, !missing.isEmpty else { return heads }
        return try await heads + lesser(in: folder, missing, depth, refusal)
    }

    func lesser(in folder: String, _ uids: UIDSet, _ depth: HeadDepth, _ refusal: RemoteError?)
        async throws(RemoteError) -> [IMAPHead]
    {
        switch depth {
        case .full: return try await heads(in: folder, uids, .withoutStructure)
        case .withoutStructure where uids.count == 1 || refusal == nil: return try await heads(in: folder, uids, .bare)
        case .withoutStructure:
            var found: [IMAPHead] = []
            for half in uids.pieces(of: (uids.count + 1) / 2) { found += try await heads(in: folder, half, depth) }
            return found
        case .bare:
            if let refusal { throw refusal }
            return []
        }
    }

    func items(_ depth: HeadDepth) -> String {
        var items = ["UID", "FLAGS", "INTERNALDATE", "RFC822.SIZE"]
        if depth == .full { items.append("BODYSTRUCTURE") }
        if depth != .bare {
            items.append("BODY.PEEK[HEADER.FIELDS (\(Self.headFields.joined(separator: " ")))]")
            items.append("BODY.PEEK[TEXT]<0.\(Self.headText)>")
        }
        if capabilities.isGmail {
            items += ["X-GM-MSGID", "X-GM-THRID"]
        } else if capabilities.hasObjectID {
            items += ["EMAILID", "THREADID"]
        }
        return items.joined(separator: " ")
    }

    /// - Returns: nil if something is missing.
    func head(_ uid: UInt32, _ items: FetchedItems, _ depth: HeadDepth) -> IMAPHead? {
        let header = items.section(withPrefix: "BODY[HEADER")?.bytes
        guard let flags = flagSets.flags(items.values["FLAGS"]), header != nil || depth == .bare else { return nil }
        let date = items.values["INTERNALDATE"]?.bytes.flatMap { InternalDate.date($0) }
        return IMAPHead(
            uid: uid, flags: flags, date: date ?? Date(timeIntervalSince1970: 0),
            size: items.values["RFC822.SIZE"]?.size ?? 0,
            header: header ?? Array("\r\n".utf8),
            text: Array((items.values["BODY[TEXT]"]?.bytes ?? []).prefix(Self.headText)),
            structure: items.values["BODYSTRUCTURE"].flatMap { BodyStructure.part($0) },
            emailID: Self.id(items.values[capabilities.isGmail ? "X-GM-MSGID" : "EMAILID"]),
            threadID: Self.id(items.values[capabilities.isGmail ? "X-GM-THRID" : "THREADID"]))
    }

    /// Gmail gives a number, RFC 8474 an id in parentheses.
    static func id(_ value: IMAPValue?) -> String? {
        guard let text = value?.list.map({ $0.first?.text }) ?? value?.text, !text.isEmpty else { return nil }
        return text
    }
}

extension FetchedItems {
    /// The only section whose name begins so: servers may spell the rest of it in another way than it was asked for.
    fileprivate func section(withPrefix prefix: String) -> IMAPValue? {
        let found = values.filter { $0.key.hasPrefix(prefix) }
        return found.count == 1 ? found.first?.value : nil
    }
}
