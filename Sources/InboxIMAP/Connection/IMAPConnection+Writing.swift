package import Foundation
package import InboxModel

extension IMAPConnection {
    /// Sets and removes flags.
    package func store(in folder: String, _ uids: UIDSet, add: Set<String>, remove: Set<String>)
        async throws(RemoteError)
    {
        try await enter()
        defer { leave() }
        try await openToChange(folder)
        for (sign, flags) in [("+", add), ("-", remove)] where !flags.isEmpty {
            try await store(in: folder, uids, sign, flags)
        }
    }

    /// - Returns: the new UID of each old one (COPYUID), with the UIDVALIDITY there; nil if the server does not tell.
    package func copy(in folder: String, _ uids: UIDSet, to target: String) async throws(RemoteError)
        -> IMAPCopied?
    {
        try await enter()
        defer { leave() }
        return try await transfer("UID COPY", in: folder, uids, to: target)
    }

    /// Only with `hasMove`.
    package func move(in folder: String, _ uids: UIDSet, to target: String) async throws(RemoteError)
        -> IMAPCopied?
    {
        try await enter()
        defer { leave() }
        try await openToChange(folder)
        return try await transfer("UID MOVE", in: folder, uids, to: target)
    }

    /// Deletes messages for good: sets `\Deleted` and expunges just these (UIDPLUS). Where the server can only expunge all that is so
    /// marked, they stay marked.
    package func delete(in folder: String, _ uids: UIDSet) async throws(RemoteError) {
        try await enter()
        defer { leave() }
        try await openToChange(folder)
        try await store(in: folder, uids, "+", ["\\Deleted"])
        guard capabilities.hasUIDPlus else { return }
        for piece in uids.pieces() { try await run(in: folder, IMAPCommand("UID EXPUNGE", piece.text)) }
    }

    /// - Returns: where the message is (APPENDUID); nil if the server does not tell.
    package func append(_ bytes: [UInt8], to folder: String, flags: Set<String>, date: Date?)
        async throws(RemoteError) -> IMAPAppended?
    {
        try await enter()
        defer { leave() }
        var command = IMAPCommand("APPEND").adding(folder: folder)
        if !flags.isEmpty { command = command.adding("(\(try list(flags)))") }
        if let date { command = command.adding("\"\(InternalDate.text(date))\"") }
        let end = try await run(command.adding(literal: bytes))
        let words = String(decoding: end.arguments, as: UTF8.self).split(separator: " ")
        guard end.code == "APPENDUID", words.count == 2, let validity = UInt32(words[0]), let uid = UInt32(words[1]),
            uid > 0
        else { return nil }
        return IMAPAppended(uidValidity: validity, uid: uid)
    }
}

private extension IMAPConnection {
    func store(in folder: String, _ uids: UIDSet, _ sign: String, _ flags: Set<String>) async throws(RemoteError) {
        let flags = try list(flags)
        for piece in uids.pieces() {
            try await run(in: folder, IMAPCommand("UID STORE", "\(piece.text) \(sign)FLAGS.SILENT (\(flags))"))
        }
    }

    /// - Throws: `refused` for a flag that can't be written.
    func list(_ flags: Set<String>) throws(RemoteError) -> String {
        for flag in flags {
            let word = flag.first == "\\" ? flag.dropFirst() : flag[...]
            guard !word.isEmpty, word.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"(){%*\"\\]".utf8.contains($0) })
            else {
                throw RemoteError(.refused(status: 0, message: "no server can keep this keyword"), call: "UID STORE")
            }
        }
        return flags.sorted().joined(separator: " ")
    }

    func transfer(_ name: String, in folder: String, _ uids: UIDSet, to target: String) async throws(RemoteError)
        -> IMAPCopied?
    {
        var copied: IMAPCopied?
        func take(_ condition: IMAPCondition, _ asked: UIDSet) {
            guard condition.code == "COPYUID", let told = IMAPCopied(condition.arguments, asked) else { return }
            copied =
                copied.map { IMAPCopied(uidValidity: told.uidValidity, uids: $0.uids.merging(told.uids) { $1 }) }
                ?? told
        }
        for piece in uids.pieces() {
            let command = IMAPCommand(name, piece.text).adding(folder: target)
            // MOVE tells it before its end (RFC 6851 §4.3).
            let end = try await run(in: folder, command) {
                if case .condition(let condition) = $0 { take(condition, piece) }
            }
            take(end, piece)
        }
        return copied
    }
}

extension IMAPCopied {
    /// Reads what COPYUID tells (RFC 4315 §3): `38505 304,319:320 3956:3958`.
    init?(_ arguments: [UInt8], _ asked: UIDSet) {
        let words = arguments.split(separator: UInt8(ascii: " "))
        guard words.count == 3, let validity = UInt32(String(decoding: words[0], as: UTF8.self)),
            let old = UIDSet.ordered(words[1], most: asked.count),
            let new = UIDSet.ordered(words[2], most: asked.count),
            old.count == new.count
        else { return nil }
        let pairs = zip(old, new).filter { asked.contains($0.0) }
        self.init(uidValidity: validity, uids: Dictionary(pairs) { $1 })
    }
}
