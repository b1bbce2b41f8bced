public import InboxModel
public import InboxRemote

/// Messages that move between model servers.
extension ScriptedService {
    public func take(_ wanted: [RemoteID: Set<RemoteID>], from source: any RemoteService, mayBeHere: Bool) async
        -> [RemoteID: Result<RemoteCopy, RemoteError>]
    {
        guard let source = source as? ScriptedService else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: wanted.map { id, places in
                (id, copy(id, to: places, from: source.server, mayBeHere: mayBeHere))
            })
    }

    private func copy(_ id: RemoteID, to places: Set<RemoteID>, from source: ModelServer, mayBeHere: Bool)
        -> Result<RemoteCopy, RemoteError>
    {
        do throws(RemoteError) {
            return .success(
                try server.call(RemoteError.copying, id.rawValue) { access throws(RemoteError) in
                    guard var copy = source.messages[id] else {
                        throw RemoteError(.notFound(message: "no such message"), call: RemoteError.copying)
                    }
                    let known = access.messages().first {
                        $0.subject == copy.subject && $0.receivedAt == copy.receivedAt && $0.mailboxes == places
                    }
                    if mayBeHere, let known { return RemoteCopy(known) }
                    (copy.id, copy.thread) = (
                        RemoteID("\(id)+\(server.calls.count)"), RemoteID("t\(server.calls.count)")
                    )
                    copy.mailboxes = places
                    server.put(copy)
                    return RemoteCopy(copy)
                })
        } catch {
            return .failure(error)
        }
    }

    public func letGo(_ messages: [RemoteID]) async throws(RemoteError) -> [RemoteID: RemoteError] {
        try server.call("letGo", messages.map(\.rawValue).joined(separator: " ")) { access throws(RemoteError) in
            for id in messages { server.remove(id.rawValue) }
            return [:]
        }
    }
}
