import InboxModel

/// The two ways to copy messages of another account.
extension JMAPService {
    /// - Returns: no entry for messages that the server cannot copy between these accounts. Cyrus 3.6 rejects the mailbox of another user
    ///   here, although it imports into it.
    func copy(
        _ originals: [WireOriginal], _ wanted: [RemoteID: Set<RemoteID>], from account: String, of source: JMAPService,
        look: Int = 0, _ isAsked: inout Bool
    ) async throws(RemoteError) -> Copies {
        var create: [String: JSON] = [:]
        for (number, original) in originals.enumerated() {
            var object = original.object(in: wanted[original.remoteID] ?? [])
            object["id"] = .string(original.id)
            create["m\(number)"] = .object(object)
        }
        let state = try await answered([]).state
        var copies: Copies = [:]
        isAsked = true
        do throws(RemoteError) {
            let arguments: [String: JSON] = ["fromAccountId": .string(account), "create": .object(create)]
            let answer = try await bound(RemoteError.copying, arguments, at: state)
            for (number, original) in originals.enumerated()
            where answer.notCreated["m\(number)"]?.names != ["mailboxIds"] {
                copies[original.remoteID] = try await settled(
                    answer, "m\(number)", wanted[original.remoteID] ?? [], call: RemoteError.copying)
            }
            return copies
        } catch {
            let isImpossible = ["unknownMethod", "fromAccountNotFound", "fromAccountNotSupportedByMethod", "forbidden"]
            if error.type.map(isImpossible.contains) ?? false { return [:] }
            try lookAgain(look, after: error, of: RemoteError.copying)
        }
        var open: [WireOriginal] = []
        for original in originals {
            if let known = try await copy(of: original, in: wanted[original.remoteID] ?? [], from: .server(source)) {
                copies[original.remoteID] = .success(known)
            } else {
                open.append(original)
            }
        }
        guard !open.isEmpty else { return copies }
        let rest = try await copy(open, wanted, from: account, of: source, look: look + 1, &isAsked)
        return copies.merging(rest) { $1 }
    }

    func bring(
        _ originals: [WireOriginal], _ wanted: [RemoteID: Set<RemoteID>], from source: Source,
        _ isAsked: inout Bool
    ) async throws(RemoteError) -> Copies {
        var copies: Copies = [:]
        for original in originals {
            let places = wanted[original.remoteID] ?? []
            copies[original.remoteID] = try await bring(original, places, from: source, &isAsked)
        }
        return copies
    }

    private func bring(
        _ original: WireOriginal, _ places: Set<RemoteID>, from source: Source, _ isAsked: inout Bool
    ) async throws(RemoteError) -> Result<Made, RemoteError> {
        do throws(RemoteError) {
            let bytes = try await source.bytes(of: original)
            let made = try await give(bytes, original, places, from: source, &isAsked)
            // Lines of mail end in CRLF (RFC 5322 §2.3). Mail from an mbox file or a Maildir may have bare LFs, which some servers refuse.
            guard case .failure(let error) = made, error.type == "invalidEmail",
                let whole = Self.withLineEnds(bytes)
            else { return made }
            return try await give(whole, original, places, from: source, &isAsked).map {
                Made(id: $0.id, isNew: $0.isNew, isMade: $0.isMade, size: $0.size ?? whole.count)
            }
        } catch {
            guard error.nextStep == .drop else { throw error }
            return .failure(error)
        }
    }

    private func give(
        _ bytes: [UInt8], _ original: WireOriginal, _ places: Set<RemoteID>, from source: Source,
        _ isAsked: inout Bool
    ) async throws(RemoteError) -> Result<Made, RemoteError> {
        let method = "Email/import"
        var object = original.object(in: places)
        object["blobId"] = .string(try await upload(bytes, type: "message/rfc822"))
        for look in 0... {
            let state = try await answered([]).state
            isAsked = true
            let answer: WireSet
            do throws(RemoteError) {
                answer = try await bound(method, ["emails": ["m": .object(object)]], at: state)
            } catch {
                try lookAgain(look, after: error, of: method)
                if let known = try await copy(of: original, in: places, from: source) { return .success(known) }
                continue
            }
            return try await settled(answer, "m", places, call: method)
        }
        throw RemoteError(.unsupported, call: method)
    }

    /// Allows another attempt after a state mismatch: something else changed, or the request arrived twice. Then the first made the copy,
    /// and a search finds it. After repeated mismatches, requests omit the state.
    private func lookAgain(_ look: Int, after error: RemoteError, of method: String) throws(RemoteError) {
        guard error.type == RemoteError.stateMismatch, !knowledge.isStateless(method) else { throw error }
        if look + 1 >= Self.looks { knowledge.noteStateless(method) }
    }

    private static let looks = 4

    /// Returns a message's result. A server that stores equal bytes only once names the existing email, which is put into the target
    /// mailboxes.
    private func settled(_ answer: WireSet, _ key: String, _ places: Set<RemoteID>, call: String)
        async throws(RemoteError) -> Result<Made, RemoteError>
    {
        if let created = answer.created[key] { return .success(Made(id: RemoteID(created.id), isMade: true)) }
        guard let error = answer.notCreated[key] else {
            // Neither created nor refused: the copy may exist.
            throw RemoteError(.unreadableAnswer(detail: "\(call): no answer about a message"), call: call)
        }
        guard error.type == "alreadyExists", let known = error.existingID.map({ RemoteID($0) }) else {
            return .failure(error.remoteError(call: call))
        }
        var update = RemoteUpdate(addMailboxes: places)
        if let trash = try await mailboxTree().mailbox(for: .trash).map({ RemoteID($0.id) }), !places.contains(trash) {
            update.removeMailboxes = [trash]
        }
        switch await self.update([known: update])[known] {
        case .success: return .success(Made(id: known, isNew: false))
        case .failure(let error): return .failure(error)
        case nil: return .failure(RemoteError(.unreadableAnswer(detail: "Email/set: no answer"), call: "Email/set"))
        }
    }
}
