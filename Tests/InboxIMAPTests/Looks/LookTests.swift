import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Looks at a server")
struct LookTests {
    private func commands(_ world: ServiceWorld, during body: () async throws -> Void) async throws -> [String] {
        let before = world.server.commands.count
        try await body()
        return Array(world.server.commands.dropFirst(before))
    }

    private func world(_ options: ServerOptions = .full, messages: Int = 5) async throws -> (ServiceWorld, Follower) {
        let world = try ServiceWorld(options)
        for number in 1...messages {
            world.server.deliver(
                NumberedMail.text(number), to: ["INBOX", "Archive"][number % 2], date: .test(number))
        }
        var follower = Follower()
        try await world.catchUp(&follower)
        return (world, follower)
    }

    @Test("one that finds nothing opens no folder")
    func quiet() async throws {
        let (world, follower) = try await world()
        let state = try #require(follower.state)
        let asked = try await commands(world) {
            let changes = try await world.service.changes(since: state, wait: nil)
            #expect(changes.changes.isEmpty && !changes.hasMore && changes.isAsked)
            #expect(changes.newState == state)
        }
        #expect(asked == ["LIST"])
    }

    @Test("what a server left out of an answer is found later", arguments: [ServerOptions.full, .bare].indices)
    func omitted(place: Int) async throws {
        let (world, begun) = try await world([.full, .bare][place])
        var follower = begun
        world.server.deliver(NumberedMail.text(6), to: "Archive", date: .test(6))
        world.server.script(.omit, at: "UID FETCH")
        try await world.service.look()
        #expect(world.server.faultsLeft == 0)
        for _ in 0..<10 { try await world.service.look() }
        try await world.catchUp(&follower)
        #expect(follower.belief == world.server.truth())
    }

    @Test("what the log knows without one does not mean that the server is there")
    func unasked() async throws {
        let (world, follower) = try await world()
        let (id, state) = (try #require(follower.id(1)), try #require(follower.state))
        _ = try await world.service.update(id, RemoteUpdate(addKeywords: [.flagged]))
        let asked = try await commands(world) {
            let changes = try await world.service.changes(since: state, wait: nil)
            #expect(!changes.changes.isEmpty && changes.hasMore && !changes.isAsked)
        }
        #expect(asked == [])
    }

    @Test("where the index was made anew meanwhile, its state is of no use any more")
    func replaced() async throws {
        let (world, follower) = try await world()
        let state = try #require(follower.state)
        try world.replaceIndex()
        let error = await #expect(throws: RemoteError.self) {
            try await world.service.changes(since: state, wait: nil)
        }
        #expect(error?.reason == .stateTooOld)
    }

    @Test("new mail is found without comparing what was there")
    func newMail() async throws {
        let (world, begun) = try await world()
        var follower = begun
        world.server.deliver(NumberedMail.text(9))
        let asked = try await commands(world) { _ = try await follower.readChanges(world.service) }
        #expect(!asked.contains("UID SEARCH"))
        #expect(follower.known(9) != nil)
    }

    @Test("new mail comes with its text")
    func texts() async throws {
        let (world, follower) = try await world()
        let state = try #require(follower.state)
        world.server.deliver(NumberedMail.text(9))
        let changes = try await world.service.changes(since: state, wait: nil)
        guard case .message(let message) = changes.changes.first else {
            Issue.record("no message in \(changes.changes)")
            return
        }
        #expect(message.body?.plain?.contains("Text of 9.") == true)
        #expect(message.messageIDHeader == NumberedMail.header(9))
    }

    @Test("much that is new at once comes in parts, the newest of the inbox among the first")
    func many() async throws {
        let (world, begun) = try await world(messages: 2)
        var follower = begun
        world.server.createFolder("Imported")
        for number in 100..<800 {
            world.server.deliver(NumberedMail.text(number), to: "Imported", date: .test(-number))
        }
        world.server.deliver(NumberedMail.text(3), date: .test(99))
        var (steps, known) = (0, 0)
        while try await follower.readChanges(world.service) {
            steps += 1
            if steps == 2 { world.server.deliver(NumberedMail.text(4), date: .test(100)) }
            if follower.known(4) == nil { known = follower.messages.count }
        }
        #expect(steps > 3)
        #expect(known < 650, "it waited for all the rest")
        #expect(follower.belief == world.server.truth())
    }

    @Test("a list of folders without an inbox is not believed")
    func noInbox() async throws {
        let (world, begun) = try await world()
        var follower = begun
        let state = try #require(follower.state)
        let folders = world.server.look { $0.folders }
        world.server.change { $0.folders = [] }
        await #expect(throws: RemoteError.self) { try await world.service.changes(since: state, wait: nil) }
        world.server.change { $0.folders = folders }
        _ = try await follower.readChanges(world.service)
        #expect(follower.belief == world.server.truth())
        #expect(follower.messages.count == 5)
    }

    @Test("a state of another index, or of none, is too old", arguments: ["", "x:1", "12"])
    func states(text: String) async throws {
        let (world, _) = try await world()
        await #expect(throws: RemoteError(.stateTooOld, call: "changes")) {
            try await world.service.changes(since: text, wait: nil)
        }
        let state = ChangeState(epoch: try world.service.index.epoch, number: 1_000_000)
        await #expect(throws: RemoteError(.stateTooOld, call: "changes")) {
            try await world.service.changes(since: state.text, wait: nil)
        }
    }

    @Test("mail that can't be read as a whole does not keep other mail away", arguments: ["[SERVERBUG] no", "no"])
    func refused(refusal: String) async throws {
        let (world, begun) = try await world()
        var follower = begun
        for number in 10..<20 { world.server.deliver(NumberedMail.text(number)) }
        // Behind outlines and flags: the heads of all, of the first half, and of a part of that.
        for place in 2...4 { world.server.script(.refuse(refusal), at: "UID FETCH", after: place) }
        while try await follower.readChanges(world.service) {}
        #expect(world.server.faultsLeft == 0)
        #expect(follower.belief == world.server.truth())
    }

    @Test("mail that the server does not give is there all the same, each for itself")
    func untold() async throws {
        let world = try ServiceWorld(.full)
        for number in 1...2 { world.server.deliver(NumberedMail.text(number)) }
        world.server.change { $0.untold = [1, 3, 4] }
        var follower = Follower()
        try await world.catchUp(&follower)
        for number in 3...5 { world.server.deliver(NumberedMail.text(number)) }
        for _ in 0..<12 { try await world.service.look() }
        try await world.catchUp(&follower)
        #expect(follower.messages.count == 5)
        #expect(Set(follower.messages.values.map(\.header)) == ["", NumberedMail.header(2), NumberedMail.header(5)])
        world.server.expunge(3, from: "INBOX")
        try await world.catchUp(&follower)
        #expect(follower.messages.count == 4)
    }

    @Test("a folder that can't be opened does not keep other news away")
    func closedFolder() async throws {
        let (world, begun) = try await world(.bare)
        var follower = begun
        world.server.createFolder("Closed")
        world.server.deliver(NumberedMail.text(8), to: "Closed")
        world.server.deliver(NumberedMail.text(9))
        world.server.script(.refuse("[NOPERM] no"), at: "SELECT", after: 1)
        world.server.script(.refuse("[NOPERM] no"), at: "EXAMINE")
        while try await follower.readChanges(world.service) {}
        #expect(follower.known(9) != nil)
    }

    @Test("lasting loss is told after the folder was numbered anew during a look")
    func numberedAnew() async throws {
        let (world, begun) = try await world()
        var follower = begun
        world.server.expunge(1, from: "Archive")
        world.server.changeUIDValidity("Archive")
        try await world.catchUp(&follower)
        #expect(follower.belief == world.server.truth())
    }

    @Test("callers at the same time share a look")
    func shared() async throws {
        let (world, _) = try await world()
        let service = world.service
        let asked = try await commands(world) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<12 { group.addTask { try await service.look() } }
                try await group.waitForAll()
            }
        }
        #expect(asked.count { $0 == "LIST" } < 12)
        #expect(asked.contains("LIST"))
    }

    @Test("the mailboxes are told with the inbox first, and those with a role before others")
    func order() async throws {
        let world = try ServiceWorld(.full)
        world.server.createFolder("Aaa")
        let mailboxes = try await world.service.mailboxes()
        #expect(mailboxes.first?.role == .inbox)
        #expect(mailboxes.last?.name == "Aaa")
        #expect(mailboxes.allSatisfy { $0.rights == .all })
    }

    @Test("old mail of a large folder is outlined while news goes on")
    func outline() async throws {
        let world = try ServiceWorld(.full)
        for number in 1...40 { world.server.deliver(NumberedMail.text(number), date: .test(number)) }
        _ = try await world.service.latestState()
        #expect(try world.service.index.folders().allSatisfy { $0.count == 0 })
        world.server.deliver(NumberedMail.text(41), date: .test(41))
        try await world.service.outline(nil)
        #expect(try world.service.index.count(in: nil) == 40)
        try await world.service.look()
        #expect(try world.service.index.count(in: nil) == 41)
        let folders = try world.service.index.folders()
        #expect(folders.allSatisfy { !$0.hasOldMail })
    }
}

@Suite("Waiting for news")
struct NewsWaitTests {
    private func started(_ clock: ManualClock, _ options: ServerOptions = .full) async throws -> (
        TestMailServer, IMAPService, state: String
    ) {
        let server = TestMailServer(options)
        let service = try IMAPService(
            url: "imap://127.0.0.1", userName: "me", secret: "secret", address: "me@example.test", transport: server,
            clock: clock)
        server.deliver(NumberedMail.text(1))
        let state = try await service.latestState()
        // The first wait does not know what came before it.
        let told = try await service.changes(since: state, wait: options.has("IDLE") ? .seconds(25) : nil)
        return (server, service, told.newState)
    }

    private func idles(_ server: TestMailServer, _ count: Int) async {
        while server.commands.count(where: { $0 == "IDLE" }) < count { await Task.yield() }
    }

    @Test("a wish ends the wait, and asks the server", .timeLimit(.minutes(1)))
    func wish() async throws {
        let (server, service, state) = try await started(ManualClock())
        async let changes = service.changes(since: state, wait: .seconds(25))
        await idles(server, 1)
        let before = server.commands.count { $0 == "LIST" }
        service.askForChanges()
        let told = try await changes
        #expect(told.isAsked && told.changes.isEmpty)
        #expect(server.commands.count { $0 == "LIST" } == before + 1)
    }

    @Test("a wish before the wait skips it", .timeLimit(.minutes(1)))
    func wishBefore() async throws {
        let (_, service, state) = try await started(ManualClock())
        service.askForChanges()
        #expect(try await service.changes(since: state, wait: .seconds(25)).isAsked)
    }

    @Test("other folders are looked at when that is due", .timeLimit(.minutes(1)))
    func otherFolders() async throws {
        let clock = ManualClock()
        let (server, service, state) = try await started(clock)
        async let changes = service.changes(since: state, wait: .seconds(600))
        await idles(server, 1)
        server.deliver(NumberedMail.text(2), to: "Archive")
        let ticking = Task {
            while !Task.isCancelled {
                clock.advance(by: .seconds(1))
                for _ in 0..<50 { await Task.yield() }
            }
        }
        let told = try await changes
        ticking.cancel()
        #expect(told.changes.contains { if case .message = $0 { true } else { false } })
    }

    @Test("a wait that ends in vain asked nobody", .timeLimit(.minutes(1)))
    func inVain() async throws {
        let clock = ManualClock()
        let (server, service, state) = try await started(clock)
        async let changes = service.changes(since: state, wait: .seconds(25))
        await idles(server, 1)
        let lists = server.commands.count { $0 == "LIST" }
        let ticking = Task {
            while !Task.isCancelled {
                clock.advance(by: .seconds(1))
                for _ in 0..<50 { await Task.yield() }
            }
        }
        let told = try await changes
        ticking.cancel()
        #expect(!told.isAsked && told.newState == state)
        #expect(server.commands.count { $0 == "LIST" } == lists)
    }

    @Test("who is cancelled stops waiting", .timeLimit(.minutes(1)))
    func cancelled() async throws {
        let (server, service, state) = try await started(ManualClock())
        let task = Task { try await service.changes(since: state, wait: .seconds(25)) }
        await idles(server, 1)
        task.cancel()
        await #expect(throws: RemoteError.self) { try await task.value }
    }

    @Test("a server without IDLE is told of as polled")
    func polling() async throws {
        #expect(await (try started(ManualClock(), .bare)).1.isPolling)
        #expect(await !(try started(ManualClock(), .full)).1.isPolling)
    }
}
