import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Log")
struct SessionLogTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/maraca.log" }

    init() throws { folder = try TemporaryFolder() }

    private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test("N-5: it has calls, kinds of failure and actions, and no user content")
    func tellsNoContent() throws {
        let secret = "canary"
        let board = StatusBoard(log: SessionLog(path: path, now: { .test(0) }))
        let action = Action(
            id: ActionID(17), account: AccountID(3), command: .archive, title: secret, detail: secret,
            createdAt: .test(0), lastError: secret)
        let error = RemoteError(
            .refused(status: 403, message: secret), call: "PUT /messages", type: secret, names: [secret])
        board.update(AccountID(3)) { $0.phase = .offline(error, retryAt: .test(60)) }
        board.update(AccountID(3)) { $0.phase = .signedOut(message: secret) }
        board.update(AccountID(3)) { $0.phase = .noSecret(.commandFailed(status: 7, output: secret)) }
        board.update(AccountID(3)) { $0.phase = .storeFailed(.notWritable(path: secret)) }
        board.tell(.refused(action, message: secret))
        board.tell(.stopped(action, message: secret))
        board.tell(.storeFailed(.failed(detail: secret)))
        board.log?.answered(action, error)
        let lines = try text().split(separator: "\n").map { $0.drop { $0 != " " }.dropFirst() }
        #expect(
            lines == [
                "account 3: offline: refused 403 at PUT /messages; again at \(Date.test(60).formatted(.iso8601))",
                "account 3: signed out", "account 3: no password or token: its command ended with 7",
                "account 3: store: not writable", "account 3: action 17 (archive) refused, and taken back",
                "account 3: action 17 (archive) stopped, and kept", "store: failed",
                "account 3: action 17 (archive) not done: refused 403 at PUT /messages",
            ])
    }

    @Test("a fetch is logged at its start and end, not at each step")
    func progress() throws {
        let board = StatusBoard(log: SessionLog(path: path))
        for done in 0..<50 {
            board.update(AccountID(1)) {
                $0.progress = .init(work: .messages, done: done, total: 50, startedAt: .test(0))
            }
        }
        board.update(AccountID(1)) { $0.progress = nil }
        let lines = try text().split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix("account 1: fetching messages") == true)
        #expect(lines.last?.hasSuffix("account 1: fetched 49 messages") == true)
    }

    @Test("failed requests are always logged, others if verbose", arguments: [true, false])
    func requests(isVerbose: Bool) async throws {
        let echoed = Mutex<[String]>([])
        let log = SessionLog(path: path, isVerbose: isVerbose, echo: { line in echoed.withLock { $0.append(line) } })
        let transport = NotedTransport(OddTransport()) { log.exchanged($0) }
        _ = try await transport.send(HTTPRequest(url: "https://ann@mail.example/n/abc/messages/def?q=canary"))
        _ = try? await transport.send(HTTPRequest(url: "https://mail.example/fail/canary"))
        let told = echoed.withLock(\.self).map { $0.prefix { $0 != "," } }
        #expect(told == (isVerbose ? ["request: GET /n/*/messages/*: 200"] : []) + ["request: GET /*/*: timed out"])
        #expect(try text().split(separator: "\n").count == told.count)
    }

    @Test("N-4: the log file has mode 0600 and follows no link")
    func isPrivate() throws {
        let log = LogFile(path: path)
        log.add("one")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let link = folder.path + "/link.log"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        LogFile(path: link).add("two")
        #expect(try text() == "one\n")
    }

    @Test("a full log is rotated, and one old file stays")
    func makesRoom() throws {
        let log = LogFile(path: path)
        let line = String(repeating: "x", count: 1_023)
        for _ in 0..<1_030 { log.add(line) }
        #expect(try text().utf8.count == 6 * 1_024)
        #expect(try FileManager.default.attributesOfItem(atPath: path + ".1")[.size] as? Int == LogFile.most)
        // The next program appends to the file.
        LogFile(path: path).add("next")
        #expect(try text().hasSuffix("x\nnext\n"))
    }
}

/// Answers everything except one path.
private struct OddTransport: Transport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if request.url.contains("fail") { throw .timedOut }
        return HTTPResponse(status: 200, headers: [:], body: Array("{}".utf8))
    }

    func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    {
        throw .cancelled
    }
}
