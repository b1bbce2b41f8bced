package import InboxModel

extension InboxAPIService {
    package func update(_ id: RemoteID, _ update: RemoteUpdate) async throws(RemoteError) -> RemoteMessage {
        let call = Self.call(for: id)
        var change = MarkChange(marksOf: update)
        if update.movesMailboxes {
            if try await hasLabels() {
                // Others may have changed the labels.
                let there = try await unchanged(id, call: call).mailboxes
                change.labels = MarkChange.labels(of: there, after: update)?.map(\.rawValue).sorted()
            } else {
                change.folder = try MarkChange.folder(of: update).rawValue
            }
        }
        guard !change.isEmpty else { return try await unchanged(id, call: call) }
        return try await write(change, to: id)
    }

    func write(_ change: MarkChange, to message: RemoteID) async throws(RemoteError) -> RemoteMessage {
        try await caller.write(change, Self.call(for: message), for: WireMessage.self).remote
    }

    private static func call(for message: RemoteID) -> APICaller.Call {
        APICaller.Call(method: .put, name: "/messages", segments: [message.rawValue])
    }

    private func unchanged(_ id: RemoteID, call: APICaller.Call) async throws(RemoteError) -> RemoteMessage {
        guard let message = try await message(id) else {
            throw RemoteError(.notFound(message: "the message is gone"), call: call.title)
        }
        return message
    }
}
