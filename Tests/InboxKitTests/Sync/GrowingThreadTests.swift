import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Threads that grow during a full sync")
struct GrowingThreadTests {
    /// A client with forty threads whose server has just forgotten its state and returns short pages.
    private func forgotten() async throws -> Client {
        let client = try Client(ModelServer())
        client.server.put((0..<40).map { .remote(id: "m\($0)", thread: "t\($0)", at: $0) })
        try await client.sync.once(bodies: false)
        client.server.setWalkPage(5)
        client.server.forgetChanges()
        return client
    }

    @Test("a thread that gets mail before the walk reaches it comes whole")
    func growsDuringWalk() async throws {
        let client = try Client(ModelServer())
        client.server.put((0..<40).map { .remote(id: "m\($0)", thread: "t\($0)", at: $0) })
        client.server.setWalkPage(5)
        try await client.sync.catchUp()
        _ = try await client.sync.fetchMore()
        client.server.put(.remote(id: "new", thread: "t3", at: 100))
        try await client.sync.catchUp()
        while try await client.sync.fetchMore(bodies: false) {}
        #expect(try client.message("m3") != nil)
        #expect(try client.differences() == [])
    }

    @Test("a thread that gets mail during a resync keeps its older messages")
    func growsDuringReading() async throws {
        let client = try await forgotten()
        let count = Mutex(0)
        client.server.setFault { [server = client.server] call in
            // In the last walk, which finds out what the server no longer has.
            if call.name == "drafts",
                count.withLock({
                    $0 += 1; return $0 == 1
                })
            {
                server.later { $0.put(.remote(id: "new", thread: "t3", at: 100)) }
            }
            return nil
        }
        try await client.sync.once(bodies: false)
        #expect(try client.message("m3") != nil && client.message("new") != nil)
        #expect(try client.differences() == [])
    }

    @Test("a resync keeps a thread that grew while the server forgot its state again")
    func growsWhileForgotten() async throws {
        let client = try await forgotten()
        let count = Mutex(0)
        client.server.setFault { [server = client.server] call in
            guard call.name == "drafts" else { return nil }
            // The second time is before the walk that finds out what the server no longer has.
            let isSecond = count.withLock {
                $0 += 1
                return $0 == 2
            }
            guard isSecond else { return nil }
            server.setFault { call in
                guard call.name == "threads" else { return nil }
                server.setFault { _ in nil }
                server.later { server in
                    server.put(.remote(id: "new", thread: "t3", at: 100))
                    server.put((0..<20).map { .remote(id: "n\($0)", thread: "u\($0)", at: 101 + $0) })
                    server.forgetChanges()
                }
                return nil
            }
            return nil
        }
        try await client.sync.once(bodies: false)
        #expect(try client.message("m3") != nil && client.message("new") != nil)
        #expect(try client.differences() == [])
    }
}
