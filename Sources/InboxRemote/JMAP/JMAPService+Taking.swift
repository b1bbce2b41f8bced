package import InboxModel

/// Moves messages here from another account. If one sign-in opens both, the server copies them (Email/copy, RFC 8621 §4.7); else they are
/// imported, byte for byte, as is what another dialect has. The server never destroys the original by itself: that is requested once the copy is known to be complete.
extension JMAPService {
    private static let call = RemoteError.copying
    /// How many messages of a matching size are compared at most.
    private static let lookedAt = 50

    /// The copies, by the ids of their originals.
    typealias Copies = [RemoteID: Result<Made, RemoteError>]

    /// Where the bytes of originals come from.
    enum Source {
        case server(JMAPService)
        /// They are here.
        case bytes([UInt8])

        func bytes(of original: WireOriginal) async throws(RemoteError) -> [UInt8] {
            switch self {
            case .server(let service): try await service.bytes(of: original)
            case .bytes(let bytes): bytes
            }
        }
    }

    struct Made {
        var id: RemoteID
        var isNew = true
        /// Whether the server just created it.
        var isMade = false
        /// The size of the imported bytes, if they differ from the original.
        var size: Int?
    }

    package func take(_ wanted: [RemoteID: Set<RemoteID>], from source: any RemoteService, mayBeHere: Bool) async
        -> [RemoteID: Result<RemoteCopy, RemoteError>]
    {
        guard let server = source as? JMAPService else {
            return await takeSingly(wanted, from: source, mayBeHere: mayBeHere)
        }
        do throws(RemoteError) {
            return try await take(wanted, from: server, mayBeHere: mayBeHere)
        } catch {
            return wanted.mapValues { _ in .failure(error) }
        }
    }

    package func letGo(_ messages: [RemoteID]) async throws(RemoteError) -> [RemoteID: RemoteError] {
        let size = try await keeper.current().session.limits.objectsInSet
        var refused: [RemoteID: RemoteError] = [:]
        for ids in messages.map(\.rawValue).inPieces(of: size) {
            let answer = try await caller.call("Email/set", ["destroy": .strings(ids)], as: WireSet.self)
            for id in ids { refused[RemoteID(id)] = answer.refusal(toDestroy: id, call: "Email/set") }
        }
        push.board.wrote()
        return refused
    }

    private func take(_ wanted: [RemoteID: Set<RemoteID>], from source: JMAPService, mayBeHere: Bool)
        async throws(RemoteError) -> [RemoteID: Result<RemoteCopy, RemoteError>]
    {
        let here = try await keeper.current().session
        let there = try await source.keeper.current().session
        let isOneServer = here.apiURL == there.apiURL
        guard !isOneServer || here.account != there.account else { throw Self.sameAccount }
        let told = try await source.originals(wanted.keys.sorted())
        let originals = told.flatMap(\.list)
        // A message that the answer omits need not be gone.
        var copies: Copies = wanted.mapValues { _ in
            .failure(RemoteError(.unreadableAnswer(detail: "Email/get: a message is left out"), call: Self.call))
        }
        for id in told.flatMap(\.notFound) {
            copies[RemoteID(id)] = .failure(
                RemoteError(.notFound(message: "the message is gone"), call: Self.call, type: "notFound"))
        }
        var open: [WireOriginal] = []
        for original in originals {
            let places = wanted[original.remoteID] ?? []
            if mayBeHere, let known = try await copy(of: original, in: places, from: .server(source)) {
                copies[original.remoteID] = .success(known)
            } else {
                open.append(original)
            }
        }
        var isAsked = false
        do throws(RemoteError) {
            let isCopied = isOneServer && here.mailAccounts[there.account] != nil
            for some in open.inPieces(of: min(Self.lookedAt, here.limits.objectsInSet)) {
                let made =
                    isCopied
                    ? try await copy(some, wanted, from: there.account, of: source, &isAsked) : [:]
                copies.merge(made) { $1 }
                let rest = some.filter { made[$0.remoteID] == nil }
                copies.merge(try await bring(rest, wanted, from: .server(source), &isAsked)) { $1 }
            }
            let all = try await proven(copies, originals, isSameName: here.account == there.account)
            push.board.wrote()
            return all
        } catch {
            // Whichever call failed after the first copy was requested, copies may exist.
            guard isAsked else { throw error }
            throw Self.copying(error)
        }
    }

    /// An error after which copies may exist.
    static func copying(_ error: RemoteError) -> RemoteError {
        RemoteError(
            error.reason, call: call, retryAfter: error.retryAfter, type: error.type, names: error.names,
            finding: error.finding)
    }

    /// Finds an email with the same bytes in the same mailbox, also with CRLF line ends. Searches by size, because a text index may lag.
    func copy(of original: WireOriginal, in places: Set<RemoteID>, from source: Source)
        async throws(RemoteError) -> Made?
    {
        guard let place = places.min() else { return nil }
        let bytes = try await source.bytes(of: original)
        let forms = [bytes, Self.withLineEnds(bytes)].compactMap(\.self)
        let ids = try await query([
            "filter": [
                "inMailbox": .string(place.rawValue), "minSize": .number(original.size),
                "maxSize": .number((forms.last?.count ?? original.size) + 1),
            ], "sort": Self.newestFirst, "limit": .number(Self.lookedAt),
        ]).ids
        guard !ids.isEmpty else { return nil }
        let found = try await self.originals(ids.map { RemoteID($0) }).flatMap(\.list)
        for found in found where forms.contains(where: { $0.count == found.size }) {
            let known = try await self.bytes(of: found)
            if forms.contains(known) { return Made(id: found.remoteID, size: known.count) }
        }
        return nil
    }

    /// - Returns: nil if all lines already end in CRLF.
    static func withLineEnds(_ bytes: [UInt8]) -> [UInt8]? {
        let bare = bytes.indices.count { bytes[$0] == 0x0A && ($0 == 0 || bytes[$0 - 1] != 0x0D) }
        guard bare > 0 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bare)
        for (index, byte) in bytes.enumerated() {
            if byte == 0x0A, index == 0 || bytes[index - 1] != 0x0D { result.append(0x0D) }
            result.append(byte)
        }
        return result
    }

    /// Bytes that are incomplete or replaced by something else are requested again another time.
    func bytes(of original: WireOriginal) async throws(RemoteError) -> [UInt8] {
        let bytes = try await bytes(ofMessage: RemoteID(original.blobID))
        guard bytes.count == original.size else {
            let told = "\(bytes.count) bytes came of a message of \(original.size)"
            throw RemoteError(.unreadableAnswer(detail: told), call: "download")
        }
        return bytes
    }

    private func originals(_ ids: [RemoteID]) async throws(RemoteError) -> [WireGet<WireOriginal>] {
        try await pieces(ids.map(\.rawValue), size: 250) { ids throws(RemoteError) in
            let answer = try await caller.get(
                "Email/get", ids, properties: WireOriginal.properties, as: WireOriginal.self)
            return [answer]
        }
    }

    /// Verifies that each copy exists, has its original's size, and is not the original.
    /// - Parameter isSameName: whether both accounts have the same id, as one account has that was opened by two addresses.
    func proven(_ copies: Copies, _ originals: [WireOriginal], isSameName: Bool) async throws(RemoteError)
        -> [RemoteID: Result<RemoteCopy, RemoteError>]
    {
        let made = copies.values.compactMap { try? $0.get().id }
        let sizes = Dictionary(
            try await self.originals(made).flatMap(\.list).map { ($0.remoteID, $0.size) },
            uniquingKeysWith: { $1 })
        let messages = Dictionary(
            try await emails(made.map(\.rawValue), .list).map { ($0.remote.id, $0.remote) }, uniquingKeysWith: { $1 })
        let wanted = Dictionary(originals.map { ($0.remoteID, $0.size) }, uniquingKeysWith: { $1 })
        var parts: [RemoteID: Made] = [:]
        var proven: [RemoteID: Result<RemoteCopy, RemoteError>] = [:]
        for (original, copy) in copies {
            proven[original] = copy.flatMap { made in
                if isSameName, made.id == original { return .failure(Self.sameAccount) }
                // The server said that it exists when it was created; it is only missing from this answer.
                guard let message = messages[made.id], let size = sizes[made.id] else { return .failure(Self.notTold) }
                guard size == made.size ?? wanted[original] else {
                    parts[original] = made
                    return .failure(Self.notWhole)
                }
                return .success(RemoteCopy(message, isNew: made.isNew))
            }
        }
        for original in await left(of: parts) { proven[original] = .failure(Self.notWholeAndThere) }
        return proven
    }

    /// Destroys incomplete copies: those that were just created and differ in size from their original.
    /// - Returns: the originals of the copies that still exist.
    private func left(of parts: [RemoteID: Made]) async -> [RemoteID] {
        guard !parts.isEmpty else { return [] }
        let made = parts.filter(\.value.isMade).mapValues(\.id)
        do throws(RemoteError) {
            let refused = try await letGo(made.values.sorted())
            return parts.keys.filter { original in made[original].map { refused[$0] != nil } ?? true }
        } catch {
            return Array(parts.keys)
        }
    }

    private static let sameAccount = RemoteError(
        .refused(status: 0, message: "both are the same account on the server"), call: call)
    private static let notTold = RemoteError(
        .unreadableAnswer(detail: "Email/get: the copy is left out"), call: call)
    private static let notWhole = RemoteError(
        .refused(status: 0, message: "the copy was not the whole message"), call: call)
    private static let notWholeAndThere = RemoteError(
        .refused(status: 0, message: "the copy is not the whole message, and can't be deleted"), call: call)
}

extension Array {
    fileprivate func inPieces(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: Swift.max(size, 1)).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
