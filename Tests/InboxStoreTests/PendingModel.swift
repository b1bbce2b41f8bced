import Foundation
import InboxModel
import InboxStore
import TestSupport

/// One account whose user, server and network do random things, one step after the other, with every answer and every
/// delta held back for as long as chance wants it.
final class PendingModel {
    private static let mailboxes = ["inbox", "work", "archive"].map { RemoteMailbox.remote($0) }

    let store: Store
    let account: AccountID
    let server = ModelServer(mailboxes: PendingModel.mailboxes)
    /// What the user sees if nothing but the user changes anything.
    private(set) var view: [RemoteID: MessageMarks] = [:]
    private var done: [[RemoteID: MessagePatch]] = []
    private var undone: [[RemoteID: MessagePatch]] = []
    private var random: SeededRandom
    /// Others change mail too, and the server refuses things.
    private let isStormy: Bool

    private struct Flight {
        var action: Action
        var updates: [(message: RemoteID, id: MessageID, update: RemoteUpdate)]
        /// What the server has answered so far; nil while the requests are on their way.
        var answers: [RemoteMessage]?
        var refused: Set<MessageID> = []
    }

    private var flight: Flight?
    private var delta: (changes: RemoteChanges, answered: [ActionID])?
    private var messageCount = 5

    init(seed: Int, isStormy: Bool) throws {
        self.isStormy = isStormy
        random = SeededRandom(seed: seed)
        store = try Store()
        account = try store.addTestAccount(mailboxes: Self.mailboxes)
        for number in 0..<messageCount { server.put(newMessage(number)) }
        let (server, account) = (server, account)
        try store.writeNow { transaction in
            for message in server.messages.values { try transaction.receive(message, account: account, bodyText: nil) }
            try transaction.setSyncState("\(server.messages.count)", key: "state", account: account)
        }
        view = try marksInStore()
    }

    private func newMessage(_ number: Int) -> RemoteMessage {
        .remote(
            id: "m\(number)", thread: "t\(random.int(0..<3))", unread: random.chance(50), starred: random.chance(30),
            in: [random.pick(["inbox", "work"])], at: number)
    }

    func marksInStore() throws -> [RemoteID: MessageMarks] {
        let messages = try store.read {
            try $0.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1)
        }
        return Dictionary(
            uniqueKeysWithValues: messages.compactMap { message in message.remoteID.map { ($0, message.marks) } })
    }

    func marksOnServer() throws -> [RemoteID: MessageMarks] {
        let ids = try store.read { try $0.mailboxes() }.reduce(into: [RemoteID: MailboxID]()) { ids, mailbox in
            if let remoteID = mailbox.remoteID { ids[remoteID] = mailbox.id }
        }
        return server.messages.mapValues { message in
            MessageMarks(keywords: message.keywords, mailboxes: Set(message.mailboxes.compactMap { ids[$0] }))
        }
    }

    // MARK: Steps

    func step() async throws -> String {
        switch random.int(0..<(isStormy ? 13 : 11)) {
        case 0, 1, 2: return try act()
        case 3: return try step(undoing: true)
        case 4: return try step(undoing: false)
        case 5: return try takeOff()
        case 6: return try await arrive()
        case 7: return try land()
        case 8: return try await askForChanges()
        case 9: return try applyChanges()
        case 10: return try restart()
        default: return meddle()
        }
    }

    /// Everything goes through from here on; ends when there is nothing left to do.
    func calmDown() async throws {
        if flight?.answers == nil, flight != nil { _ = try await arrive(always: true) }
        _ = try land()
        _ = try applyChanges()
        for _ in 0..<300 {
            let (account, next) = (account, Date.test(1_000_000))
            try store.writeNow { try $0.makeDue(account: account) }
            if try store.read({ try $0.nextDueAction(account: account, now: next) }) == nil { break }
            _ = try takeOff()
            _ = try await arrive(always: true)
            _ = try land()
        }
        for _ in 0..<3 {
            _ = try await askForChanges(always: true)
            _ = try applyChanges()
        }
    }

    private func act() throws -> String {
        let patch = try randomPatch()
        let targets = random.some(of: view.keys.sorted(), percent: 40)
        let known = try marksInStore()
        let edits = try store.read { reader in
            try targets.filter { known[$0] != nil }.compactMap { id in
                try reader.message(id, account: account).map { Action.Edit(message: $0.id, patch: patch) }
            }
        }
        let action = Action(
            id: ActionID(0), account: account, command: .move, title: "", edits: edits, createdAt: .test(0))
        try store.writeNow { transaction in
            if let trimmed = try transaction.enqueue(action) { try transaction.remember([trimmed]) }
        }
        var changed: [RemoteID: MessagePatch] = [:]
        for id in targets {
            guard let marks = view[id] else { continue }
            let trimmed = marks.patch(to: marks.applying(patch))
            if !trimmed.isEmpty { changed[id] = trimmed }
            view[id] = marks.applying(patch)
        }
        if !changed.isEmpty {
            done.append(changed)
            undone = []
        }
        return "act \(targets) \(patch)"
    }

    private func randomPatch() throws -> MessagePatch {
        let keyword = random.pick([Keyword.seen, .flagged])
        switch random.int(0..<5) {
        case 0, 1: return MessagePatch(addKeywords: [keyword])
        case 2, 3: return MessagePatch(removeKeywords: [keyword])
        default:
            let places = try ["inbox", "work", "archive"].compactMap { try store.mailboxID($0) }
            guard !places.isEmpty else { return MessagePatch(addKeywords: [keyword]) }
            let target = random.pick(places)
            return MessagePatch(addMailboxes: [target], removeMailboxes: Set(places).subtracting([target]))
        }
    }

    private func step(undoing: Bool) throws -> String {
        try store.writeNow { _ = try $0.step(undoing: undoing, now: .test(0)) }
        guard let patches = undoing ? done.popLast() : undone.popLast() else { return "nothing to undo" }
        for (id, patch) in patches {
            guard let marks = view[id] else { continue }
            view[id] = marks.applying(undoing ? patch.inverse : patch)
        }
        if undoing { undone.append(patches) } else { done.append(patches) }
        return undoing ? "undo" : "redo"
    }

    private func takeOff() throws -> String {
        guard flight == nil else { return "still in the air" }
        let account = account
        guard let action = try store.read({ try $0.nextDueAction(account: account, now: .test(0)) }) else {
            return "nothing due"
        }
        let updates = try store.read { reader in
            try action.edits.compactMap { edit -> (message: RemoteID, id: MessageID, update: RemoteUpdate)? in
                guard let remoteID = try reader.message(edit.message)?.remoteID else { return nil }
                func remote(_ ids: Set<MailboxID>) throws -> Set<RemoteID> {
                    Set(try ids.compactMap { try reader.remoteID(of: $0) })
                }
                let patch = edit.patch
                return (
                    remoteID, edit.message,
                    RemoteUpdate(
                        addKeywords: patch.addKeywords, removeKeywords: patch.removeKeywords,
                        addMailboxes: try remote(patch.addMailboxes), removeMailboxes: try remote(patch.removeMailboxes)
                    )
                )
            }
        }
        try store.writeNow { try $0.setState(.sending, of: action.id) }
        flight = Flight(action: action, updates: updates, answers: nil)
        return "send \(action.id)"
    }

    /// The requests reach the server, or some or none of them do, or it says no.
    private func arrive(always: Bool = false) async throws -> String {
        guard var flight, flight.answers == nil else { return "nothing to arrive" }
        if !always, random.chance(20) { return try fail(flight, "lost on the way") }
        var answers: [RemoteMessage] = []
        for update in flight.updates {
            if isStormy, !always, random.chance(15) {
                flight.refused.insert(update.id)
                continue
            }
            do {
                answers.append(try await ScriptedService(server).update(update.message, update.update))
            } catch {
                flight.refused.insert(update.id)
            }
            if !always, random.chance(10) { return try fail(flight, "lost half way") }
        }
        if !always, random.chance(15) { return try fail(flight, "the answer was lost") }
        flight.answers = answers
        self.flight = flight
        return "arrived \(flight.action.id)"
    }

    private func fail(_ flight: Flight, _ how: String) throws -> String {
        self.flight = nil
        try store.writeNow { try $0.postpone(flight.action.id, until: nil, error: how) }
        return "\(how): \(flight.action.id)"
    }

    /// The answer is read.
    private func land() throws -> String {
        guard let flight, let answers = flight.answers else { return "nothing to read" }
        self.flight = nil
        let account = account
        try store.writeNow { transaction in
            try transaction.answered(flight.action.id, with: answers, account: account)
            if !flight.refused.isEmpty { try transaction.drop(flight.action.id, only: flight.refused) }
        }
        return "answered \(flight.action.id)"
    }

    private func askForChanges(always: Bool = false) async throws -> String {
        guard delta == nil else { return "a delta is under way" }
        let account = account
        let (state, answered) = try store.read { reader in
            (
                try reader.syncState("state", account: account) ?? "0",
                try reader.actions().filter { $0.state == .sent }.map(\.id)
            )
        }
        if !always, random.chance(20) { server.setChangesPage(random.int(1..<4)) } else { server.setChangesPage(1_000) }
        delta = (try await ScriptedService(server).changes(since: state, wait: nil), answered)
        return "delta asked"
    }

    private func applyChanges() throws -> String {
        guard let (changes, answered) = delta else { return "no delta" }
        delta = nil
        let (account, isRepeated) = (account, random.chance(20))
        // Some servers tell of known messages only what can change.
        let tellsMarks = random.chance(50)
        try store.writeNow { transaction in
            for change in changes.changes {
                switch change {
                case .message(let message) where try tellsMarks && transaction.reader.knows(message, of: account):
                    try transaction.receiveMarks(
                        of: message.id, keywords: message.keywords, mailboxes: message.mailboxes, account: account)
                case .marks: break
                case .message(let message): try transaction.receive(message, account: account, bodyText: nil)
                case .messageGone(let id): try transaction.remove(message: id, account: account)
                case .mailbox(let mailbox): try transaction.save(mailbox, account: account)
                case .mailboxGone(let id): try transaction.remove(mailbox: id, account: account)
                case .contact, .contactGone: break
                }
            }
            // Without the new state, the same and more comes again.
            if !isRepeated { try transaction.setSyncState(changes.newState, key: "state", account: account) }
            if !changes.hasMore { try transaction.confirm(answered) }
        }
        return "delta applied"
    }

    /// The process ends without notice: what is on its way may still arrive, but no answer is read.
    private func restart() throws -> String {
        flight = nil
        delta = nil
        try store.writeNow { try $0.recoverInterrupted() }
        return "restart"
    }

    /// Another client of the same account.
    private func meddle() -> String {
        let id = "m\(random.int(0..<messageCount))"
        switch random.int(0..<8) {
        case 0: server.remove(id)
        case 1:
            server.put(newMessage(messageCount))
            messageCount += 1
        case 2: server.remove(mailbox: "archive")
        case 3: server.put(.remote("archive"))
        case 4: server.edit(id) { $0.mailboxes = [RemoteID("inbox")] }
        case 5: server.edit(id) { $0.keywords.formSymmetricDifference([.flagged]) }
        default: server.edit(id) { $0.keywords.formSymmetricDifference([.seen]) }
        }
        return "meddle \(id)"
    }
}

extension StoreReader {
    fileprivate func knows(_ message: RemoteMessage, of account: AccountID) throws -> Bool {
        try !find(message.id, account: account).messages.isEmpty
    }
}
