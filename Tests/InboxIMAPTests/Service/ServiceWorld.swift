import Foundation
import InboxModel
import InboxRemote
import TestSupport

@testable import InboxIMAP

/// A server, an index on a disk, and services over both, one after the other.
struct ServiceWorld: Sendable {
    let server: TestMailServer
    private let line: any MailTransport
    private let folder: TemporaryFolder
    private(set) var service: IMAPService
    private var indexes = 0
    private let outlineSizes: OutlineSizes

    /// - Parameter line: what lies between the server and its client.
    init(
        _ options: ServerOptions = .full, outlineSizes: OutlineSizes = OutlineSizes(),
        line: (TestMailServer) -> any MailTransport = { $0 }
    ) throws {
        server = TestMailServer(options)
        self.line = line(server)
        self.outlineSizes = outlineSizes
        folder = try TemporaryFolder()
        service = try Self.service(self.line, folder.file("index0"), outlineSizes)
    }

    private static func service(_ line: any MailTransport, _ path: String, _ sizes: OutlineSizes) throws -> IMAPService
    {
        var service = try IMAPService(
            url: "imap://127.0.0.1?smtp=smtp://127.0.0.1", userName: "me", secret: "secret", address: "me@example.test",
            transport: line, indexPath: path)
        service.outlineSizes = sizes
        return service
    }

    /// Begins anew, as after a crash.
    mutating func restart(losingIndex: Bool = false) throws {
        server.hangUp()
        if losingIndex { indexes += 1 }
        service = try Self.service(line, folder.file("index\(indexes)"), outlineSizes)
    }

    /// Another process makes the index anew.
    func replaceIndex() throws {
        let path = folder.file("index\(indexes)")
        try FileManager.default.removeItem(atPath: path)
        _ = try IMAPIndex(path: path)
    }

    /// Repeats a call as long as that may help.
    func insist<Value: Sendable>(_ body: (IMAPService) async throws(RemoteError) -> Value) async throws(RemoteError)
        -> Value
    {
        var attempts = 0
        while true {
            do { return try await body(service) } catch {
                attempts += 1
                guard case .retry = error.nextStep, attempts < 200 else { throw error }
            }
        }
    }

    /// Walks to the end, and reads changes until there are none. What is missed in one place is looked for before it counts as gone, so
    /// that one look more may tell more.
    func catchUp(_ follower: inout Follower, pages: Int = 3) async throws(RemoteError) {
        for attempt in 1...100 {
            do {
                try await follower.catchUp(service, pages: pages)
                for _ in 0..<2 { while try await follower.readChanges(service) {} }
                if follower.isWalked { return }
            } catch {
                // A connection may have been hung up while nothing was done on it.
                guard case .retry = error.nextStep, attempt < 100 else { throw error }
            }
        }
    }

    /// The id of the mailbox with a name, as `Work/2026`.
    func mailbox(_ name: String) async throws -> RemoteID {
        let all = try await insist { service throws(RemoteError) in try await service.mailboxes() }
        guard let found = all.first(where: { $0.name == name }) else {
            throw NoSuchMailbox(name: name, there: all.map(\.name))
        }
        return found.id
    }
}

struct NoSuchMailbox: Error {
    var name: String
    var there: [String]
}

/// The mail of the tests, each with a number.
enum NumberedMail {
    static func header(_ number: Int) -> String { "<m\(number)@example.test>" }

    static func text(_ number: Int, answering: Int? = nil) -> String {
        let reference = answering.map { "In-Reply-To: \(header($0))\r\nReferences: \(header($0))\r\n" } ?? ""
        return "From: Anna <anna@example.test>\r\nTo: me@example.test\r\nSubject: Mail \(number)\r\n"
            + "Date: Thu, 1 Jan 2026 00:00:00 +0000\r\nMessage-ID: \(header(number))\r\n\(reference)"
            + "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nText of \(number).\r\n"
    }

    /// The Message-ID of any message.
    static func header(of bytes: [UInt8]) -> String { ServerPart(bytes, depth: 0)["message-id"] ?? "" }
}
