import InboxModel
import InboxRemote
import TestSupport

@testable import InboxIMAP

/// A history of an account, which its user and another client change at random.
struct LawWorld: Sendable {
    private(set) var world: ServiceWorld
    private(set) var follower = Follower()
    var random: SeededRandom
    let options: ServerOptions
    /// How many messages there were.
    var made = 0
    /// Mail that somebody deleted.
    var deleted: Set<String> = []
    private var writers: [TestWriter] = []
    /// What was done, for whoever reads a failure.
    private(set) var story: [String] = []
    /// What broke a rule at once.
    private(set) var broken: [String] = []
    private let faults: Int
    let isWide: Bool

    init(_ options: ServerOptions, seed: Int, hasFaults: Bool) throws {
        random = SeededRandom(seed: seed)
        self.options = options
        // Mail of a few seconds, or of some weeks in folders that count as large.
        isWide = seed % 3 == 1
        let sizes = OutlineSizes(small: 2, newest: 2, step: 2, span: 4 * 86_400, longestSpan: 30 * 86_400)
        world = try ServiceWorld(options, outlineSizes: isWide ? sizes : OutlineSizes())
        faults = hasFaults ? random.pick([1, 2, 4]) : 0
        world.server.change { [random] in $0.random = random }
        for name in ["Work", "Work/2026"] { world.server.createFolder(name) }
        for _ in 0..<random.int(0..<12) { deliver() }
    }

    var server: TestMailServer { world.server }
    mutating func note(_ text: String) { story.append(text) }

    // MARK: The user

    mutating func user() async throws {
        switch random.int(0..<16) {
        case 0...6: try await update()
        case 7: try await createMailbox()
        case 8: try await renameMailbox()
        case 9: try await deleteMailbox()
        case 10, 11: try await write()
        case 12: try await send()
        case 13: try await deleteDraft()
        case 14: try await destroy()
        default: try await updateMany()
        }
    }

    private mutating func change(of id: RemoteID) -> RemoteUpdate {
        let known = follower.messages[id]
        let boxes = follower.mailboxes.keys.sorted().filter { follower.mailboxes[$0]?.role != .drafts }
        let here = (known?.mailboxes ?? []).sorted()
        var update = RemoteUpdate(resultingMailboxes: known?.mailboxes ?? [])
        if random.chance(50) {
            update.addKeywords = Set(random.some(of: [.seen, .flagged, Keyword("$own")], percent: 30))
            update.removeKeywords = Set(random.some(of: [.seen, .flagged, .answered], percent: 30))
                .subtracting(update.addKeywords)
        }
        guard random.chance(70), !boxes.isEmpty else { return update }
        if random.chance(80) { update.addMailboxes = [random.pick(boxes)] }
        if !here.isEmpty, random.chance(80) { update.removeMailboxes = [random.pick(here)] }
        if random.chance(20) { update.removeMailboxes.formUnion(here) }
        update.removeMailboxes.subtract(update.addMailboxes)
        update.resultingMailboxes.formUnion(update.addMailboxes)
        update.resultingMailboxes.subtract(update.removeMailboxes)
        // A client never lets a message be nowhere.
        if update.resultingMailboxes.isEmpty { update.removeMailboxes = [] }
        return update
    }

    private mutating func updatable() -> RemoteID? {
        let ids = follower.messages.filter { !$0.value.keywords.contains(.draft) }.keys.sorted()
        return ids.isEmpty ? nil : random.pick(ids)
    }

    private func told(_ update: RemoteUpdate) -> String {
        func names(_ ids: Set<RemoteID>) -> [String] {
            ids.map { follower.mailboxes[$0]?.name ?? $0.rawValue }.sorted()
        }
        return "+\(update.addKeywords.map(\.rawValue).sorted()) -\(update.removeKeywords.map(\.rawValue).sorted()) "
            + "to \(names(update.addMailboxes)) from \(names(update.removeMailboxes))"
    }

    private mutating func update() async throws {
        guard let id = updatable() else { return }
        let update = change(of: id)
        let header = follower.messages[id]?.header ?? ""
        // Where it is believed to be nothing is done, even if the other client has just moved it away.
        let known = follower.messages[id]?.mailboxes ?? []
        note("user: \(header) \(told(update))")
        if random.chance(10) {
            // The process dies at it.
            _ = try? await world.service.update(id, update)
            try restart()
        }
        do {
            let message = try await world.insist { service throws(RemoteError) in try await service.update(id, update) }
            check(update, message, header, known: known)
        } catch {
            note("  \(error.reason)")
            guard error.nextStep == .drop else { throw error }
        }
    }

    /// What was answered must be so.
    private mutating func check(
        _ update: RemoteUpdate, _ message: RemoteMessage, _ header: String, known: Set<RemoteID>
    ) {
        guard let truth = server.truth()[header] else { return broken.append("\(header) is lost by \(told(update))") }
        // A copy that the other client has just made is not marked.
        let isAll = message.mailboxes.count == truth.mailboxes.count
        let isMarked =
            !isAll
            || truth.keywords.isSuperset(of: update.addKeywords)
                && truth.keywords.isDisjoint(with: update.removeKeywords)
        // A mailbox that the other client has just renamed is another one.
        let isRenamed = update.addMailboxes.contains { id in
            follower.mailboxes[id].map { !server.folderNames.contains($0.name) } ?? true
        }
        let isThere =
            isRenamed
            || message.mailboxes.isSuperset(of: update.addMailboxes.subtracting(known))
                && message.mailboxes.isDisjoint(with: update.removeMailboxes)
        if !isMarked || !isThere {
            broken.append("\(header): \(told(update)) left \(truth), and \(message.keywords) was told")
        }
    }

    private mutating func updateMany() async throws {
        let ids = random.some(
            of: follower.messages.filter { !$0.value.keywords.contains(.draft) }.keys.sorted(), percent: 40)
        guard !ids.isEmpty, let inbox = follower.mailboxes.values.first(where: { $0.role == .inbox })?.id else {
            return
        }
        var updates: [RemoteID: RemoteUpdate] = [:]
        for id in ids {
            let here = follower.messages[id]?.mailboxes ?? []
            updates[id] = RemoteUpdate(
                addKeywords: [.seen], addMailboxes: [inbox], removeMailboxes: here.subtracting([inbox]),
                resultingMailboxes: [inbox])
        }
        note("user: \(ids.compactMap { follower.messages[$0]?.header }) to the inbox, read")
        for _ in 0..<100 where !updates.isEmpty {
            let answers = await world.service.update(updates)
            for (id, answer) in answers {
                if case .failure(let error) = answer, case .retry = error.nextStep { continue }
                updates[id] = nil
            }
        }
        if !updates.isEmpty { broken.append("an update is never done") }
    }

    // MARK: The user's mailboxes

    private mutating func ownMailbox() -> RemoteMailbox? {
        let own = follower.mailboxes.values.filter { $0.role == nil && !$0.name.hasPrefix("[Gmail]") }
            .sorted { $0.name < $1.name }
        return own.isEmpty ? nil : random.pick(own)
    }

    private mutating func createMailbox() async throws {
        let name = name(server.folderNames.filter { $0.contains("n") || $0.contains("Work") })
        note("user: creates \(name)")
        _ = try await unlessRefused { service throws(RemoteError) in try await service.createMailbox(named: name) }
    }

    private mutating func renameMailbox() async throws {
        guard let mailbox = ownMailbox() else { return }
        let name = name([])
        note("user: renames \(mailbox.name) to \(name)")
        _ = try await unlessRefused { service throws(RemoteError) in
            try await service.renameMailbox(mailbox.id, to: name)
        }
    }

    private mutating func deleteMailbox() async throws {
        guard let mailbox = ownMailbox(), follower.mailboxes.count > 7 else { return }
        note("user: deletes \(mailbox.name)")
        let before = Set(server.truth().keys)
        _ = try await unlessRefused { service throws(RemoteError) in try await service.deleteMailbox(mailbox.id) }
        deleted.formUnion(before.subtracting(server.truth().keys))
    }

    private mutating func unlessRefused<Value: Sendable>(
        _ body: (IMAPService) async throws(RemoteError) -> Value
    ) async throws -> Value? {
        do { return try await world.insist(body) } catch let error {
            note("  \(error.reason)")
            guard error.nextStep == .drop else { throw error }
            return nil
        }
    }

    // MARK: The user's drafts

    private mutating func write() async throws {
        let text = random.pick(["Short.", "Other.", "A longer text."]) + " \(story.count % 10)"
        var place = writers.isEmpty ? 0 : random.int(0..<writers.count)
        if writers.isEmpty || random.chance(40) {
            made += 1
            place = writers.count
            writers.append(TestWriter(made, text: text))
        }
        writers[place].write(text)
        note("user: saves \(writers[place].draft.messageIDHeader)")
        do {
            if try await writers[place].save(world) == nil {
                note("  it is gone")
                deleted.insert(writers[place].draft.messageIDHeader)
                writers.remove(at: place)
            }
        } catch { throw error }
    }

    private mutating func send() async throws {
        guard !writers.isEmpty else { return }
        let place = random.int(0..<writers.count)
        let header = writers[place].draft.messageIDHeader
        guard writers[place].draft.id != nil else { return }
        if random.chance(20) { server.script(submit: random.pick([.lose, .refuse(.busy(message: "later"))])) }
        note("user: sends \(header)")
        let (outcome, _) = try await writers[place].send(world)
        note("  \(outcome)")
        if outcome != .refused { writers.remove(at: place) }
        let count = submissions(of: header)
        if count > 1 || outcome == .sent && count == 0 { broken.append("\(header) was sent \(count) times") }
    }

    private func submissions(of header: String) -> Int {
        server.submissions.count { NumberedMail.header(of: $0.bytes) == header }
    }

    private mutating func deleteDraft() async throws {
        guard !writers.isEmpty else { return }
        let place = random.int(0..<writers.count)
        note("user: deletes \(writers[place].draft.messageIDHeader)")
        try await writers[place].delete(world)
        deleted.insert(writers[place].draft.messageIDHeader)
        writers.remove(at: place)
    }

    private mutating func destroy() async throws {
        guard let trash = follower.mailboxes.values.first(where: { $0.role == .trash })?.id else { return }
        let doomed = follower.messages.filter { $0.value.mailboxes == [trash] }.keys.sorted()
        guard !doomed.isEmpty else { return }
        note("user: destroys \(doomed.compactMap { follower.messages[$0]?.header })")
        let before = server.truth()
        _ = try await unlessRefused { service throws(RemoteError) in try await service.destroy(doomed, trash: trash) }
        for (header, mail) in before where server.truth()[header] == nil {
            deleted.insert(header)
            if mail.mailboxes.contains(where: { !$0.hasSuffix("Trash") }) {
                broken.append("\(header) was destroyed, but was in \(mail.mailboxes)")
            }
        }
    }

    // MARK: The engine

    mutating func follow() async throws {
        do {
            if follower.state == nil {
                try await follower.begin(world.service)
            } else if !follower.isWalked, random.chance(60) {
                try await follower.walk(world.service, random.int(1..<5))
            } else {
                while try await follower.readChanges(world.service), random.chance(80) {}
            }
        } catch {
            guard case .retry = error.nextStep else { throw error }
            note("  engine: \(error.reason)")
        }
    }

    private mutating func restart(losingIndex: Bool = false) throws {
        note(losingIndex ? "the index is lost" : "a restart")
        try world.restart(losingIndex: losingIndex)
    }

    mutating func step() async throws {
        server.setFaults(percent: faults)
        switch random.int(0..<100) {
        case 0..<3: try restart()
        case 3: try restart(losingIndex: true)
        case 4..<40: elsewhere()
        case 40..<70: try await user()
        default: try await follow()
        }
        let doubled = server.doubled()
        if !doubled.isEmpty, broken.isEmpty { broken.append("doubled: \(doubled)") }
    }

    /// The end: all is well with the connections, and the client has heard of everything.
    mutating func settle() async throws {
        server.setFaults(percent: 0)
        server.change { ($0.faults, $0.submitFaults) = ([], []) }
        server.hangUp()
        try await world.catchUp(&follower)
        // Servers that number no changes are asked for all flags at each tenth look.
        for _ in 0..<10 { _ = try await follower.readChanges(world.service) }
        try await world.catchUp(&follower)
    }

    /// Mail that nobody deleted and that is nowhere.
    var lost: [String] {
        let all = (1...max(made, 1)).map(NumberedMail.header)
        return made == 0 ? [] : all.filter { server.truth()[$0] == nil && !deleted.contains($0) }
    }
}
