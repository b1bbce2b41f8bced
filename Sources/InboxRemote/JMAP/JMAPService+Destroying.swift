public import InboxModel

extension JMAPService {
    /// Only what is in the trash and nowhere else goes, and only while nothing has changed since that was looked at.
    public func destroy(_ messages: [RemoteID], trash: RemoteID) async throws(RemoteError) -> Set<RemoteID> {
        let call = "Email/set"
        var gone: Set<RemoteID> = []
        let limits = try await keeper.current().session.limits
        var rest = messages.map(\.rawValue)[...]
        while !rest.isEmpty {
            let ids = Array(rest.prefix(min(limits.objectsInGet, limits.objectsInSet)))
            rest = rest.dropFirst(ids.count)
            var look = Batch()
            let get = look.add(
                "Email/get", ["ids": .strings(ids), "properties": .strings(WireMarks.properties)],
                as: WireGet<WireMarks>.self)
            let found = try await caller.send(look).value(get)
            gone.formUnion(found.notFound.map { RemoteID($0) })
            let here = found.list.filter { $0.mailboxes == [trash] }.map(\.id)
            guard !here.isEmpty else { continue }
            var batch = Batch()
            let set = batch.add(
                call, ["destroy": .strings(here), "ifInState": .string(found.state)], as: WireSet.self)
            let answer = try await caller.send(batch).value(set)
            gone.formUnion(answer.destroyed.map { RemoteID($0) })
            gone.formUnion(answer.notDestroyed.filter { $0.value.type == "notFound" }.map { RemoteID($0.key) })
            if gone.isEmpty, let error = answer.notDestroyed.values.first { throw error.remoteError(call: call) }
        }
        push.board.wrote()
        return gone
    }
}
