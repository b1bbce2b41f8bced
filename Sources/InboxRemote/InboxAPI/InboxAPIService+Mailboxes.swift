package import InboxModel

extension InboxAPIService {
    package func createMailbox(named name: String) async throws(RemoteError) -> RemoteMailbox {
        let call = APICaller.Call(method: .post, name: try await mailboxPath(), isRepeatable: false)
        return try await caller.write(WireMailboxName(name), call, for: WireMailbox.self).remote
    }

    package func renameMailbox(_ id: RemoteID, to name: String) async throws(RemoteError) -> RemoteMailbox {
        let call = APICaller.Call(method: .put, name: try await mailboxPath(), segments: [id.rawValue])
        return try await caller.write(WireMailboxName(name), call, for: WireMailbox.self).remote
    }

    package func deleteMailbox(_ id: RemoteID) async throws(RemoteError) {
        let call = APICaller.Call(method: .delete, name: try await mailboxPath(), segments: [id.rawValue])
        _ = try await caller.answer(call)
    }
}

/// The body that creates or renames a folder or label.
private struct WireMailboxName: Encodable {
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    private enum CodingKeys: String, CodingKey {
        case name = "display_name"
    }
}
