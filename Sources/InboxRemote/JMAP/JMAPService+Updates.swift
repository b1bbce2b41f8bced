import Foundation
package import InboxModel

extension JMAPService {
    package func update(_ id: RemoteID, _ update: RemoteUpdate) async throws(RemoteError) -> RemoteMessage {
        guard let answer = await self.update([id: update])[id] else {
            throw RemoteError(.unreadableAnswer(detail: "Email/set: no answer"), call: "Email/set")
        }
        try answer.get()
        guard let message = try await emails([id.rawValue], .list).first else { throw Self.gone }
        return message.remote
    }

    /// Sends patches, never whole sets of keywords or mailboxes, so that concurrent changes by others are kept (RFC 8620 §5.3). Patches may
    /// be sent twice, so none depends on a state. Only where a message can be in one mailbox, this is named whole: added to the one to
    /// which another client has moved the message meanwhile, it would be refused.
    package func update(_ updates: [RemoteID: RemoteUpdate]) async -> UpdateAnswers {
        let answers: [(RemoteID, Result<Void, RemoteError>)]
        var kept: UpdateAnswers = [:]
        do throws(RemoteError) {
            let most = try await keeper.current().session.mail.mailboxesPerEmail
            kept = Self.crowded(updates, most: most)
            kept.merge(try await homeless(updates)) { first, _ in first }
            let ids = updates.keys.filter { [kept] in kept[$0] == nil }.map(\.rawValue).sorted()
            guard !ids.isEmpty else { return kept }
            let size = min(250, try await keeper.current().session.limits.objectsInSet)
            let count = ids.count
            answers = try await pieces(ids, size: size) { ids throws(RemoteError) in
                var refusals = 0
                do throws(RemoteError) {
                    return try await halving(ids, updates, isInOne: most == 1, &refusals)
                } catch {
                    if error.asksForLess, ids.count > 1 { throw error }
                    // Other pieces may have succeeded already.
                    throw ids.count < count ? error.ofPart : error
                }
            }
        } catch {
            return updates.mapValues { _ in .failure(error) }
        }
        push.board.wrote()
        return kept.merging(answers) { $1 }
    }
}

private extension JMAPService {
    /// Refuses updates that would put a message into more mailboxes than the server allows (RFC 8621 §1.3.1), with a clear message.
    static func crowded(_ updates: [RemoteID: RemoteUpdate], most: Int?) -> UpdateAnswers {
        guard let most, most > 0 else { return [:] }
        return updates.compactMapValues { update in
            // Where a message is in one mailbox only, it leaves that for another.
            let count = most == 1 ? update.addMailboxes.count : update.resultingMailboxes.count
            guard !update.addMailboxes.isEmpty, count > most else { return nil }
            let sizes = "in \(count) mailboxes; the server takes \(most)"
            return .failure(
                RemoteError(.refused(status: 0, message: sizes), call: "Email/set", type: "tooManyMailboxes"))
        }
    }

    /// Refuses updates that would put a message into a mailbox that another client has deleted. Cyrus accepts them, and moves the
    /// message where nobody finds it. While the server reports news at once, the deletion is known here already.
    func homeless(_ updates: [RemoteID: RemoteUpdate]) async throws(RemoteError) -> UpdateAnswers {
        let targets = updates.values.reduce(into: Set<RemoteID>()) { $0.formUnion($1.addMailboxes) }
        guard !targets.isEmpty, !push.board.isLive else { return [:] }
        let gone: Set<RemoteID>
        do throws(RemoteError) {
            let told = try await caller.get(
                "Mailbox/get", targets.map(\.rawValue).sorted(), properties: ["id"], as: WireMailboxNode.self)
            gone = Set(told.notFound.map { RemoteID($0) })
        } catch {
            // A server that refuses to say may still take the updates.
            guard error.nextStep == .drop else { throw error }
            return [:]
        }
        return updates.filter { !$0.value.addMailboxes.isDisjoint(with: gone) }.mapValues { _ in
            .failure(
                RemoteError(
                    .refused(status: 0, message: "its mailbox was deleted on the server"), call: "Email/set",
                    type: "mailboxGone"))
        }
    }

    /// After this many refusals in a row a server is believed: a single update among 250 is found sooner.
    private static let mostRefusals = 10

    /// What is refused as a whole is requested again by halves: one update may be the reason, and the others are of other actions.
    func halving(_ ids: [String], _ updates: [RemoteID: RemoteUpdate], isInOne: Bool, _ refusals: inout Int)
        async throws(RemoteError) -> Settled
    {
        let refusal: RemoteError
        do throws(RemoteError) {
            let settled = try await piece(ids, updates, isInOne: isInOne)
            refusals = 0
            return settled
        } catch {
            guard error.nextStep == .drop, !error.asksForLess || ids.count == 1 else { throw error }
            refusal = error
        }
        refusals += 1
        guard ids.count > 1, refusals < Self.mostRefusals, refusal.type != RemoteError.accountReadOnly else {
            return ids.map { (RemoteID($0), .failure(refusal)) }
        }
        let middle = ids.count / 2
        do throws(RemoteError) {
            let first = try await halving(Array(ids[..<middle]), updates, isInOne: isInOne, &refusals)
            let second = try await halving(Array(ids[middle...]), updates, isInOne: isInOne, &refusals)
            return first + second
        } catch { throw error.ofPart }
    }

    typealias Settled = [(RemoteID, Result<Void, RemoteError>)]

    /// - Parameter isInOne: whether a message can be in one mailbox only.
    func piece(_ ids: [String], _ updates: [RemoteID: RemoteUpdate], isInOne: Bool) async throws(RemoteError) -> Settled
    {
        let settled = try await set(ids, updates, isInOne: isInOne)
        let plain = Self.withoutJunkMarks(settled, updates)
        guard !plain.isEmpty else { return settled }
        let again: Settled
        do throws(RemoteError) {
            again = try await set(plain.keys.map(\.rawValue).sorted(), plain, isInOne: isInOne)
        } catch {
            throw error.ofPart
        }
        return settled.filter { plain[$0.0] == nil } + again
    }

    func set(_ ids: [String], _ updates: [RemoteID: RemoteUpdate], isInOne: Bool) async throws(RemoteError) -> Settled {
        var patches: [String: JSON] = [:]
        for id in ids { patches[id] = updates[RemoteID(id)]?.patch(isInOne: isInOne) }
        var batch = Batch()
        let set = batch.add("Email/set", ["update": .object(patches)], as: WireSet.self)
        let get = batch.add(
            "Email/get", ["ids": .strings(ids), "properties": .strings(WireMarks.properties)],
            as: WireGet<WireMarks>.self)
        let answers = try await caller.send(batch)
        let settled = try answers.value(set)
        var now: [WireMarks] = []
        var gone: Set<String> = []
        do throws(RemoteError) {
            let told = try answers.value(get)
            (now, gone) = (told.list, Set(told.notFound))
        } catch {
            // The updates are done, even if reading the messages failed.
            guard error.nextStep == .drop else { throw error.ofPart }
            now = (try? await marks(of: ids).flatMap(\.list)) ?? []
        }
        let byID = Dictionary(now.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        return ids.map { id in
            let result = Self.result(of: id, updates[RemoteID(id)], settled, now: byID[id], isGone: gone.contains(id))
            return (RemoteID(id), result)
        }
    }

    /// Returns the moves of which only the junk keywords were refused, without them: the mail must still be moved.
    static func withoutJunkMarks(_ settled: Settled, _ updates: [RemoteID: RemoteUpdate]) -> [RemoteID: RemoteUpdate] {
        var plain: [RemoteID: RemoteUpdate] = [:]
        for case (let id, .failure(let error)) in settled {
            guard var update = updates[id], !update.addMailboxes.isEmpty || !update.removeMailboxes.isEmpty else {
                continue
            }
            let words = update.addKeywords.union(update.removeKeywords)
            let isAboutWords =
                error.type == "tooManyKeywords"
                || error.type == "invalidProperties" && error.names.contains { $0.hasPrefix("keywords") }
            guard isAboutWords, !words.isEmpty, words.isSubset(of: [.junk, .notJunk]) else { continue }
            (update.addKeywords, update.removeKeywords) = ([], [])
            plain[id] = update
        }
        return plain
    }

    /// - Parameters:
    ///   - now: nil if the server did not return it.
    ///   - isGone: whether the server has no such message.
    static func result(of id: String, _ update: RemoteUpdate?, _ set: WireSet, now: WireMarks?, isGone: Bool)
        -> Result<Void, RemoteError>
    {
        if let error = set.notUpdated[id] { return .failure(error.objectError(call: "Email/set")) }
        if isGone {
            return .failure(Self.gone)
        }
        guard set.updated.contains(id) || now.map({ update?.isMet(by: $0) ?? true }) ?? false else {
            return .failure(
                RemoteError(.unreadableAnswer(detail: "Email/set: no answer to an update"), call: "Email/set"))
        }
        return .success(())
    }

    static let gone = RemoteError(.notFound(message: "the message is gone"), call: "Email/set", type: "notFound")
}

extension RemoteUpdate {
    /// Whether a message already matches this update.
    fileprivate func isMet(by message: WireMarks) -> Bool {
        message.keywords.isSuperset(of: addKeywords) && message.keywords.isDisjoint(with: removeKeywords)
            && message.mailboxes.isSuperset(of: addMailboxes) && message.mailboxes.isDisjoint(with: removeMailboxes)
    }

    /// The update as a patch object (RFC 8620 §5.3).
    /// - Parameter isInOne: whether a message can be in one mailbox only.
    fileprivate func patch(isInOne: Bool) -> JSON {
        var fields: [String: JSON] = [:]
        for keyword in removeKeywords { fields["keywords/\(keyword.rawValue.asPointerStep)"] = .null }
        for keyword in addKeywords { fields["keywords/\(keyword.rawValue.asPointerStep)"] = true }
        if isInOne, !addMailboxes.isEmpty {
            fields["mailboxIds"] = .object(addMailboxes.reduce(into: [:]) { $0[$1.rawValue] = true })
        } else {
            for mailbox in removeMailboxes { fields["mailboxIds/\(mailbox.rawValue.asPointerStep)"] = .null }
            for mailbox in addMailboxes { fields["mailboxIds/\(mailbox.rawValue.asPointerStep)"] = true }
        }
        return .object(fields)
    }
}

extension String {
    /// The text as one step of a JSON Pointer (RFC 6901 §3).
    var asPointerStep: String {
        replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
    }
}
