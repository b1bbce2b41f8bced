import Foundation
package import InboxModel

extension JMAPService {
    /// A `/` in the name separates levels. Missing parents are created too. One that is there may have a `/` in its own name.
    package func createMailbox(named name: String) async throws(RemoteError) -> RemoteMailbox {
        let call = "Mailbox/set"
        let steps = name.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        let tree = try await mailboxTree()
        let known = steps.indices.map { tree.mailbox(shownAs: steps[...$0].joined(separator: "/")) }
        let there = known.lastIndex { $0 != nil }
        var parent = there.flatMap { known[$0]?.id }
        let missing = steps.dropFirst(there.map { $0 + 1 } ?? 0)
        guard !missing.isEmpty else {
            throw RemoteError(.refused(status: 0, message: "there is a mailbox of that name"), call: call)
        }
        let level = tree.level(of: parent)
        for (depth, step) in zip(level..., missing) {
            try await checkLimits(name: step, depth: depth + 1, call: call)
        }
        var made: [RemoteID] = []
        do throws(RemoteError) {
            for (depth, step) in zip(level..., missing) {
                let role = depth == 0 ? tree.missingRole(called: step) : nil
                made.append(try await create(name: step, parent: parent, role: role))
                parent = made.last?.rawValue
            }
        } catch {
            // All or nothing: the parents just created are empty.
            guard error.nextStep == .drop || error.isAboutObject else { throw error }
            for id in made.reversed() { try? await deleteMailbox(id) }
            throw error.beforeOrder
        }
        guard let parent else { throw RemoteError(.refused(status: 0, message: "no name"), call: call) }
        return RemoteMailbox(
            id: RemoteID(parent), name: name, role: steps.count == 1 ? tree.missingRole(called: name) : nil)
    }

    /// Also moves the mailbox if the name puts it below another one. A `/` that is in its own name stays there.
    package func renameMailbox(_ id: RemoteID, to name: String) async throws(RemoteError) -> RemoteMailbox {
        let call = "Mailbox/set"
        let steps = name.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        guard var last = steps.last else { throw RemoteError(.refused(status: 0, message: "no name"), call: call) }
        let tree = try await mailboxTree()
        let names = tree.names(of: id.rawValue)
        let place = Mailbox.parent(of: steps.joined(separator: "/"))
        var parent: String?
        if place == Mailbox.parent(of: names.joined(separator: "/")) {
            parent = tree.parent(of: id.rawValue)
            if let start = names.last.flatMap(Mailbox.parent) { last = start + "/" + last }
        } else if let place {
            guard let known = tree.mailbox(shownAs: place) else {
                throw RemoteError(.refused(status: 0, message: "there is no mailbox \(place) to put it in"), call: call)
            }
            parent = known.id
        }
        // A mailbox that stays in place is not moved: one whose parent is not visible is at the top only here.
        let isMoved = tree.parent(of: id.rawValue) != parent
        let below = tree.levels(below: id.rawValue)
        let depth = isMoved ? tree.level(of: parent) + 1 : nil
        try await checkLimits(name: last, depth: depth, below: below, call: call)
        var patch: [String: JSON] = ["name": .string(last)]
        if isMoved { patch["parentId"] = parent.map { .string($0) } ?? .null }
        let answer = try await caller.call(call, ["update": [id.rawValue: patch.json].json], as: WireSet.self)
        if let error = answer.refusal(toUpdate: id.rawValue, call: call) { throw error }
        return RemoteMailbox(id: id, name: name, role: tree.role(of: id.rawValue))
    }

    /// Never deletes mail: the server refuses while the mailbox has mail that is in no other (RFC 8621 §2.5).
    package func deleteMailbox(_ id: RemoteID) async throws(RemoteError) {
        let answer = try await caller.call(
            "Mailbox/set", ["destroy": .strings([id.rawValue]), "onDestroyRemoveEmails": false], as: WireSet.self)
        if let error = answer.refusal(toDestroy: id.rawValue, call: "Mailbox/set") { throw error }
    }
}

extension JMAPService {
    /// Returns the mailbox of a role. Creates it if none has the role or a usual name.
    func mailbox(for role: MailboxRole) async throws(RemoteError) -> RemoteID {
        let tree = try await mailboxTree()
        if let known = tree.mailbox(for: role) { return RemoteID(known.id) }
        let name = role.rawValue.capitalized
        do throws(RemoteError) {
            return try await create(name: name, parent: nil, role: role)
        } catch {
            guard error.nextStep == .drop else { throw error }
            let words = "the server has no mailbox for this, and creates none: please create one called “\(name)” there"
            throw RemoteError(.refused(status: 0, message: words), call: "Mailbox/set", type: error.type)
        }
    }

    func mailboxTree() async throws(RemoteError) -> MailboxTree {
        do throws(RemoteError) {
            return MailboxTree(try await nodes(nil))
        } catch {
            // The server does not return that many at once (RFC 8620 §5.1).
            guard error.asksForLess else { throw error }
            let ids = try await mailboxIDs()
            return MailboxTree(
                try await pieces(ids, size: ids.count) { ids throws(RemoteError) in try await nodes(ids) })
        }
    }

    /// - Parameter ids: nil asks for all.
    private func nodes(_ ids: [String]?) async throws(RemoteError) -> [WireMailboxNode] {
        try await caller.get(
            "Mailbox/get", ids, properties: WireMailboxNode.properties, as: WireMailboxNode.self
        ).list
    }

    private static var mostMailboxes: Int { 100_000 }

    private func mailboxIDs() async throws(RemoteError) -> [String] {
        var ids: [String] = []
        while true {
            let found = try await caller.call("Mailbox/query", ["position": .number(ids.count)], as: WireQuery.self).ids
            // A server that returns the same at every position has no more.
            guard !found.isEmpty, !ids.contains(found[0]) else { return ids }
            ids += found
            guard ids.count < Self.mostMailboxes else { throw Self.endless("the server keeps listing mailboxes") }
        }
    }

    /// - Parameter role: set if the server accepts it; the name expresses it too.
    private func create(name: String, parent: String?, role: MailboxRole?) async throws(RemoteError) -> RemoteID {
        guard let role else { return try await createOnce(name: name, parent: parent, role: nil) }
        do throws(RemoteError) {
            return try await createOnce(name: name, parent: parent, role: role)
        } catch {
            guard error.nextStep == .drop else { throw error }
            return try await createOnce(name: name, parent: parent, role: nil)
        }
    }

    /// Must not be sent twice. If the outcome is unknown, the caller first looks for the name.
    private func createOnce(name: String, parent: String?, role: MailboxRole?) async throws(RemoteError) -> RemoteID {
        var fields: [String: JSON] = ["name": .string(name), "parentId": parent.map { .string($0) } ?? .null]
        if let role { fields["role"] = .string(role.rawValue) }
        var batch = Batch()
        batch.isRepeatable = false
        let set = batch.add("Mailbox/set", ["create": ["new": .object(fields)]], as: WireSet.self)
        switch try await caller.send(batch).value(set).created("new", call: "Mailbox/set") {
        case .success(let created): return RemoteID(created.id)
        case .failure(let error):
            guard error.type == "alreadyExists", let existing = error.existingID else {
                throw error.objectError(call: "Mailbox/set")
            }
            return RemoteID(existing)
        }
    }

    /// - Parameters:
    ///   - depth: the new level, 1 at the top; nil if it stays.
    ///   - below: the number of levels that move along.
    private func checkLimits(name: String, depth: Int?, below: Int = 0, call: String) async throws(RemoteError) {
        let limits = try await keeper.current().session.mail
        let problem: String? =
            if let most = limits.mailboxNameBytes, name.utf8.count > most {
                "mailbox names can have \(most) bytes at most here"
            } else if let depth, let most = limits.mailboxDepth, depth + below > most {
                most == 1 ? "mailboxes can't be nested here" : "mailboxes can be nested \(most) levels deep here"
            } else if depth == 1, !limits.mayCreateTopLevelMailbox {
                "this account allows no mailboxes at the top"
            } else {
                nil
            }
        if let problem { throw RemoteError(.refused(status: 0, message: problem), call: call) }
    }
}

extension [String: JSON] {
    var json: JSON { .object(self) }
}
