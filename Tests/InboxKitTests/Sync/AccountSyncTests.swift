import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Syncing with a server")
struct AccountSyncTests {
    @Test("a first sync fetches everything, bodies if requested", arguments: [true, false])
    func first(bodies: Bool) async throws {
        let client = try Client(ModelServer.filled(120))
        client.server.setWalkPage(17)
        try await client.sync.once(bodies: bodies)
        #expect(try client.differences() == [])
        try client.store.read { reader throws in
            #expect(try reader.contacts(account: client.account.id).count { $0.remoteID != nil } == 1)
            let withBody = client.server.messages.values.filter { $0.body != nil }
            let kept = try withBody.compactMap { try reader.message($0.id, account: client.account.id) }.filter {
                try reader.body(of: $0.id) != nil
            }
            // Drafts always come with their bodies.
            #expect(bodies ? kept.count == withBody.count : kept.allSatisfy(\.isDraft))
        }
        #expect(client.board.status(of: client.account.id).progress == nil)
    }

    @Test("after an interruption and restart, progress counts on")
    func countsOn() async throws {
        let client = try Client(ModelServer.filled(60))
        client.server.setWalkPage(9)
        var sync = client.sync
        sync.asksAhead = false
        let asked = Mutex(0)
        client.server.setFault { call in
            guard call.name == "threads" else { return nil }
            let count = asked.withLock { count in
                count += 1
                return count
            }
            return count == 4 ? .before(.unreachable) : nil
        }
        do throws(AccountSync.Failure) {
            try await sync.once(bodies: false)
        } catch {
            #expect(error == .remote(.unreachable))
        }
        let before = try #require(client.board.status(of: client.account.id).progress)
        #expect(before.startedWith == 0 && before.done > 9)
        let (board, id) = (StatusBoard(), client.account.id)
        let seen = Mutex<[AccountStatus.Progress]>([])
        client.server.setFault { _ in
            if let progress = board.status(of: id).progress { seen.withLock { $0.append(progress) } }
            return nil
        }
        sync = AccountSync(
            account: client.account, store: client.store, service: ScriptedService(client.server), board: board)
        sync.asksAhead = false
        try await sync.once(bodies: false)
        let first = seen.withLock(\.first)
        let after = try #require(first)
        #expect(after.startedWith == before.done && after.done > before.done && after.total == before.total)
    }

    @Test("that more mail is to come is said before the first page of all mail is here")
    func tellsWalk() async throws {
        let client = try Client(ModelServer.filled(60))
        client.server.setWalkPage(9)
        let (board, id) = (client.board, client.account.id)
        let seen = Mutex<[AccountStatus]>([])
        client.server.setFault { call in
            if call.name == "threads" { seen.withLock { $0.append(board.status(of: id)) } }
            return nil
        }
        var sync = client.sync
        sync.asksAhead = false
        let running = sync
        let changes = board.changes()
        let task = Task { _ = try? await running.run() }
        for await _ in changes where board.status(of: id).progress == nil && seen.withLock({ $0.count > 3 }) { break }
        task.cancel()
        await task.value
        // The first page of the inbox comes before the walk.
        let walk = seen.withLock { Array($0.dropFirst()) }
        #expect(walk.first?.isConnected == true && walk.allSatisfy { $0.progress?.work == .messages })
    }

    @Test("the inbox comes first, although most mail is elsewhere and newer")
    func inboxFirst() async throws {
        let client = try Client()
        client.server.put((0..<30).map { .remote(id: "i\($0)", in: ["inbox"], at: $0) })
        client.server.put((30..<90).map { .remote(id: "w\($0)", in: ["work"], at: $0) })
        client.server.setWalkPage(9)
        var sync = client.sync
        sync.asksAhead = false
        let store = client.store
        let firsts = Mutex<[RemoteID: Int]>([:])
        // What is here when the next page is requested.
        client.server.setFault { call in
            guard call.name == "threads" else { return nil }
            let all = try? store.read {
                try $0.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1)
            }
            firsts.withLock { firsts in
                let page = firsts.values.max().map { $0 + 1 } ?? 0
                for id in (all ?? []).compactMap(\.remoteID) where firsts[id] == nil { firsts[id] = page }
            }
            return nil
        }
        try await sync.once(bodies: false)
        let here = firsts.withLock(\.self)
        #expect(client.server.calls.prefix(3).map(\.name) == ["latestState", "mailboxes", "threads"])
        let first = here.filter { $0.value == 0 }.keys
        #expect(Set(first) == Set((21..<30).map { RemoteID("i\($0)") }), "the newest page of the inbox")
    }

    @Test("a first sync that fails at any call resumes there", arguments: 0..<22)
    func resumes(failing: Int) async throws {
        let client = try Client(ModelServer.filled(60))
        client.server.setWalkPage(9)
        client.server.setFault {
            $0.number == failing ? (failing % 2 == 0 ? .before(.unreachable) : .after(.unreachable)) : nil
        }
        do throws(AccountSync.Failure) {
            try await client.sync.once(bodies: true)
        } catch {
            #expect(error == .remote(.unreachable))
        }
        client.server.setFault { _ in nil }
        let positions = client.server.calls("threads").map(\.subject)
        try await client.sync.once(bodies: true)
        #expect(try client.differences() == [])
        #expect(try client.store.read { try $0.contacts(account: client.account.id) }.count { $0.remoteID != nil } == 1)
        #expect(
            try client.store.read { try $0.messagesWithoutBody(account: client.account.id, limit: 100) }.count
                == client.server.messages.values.count { $0.body == nil })
        // No page is read again, except the one under way.
        let all = client.server.calls("threads").map(\.subject)
        if positions.count > 3, let last = positions.last {
            #expect(all.dropFirst(positions.count).filter { $0 == last }.count <= 1)
        }
        #expect(all.count <= 9 + 3)
    }

    @Test("the user's write goes between the parts of a large page")
    func endsEarly() async throws {
        let client = try Client(ModelServer())
        let (store, account, sync) = (client.store, client.account.id, client.sync)
        let page = (0..<600).map { RemoteMessage.remote(id: "m\($0)", at: $0) }
        // While this write runs, the page waits for its turn, and the user waits behind it.
        let (keeping, acting) = try await store.write { _ in
            let keeping = Task { try await sync.save(page, since: nil, key: "walk", position: "1") }
            while store.waitingWrites < 1 { sched_yield() }
            let acting = Task { try await store.write { try $0.reader.messageCount(account: account) } }
            while store.waitingWrites < 2 { sched_yield() }
            return (keeping, acting)
        }
        #expect(try await acting.value == 250)
        #expect(try await keeping.value)
        #expect(store.waitingWrites == 0)
        try store.read { reader throws in
            #expect(try reader.messageCount(account: account) == 600)
            #expect(try reader.syncState("walk", account: account) == "1")
            #expect(try StoreTruth(reader).problems() == [])
        }
    }

    @Test("changes during the first sync are not missed")
    func changesMeanwhile() async throws {
        let client = try Client(ModelServer.filled(40))
        client.server.setWalkPage(5)
        client.server.setFault { [server = client.server] call in
            guard call.name == "threads" else { return nil }
            server.later { server in
                server.edit("m\(call.number)") { $0.keywords.formSymmetricDifference([.seen, .flagged]) }
                server.remove("m\(call.number + 15)")
                server.put(.remote(id: "new\(call.number)", at: 5_000 + call.number))
            }
            return nil
        }
        try await client.sync.once(bodies: false)
        #expect(try client.differences() == [])
    }

    @Test("changes and their state are saved in one transaction", arguments: [1, 2, 1_000])
    func changes(page: Int) async throws {
        let client = try await Client.synced(.remote(id: "a"), .remote(id: "b"), .remote(id: "c"))
        client.server.setChangesPage(page)
        client.server.put(.remote("garden"))
        client.server.edit("a") { $0.mailboxes = [RemoteID("garden")] }
        client.server.remove("b")
        client.server.put(.remote(id: "d", unread: true, in: ["garden", "inbox"]))
        // Reported after the messages in it.
        client.server.put(RemoteMailbox(id: RemoteID("garden"), name: "Garten", role: nil))
        client.server.put(RemoteContact(id: RemoteID("c"), address: .person("ben")))
        let id = client.account.id
        let before = try client.store.read { try $0.syncState("state", account: id) }
        client.server.setFault { $0.name == "changes" && $0.number % 2 == 0 ? .after(.unreachable) : nil }
        for _ in 0..<20 { try? await client.sync.catchUp() }
        client.server.setFault { _ in nil }
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
        #expect(try client.store.read { try $0.syncState("state", account: id) } != before)
        #expect(try client.store.read { try $0.mailboxes() }.contains { $0.name == "Garten" })
        #expect(try client.store.read { try $0.contacts(account: id) }.count { $0.remoteID != nil } == 1)
    }

    @Test("a push that ends without a request confirms nothing, so a sent move and its undo stay as they are")
    func unasked() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        client.server.setEndsWaiting()
        try await client.perform(.move, on: "m", to: "work")
        _ = try await client.sender.sendAll()
        #expect(try await client.sync.readChanges(wait: .seconds(1)) == false)
        #expect(try client.shown() == client.onServer(), "it does not go back to where it was")
        let session = client.session()
        #expect(try await session.undo() != nil)
        #expect(try await client.sync.readChanges(wait: .seconds(1)) == false)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(client.onServer()[RemoteID("m")]?.mailboxes == [RemoteID("inbox")])
        #expect(try client.differences() == [])
    }

    @Test("mail that a server's list omits is not deleted here")
    func omitting() async throws {
        let client = try Client(ModelServer.filled(40))
        try await client.sync.once(bodies: false)
        client.server.remove("m1")
        client.server.forgetChanges()
        client.server.setHides(Set((5..<30).map { RemoteID("m\($0)") }))
        try await client.sync.once(bodies: false)
        #expect(try client.message("m7") != nil && client.message("m1") == nil)
        client.server.setHides([])
        try await client.sync.once(bodies: false)
        #expect(try client.differences() == [])
    }

    @Test("S-4: a mailbox missing from the changes is fetched when mail in it appears")
    func untoldMailbox() async throws {
        let client = try await Client.synced(.remote(id: "a", at: 1))
        // Created and filled while the server compiled the changes.
        let made = RemoteMailbox(id: RemoteID("new"), name: "Project", role: nil)
        client.server.edit("a") { $0.mailboxes = [made.id] }
        client.server.setFault { call in
            if call.name == "changes" { client.server.putUntold(made) }
            return nil
        }
        try await client.sync.catchUp()
        #expect(try client.shown()[RemoteID("a")]?.mailboxes == [made.id])
    }

    @Test("a mailbox that is deleted while a list with it is on its way does not come back")
    func deletedMeanwhile() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        client.server.putUntold(.remote("shared"))
        client.server.put(.remote(id: "new", in: ["shared"]))
        let lane = SteppedLane()
        let sync = AccountSync(
            account: client.account, store: client.store,
            service: SteppedService(client.server, lane: lane), board: client.board,
            asksAhead: false)
        await lane.start { try? await sync.catchUp() }
        while client.server.calls("mailboxes").count < 2 {
            try #require(!lane.isIdle)
            await lane.go(.on)
        }
        client.server.remove(mailbox: "work")
        try await client.sync.catchUp()
        while !lane.isIdle { await lane.go(.on) }
        let here = try client.store.read { try $0.mailboxes() }.compactMap(\.remoteID)
        #expect(Set(here) == Set(client.server.mailboxes.keys))
        #expect(try client.differences() == [])
    }

    @Test("a move to a mailbox that another client deleted is in the outbox with the reason")
    func homeless() async throws {
        let client = try await Client.synced(.remote(id: "m"), .remote(id: "n"))
        try await client.perform(.move, on: "m", to: "home")
        try await client.perform(.star, on: "n")
        client.server.remove(mailbox: "home")
        try await client.sync.catchUp()
        let refused = try client.store.read { try $0.refusals() }
        #expect(refused.map(\.command) == [.move] && refused.first?.lastError == "its mailbox is gone")
        #expect(try client.message("m")?.mailboxes.isEmpty == false)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    @Test("a store that fails to save a page throws, and nothing is saved")
    func storeFails() async throws {
        let client = try Client(ModelServer.filled(10))
        let id = client.account.id
        // The account is removed while its pages are under way: none of them may be stored.
        client.server.setFault { [store = client.store] call in
            if call.name == "drafts" { try? store.writeNow { try $0.remove(id) } }
            return nil
        }
        await #expect(throws: AccountSync.Failure.self) { try await client.sync.once(bodies: false) }
        #expect(try client.store.read { try $0.messageCount(account: id) } == 0)
        #expect(try client.store.integrityProblems().isEmpty)
    }
}
