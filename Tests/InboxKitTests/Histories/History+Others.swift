import InboxModel
import InboxStore
import TestSupport

@testable import InboxKit

/// Changes to the account's mail by other clients.
extension History {
    func meddle() async throws -> String {
        let id = "m\(random.int(0..<6))"
        let drafts = server.drafts.sorted { $0.id < $1.id }
        switch random.int(0..<17) {
        case 0: server.remove(id)
        case 1: server.put(.remote(id: id, thread: "t\(random.int(0..<4))", unread: true, at: random.int(0..<9)))
        case 2: server.remove(mailbox: random.pick(["work", "home", "theirs"]))
        case 3: makeMailbox(random.pick(["Work", "Home", "A", "B", "C"]))
        case 4: server.edit(id) { $0.mailboxes = [RemoteID("inbox")] }
        case 5, 6: server.edit(id) { $0.keywords.formSymmetricDifference([.flagged]) }
        case 7: server.edit(id) { $0.keywords.formSymmetricDifference([Keyword("later")]) }
        case 8 where !drafts.isEmpty:
            let draft = random.pick(drafts)
            letGo(draft)
            server.remove(draft.id.rawValue)
            return "others delete \(draft.id)"
        case 9 where !drafts.isEmpty:
            var draft = random.pick(drafts)
            letGo(draft)
            if server.givesNewDraftIDs {
                // Each save is a new message.
                server.remove(draft.id.rawValue)
                names += 1
                draft.id = RemoteID("theirs-\(names)")
                (draft.subject, draft.body) = ("theirs", MessageBody(plain: "theirs"))
                server.put(draft)
                return "others write \(draft.id)"
            }
            server.edit(draft.id.rawValue) { draft in
                draft.subject = "theirs"
                draft.body = MessageBody(plain: "theirs")
                draft.version = (draft.version ?? 0) + 1
            }
            return "others write \(draft.id)"
        case 10:
            // What is done is in no outbox.
            let queue = try client.store.read { try $0.actions() }.filter { $0.object == nil && $0.state != .sent }
            guard !queue.isEmpty else { return "nothing to discard" }
            let action = random.pick(queue).id
            try await session.discard(action)
            return "discard \(action)"
        case 11, 12: server.edit(id) { $0.mailboxes.insert(RemoteID("archive")) }
        case 14, 15: return recreate(id)
        case 16: return renameMailbox()
        default: server.edit(id) { $0.keywords.formSymmetricDifference([.seen]) }
        }
        return "meddle \(id)"
    }

    /// Creates a message anew under another id and in another thread, as servers do when threads merge (RFC 8621 §3).
    private func recreate(_ id: String) -> String {
        guard var message = server.messages[RemoteID(id)] else { return "nothing to recreate" }
        names += 1
        message.id = RemoteID("again-\(names)")
        message.thread = RemoteID("t\(random.int(0..<4))")
        server.put(message)
        server.remove(id)
        return "recreate \(id) as \(message.id) in \(message.thread)"
    }

    private func renameMailbox() -> String {
        let all = server.mailboxes.values.sorted { $0.id < $1.id }
        let name = random.pick(["Work", "Home", "A", "B", "C", "D"])
        let own = all.filter { $0.role == nil }
        guard !own.isEmpty, !all.contains(where: { $0.name == name }) else { return "no name to give" }
        var mailbox = random.pick(own)
        mailbox.name = name
        server.put(mailbox)
        return "others rename \(mailbox.id) to \(name)"
    }

    /// Creates a mailbox. Like every server, this one has unique mailbox names and never reuses an id.
    private func makeMailbox(_ name: String) {
        guard !server.mailboxes.values.contains(where: { $0.name == name }) else { return }
        names += 1
        let id = server.hasUsed(mailbox: RemoteID("theirs")) ? "theirs-\(names)" : "theirs"
        server.put(RemoteMailbox(id: RemoteID(id), name: name, role: nil))
    }

    /// Allows a draft to be lost, because another client may delete what the server has.
    private func letGo(_ draft: RemoteMessage) {
        texts = texts.filter { $0.value != draft.subject }
    }
}
