import InboxModel

/// Copies of messages of an account that does not speak JMAP: one after the other, as each is here whole for a while.
extension JMAPService {
    func takeSingly(_ wanted: [RemoteID: Set<RemoteID>], from source: any RemoteService, mayBeHere: Bool) async
        -> [RemoteID: Result<RemoteCopy, RemoteError>]
    {
        var answers: [RemoteID: Result<RemoteCopy, RemoteError>] = [:]
        for (id, places) in wanted.sorted(by: { $0.key < $1.key }) {
            do throws(RemoteError) {
                answers[id] = try await take(id, to: places, from: source, mayBeHere: mayBeHere)
            } catch {
                answers[id] = .failure(error)
                guard error.nextStep != .drop else { continue }
                // The rest is not asked for.
                let before = RemoteError(error.reason, call: "take", retryAfter: error.retryAfter).beforeWork
                for rest in wanted.keys where answers[rest] == nil { answers[rest] = .failure(before) }
                break
            }
        }
        push.board.wrote()
        return answers
    }

    private func take(
        _ id: RemoteID, to places: Set<RemoteID>, from source: any RemoteService, mayBeHere: Bool
    ) async throws(RemoteError) -> Result<RemoteCopy, RemoteError> {
        guard let message = try await source.message(id) else {
            throw RemoteError(.notFound(message: "the message is gone"), call: RemoteError.copying, type: "notFound")
        }
        let bytes = try await source.rawMessage(id)
        let original = WireOriginal(message, size: bytes.count)
        var copies: Copies = [:]
        if mayBeHere, let known = try await copy(of: original, in: places, from: .bytes(bytes)) {
            copies[id] = .success(known)
        }
        var isAsked = false
        do throws(RemoteError) {
            if copies.isEmpty { copies = try await bring([original], [id: places], from: .bytes(bytes), &isAsked) }
            let answer = try await proven(copies, [original], isSameName: false)[id]
            return answer
                ?? .failure(RemoteError(.unreadableAnswer(detail: "no answer to a copy"), call: RemoteError.copying))
        } catch {
            throw isAsked ? Self.copying(error) : error
        }
    }
}
