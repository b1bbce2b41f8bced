package import InboxModel

extension JMAPService {
    /// Destroys only messages that are in the trash and nowhere else, and only if nothing has changed since that was checked.
    package func destroy(_ messages: [RemoteID], trash: RemoteID) async throws(RemoteError) -> RemoteDestroyed {
        let call = "Email/set"
        let (asked, found) = try await look(at: messages)
        var gone = Set(found.notFound.map { RemoteID($0) })
        let here = found.list.filter { $0.mailboxes == [trash] }.map(\.id)
        guard !here.isEmpty else { return RemoteDestroyed(asked: asked, gone: gone) }
        let answer: WireSet
        do throws(RemoteError) {
            answer = try await caller.call(
                call, ["destroy": .strings(here), "ifInState": .string(found.state)], as: WireSet.self)
        } catch {
            // Mail arrived or changed in between, so the server did nothing (RFC 8620 §5.3).
            throw error.type == RemoteError.stateMismatch ? error.beforeWork : error
        }
        var refusals: [RemoteError] = []
        for id in here {
            if let refusal = answer.refusal(toDestroy: id, call: call) {
                refusals.append(refusal)
            } else {
                gone.insert(RemoteID(id))
            }
        }
        push.board.wrote()
        // An error of the whole account takes precedence over errors of single messages.
        let refusal = refusals.first { !$0.isAboutObject } ?? refusals.first
        return RemoteDestroyed(asked: asked, gone: gone, refusal: refusal)
    }

    /// Reads the mailboxes of the first messages, as many as can be read and destroyed at once.
    private func look(at messages: [RemoteID]) async throws(RemoteError) -> (asked: Int, found: WireGet<WireMarks>) {
        do throws(RemoteError) {
            let limits = try await keeper.current().session.limits
            let ids = messages.prefix(min(limits.objectsInGet, limits.objectsInSet)).map(\.rawValue)
            let found = try await caller.get(
                "Email/get", ids, properties: WireMarks.properties, as: WireMarks.self)
            return (ids.count, found)
        } catch {
            throw error.beforeWork
        }
    }
}
