import InboxModel
import InboxRemote
import TestSupport

@testable import InboxIMAP

/// A history of an account, which its user and another client change at random.
struct LawWorld: Sendable {
    private(set) var world: ServiceWorld
    private(set) var follower = Follower()
    private var random: SeededRandom
    private let options: ServerOptions
    /// How many messages there were.
    private(set) var made = 0
    /// Mail that somebody deleted.
    private(set) var deleted: Set<String> = []
    private var writers: [TestWriter] = []
    /// What was done, for whoever reads a failure.
    private(set) var story: [String] = []
    /// What broke a rule at once.
    private(set) var broken: [String] = []
    private let faults: Int

    init(_ options: ServerOptions, seed: Int, hasFaults: Bool) throws {
        random = SeededRandom(seed: seed)
        self.options = options
        world = try ServiceWorld(options)
        faults = hasFaults ? random.pick([1, 2, 4]) : 0
        world.server.change { [random] in $0.random = random }
        for name in ["Work", "Work/2026"] { world.server.createFolder(name) }
        for _ in 0..<random.int(0..<12) { deliver() }
    }

    private var server: TestMailServer { world.server }
    private mutating func note(_ text: String) { story.append(text) }

    // MARK: The other client

    mutating func elsewhere() {
        let mails = server.snapshot().flatMap { folder, mails in
            mails.filter { !$0.flags.contains("\\Deleted") && !$0.flags.contains("\\Draft") }.map { (folder, $0) }
        }.sorted { ($0.0, $0.1.uid) < ($1.0, $1.1.uid) }
        let own = server.folderNames.filter { name in
            !["INBOX", "Archive", "Drafts", "Junk", "Sent", "Trash"].contains(name.replacing("INBOX/", with: ""))
        }
        switch random.int(0..<14) {
        case 0...3: deliver()
        case 4, 5: mark(mails)
        case 6, 7: move(mails, isCopy: false)
        case 8: move(mails, isCopy: true)
        case 9: expunge(mails)
        case 10: createFolder(own)
        case 11: renameFolder(own)
        case 12: deleteFolder(own)
        default:
            let folder = random.pick(server.folderNames)
            note("other: UIDVALIDITY of \(folder)")
            server.changeUIDValidity(folder)
        }
    }

    private mutating func deliver() {
        made += 1
        let folder = random.pick(server.folderNames.filter { $0 != "Drafts" && !$0.hasSuffix("/Drafts") })
        let answering = made > 1 && random.chance(40) ? random.int(1..<made) : nil
        note("other: m\(made) to \(folder)")
        server.deliver(
            NumberedMail.text(made, answering: answering), to: folder, flags: random.chance(30) ? ["\\Seen"] : [],
            date: .test(random.int(0..<50)))
    }

    private mutating func mark(_ mails: [(String, SeenMail)]) {
        guard let (folder, mail) = mails.isEmpty ? nil : random.pick(mails) else { return }
        let flags = Set(random.some(of: ["\\Seen", "\\Flagged", "\\Answered", "$Own", "$Label1"], percent: 40))
        note("other: \(NumberedMail.header(of: mail.bytes)) in \(folder) is \(flags.sorted())")
        server.setFlags(flags, mail.uid, in: folder)
    }

    private mutating func move(_ mails: [(String, SeenMail)], isCopy: Bool) {
        guard let (folder, mail) = mails.isEmpty ? nil : random.pick(mails) else { return }
        let header = NumberedMail.header(of: mail.bytes)
        let target = random.pick(server.folderNames)
        // Two of the same in one folder would be the other client's doing.
        guard !target.hasSuffix("Drafts"),
            !server.mail(in: target).contains(where: { NumberedMail.header(of: $0.bytes) == header })
        else { return }
        note("other: \(header) \(isCopy ? "copied" : "moved") from \(folder) to \(target)")
        if isCopy {
            server.copy(mail.uid, from: folder, to: target)
        } else {
            server.move(mail.uid, from: folder, to: target)
        }
    }

    private mutating func expunge(_ mails: [(String, SeenMail)]) {
        guard let (folder, mail) = mails.isEmpty ? nil : random.pick(mails) else { return }
        note("other: \(NumberedMail.header(of: mail.bytes)) expunged from \(folder)")
        losing { $0.expunge(mail.uid, from: folder) }
    }

    /// Does something that may delete mail for good, on purpose.
    private mutating func losing(_ body: (TestMailServer) -> Void) {
        let before = Set(server.truth().keys)
        body(server)
        deleted.formUnion(before.subtracting(server.truth().keys))
    }

    private mutating func name(_ own: [String]) -> String {
        let prefix = options.prefix.replacing(".", with: "/")
        let outer = random.chance(40) && !own.isEmpty ? random.pick(own) + "/" : prefix
        return "\(outer)n\(story.count)" + (random.chance(20) ? " ü&" : "")
    }

    private mutating func createFolder(_ own: [String]) {
        let name = name(own)
        note("other: creates \(name)")
        server.createFolder(name)
    }

    private mutating func renameFolder(_ own: [String]) {
        guard !own.isEmpty else { return }
        let (old, new) = (random.pick(own), name(own))
        guard !(new + "/").hasPrefix(old + "/") else { return }
        note("other: renames \(old) to \(new)")
        server.renameFolder(old, to: new)
    }

    private mutating func deleteFolder(_ own: [String]) {
        guard own.count > 1 else { return }
        let name = random.pick(own)
        note("other: deletes \(name)")
        losing { $0.deleteFolder(name) }
    }

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
