import InboxModel
import InboxRemote
import Synchronization
import TestSupport
import Testing

@testable import InboxServer

@Suite("JMAP: moving messages to another account", .timeLimit(.minutes(10)))
struct JMAPTakingTests {
    /// Performs all requests, but loses one answer to a request that names a method.
    private final class LosingTransport: Transport {
        private let inner = CurlTransport()
        private let method: String
        private let isLost = Mutex(false)

        init(_ method: String) { self.method = method }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let response = try await inner.send(request)
            let loses = String(decoding: request.body ?? [], as: UTF8.self).contains("\"\(method)\"")
            let isFirst = isLost.withLock { isLost in
                defer { isLost = isLost || loses }
                return loses && !isLost
            }
            if isFirst { throw .unreachable(detail: "lost") }
            return response
        }

        func stream(_ request: HTTPRequest) async throws(TransportError)
            -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
        { try await inner.stream(request) }
    }

    /// Sends each request that names a method twice, and returns one of the two answers.
    private final class DoublingTransport: Transport {
        private let inner = CurlTransport()
        private let method: String
        private let answersFirst: Bool

        init(_ method: String, answersFirst: Bool) {
            self.method = method
            self.answersFirst = answersFirst
        }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let first = try await inner.send(request)
            guard String(decoding: request.body ?? [], as: UTF8.self).contains("\"\(method)\"") else { return first }
            let second = try await inner.send(request)
            return answersFirst ? first : second
        }

        func stream(_ request: HTTPRequest) async throws(TransportError)
            -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
        { try await inner.stream(request) }
    }

    /// Reports a greater size for each message; may refuse to destroy any.
    private final class MismeasuringTransport: Transport {
        private let inner = CurlTransport()
        private let destroys: Bool

        init(destroys: Bool) { self.destroys = destroys }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let asked = String(decoding: request.body ?? [], as: UTF8.self)
            if !destroys, asked.contains("\"destroy\"") { throw .unreachable(detail: "lost") }
            var response = try await inner.send(request)
            guard asked.contains("\"Email/get\"") else { return response }
            let told = String(decoding: response.body, as: UTF8.self)
            response.body = Array(told.replacing(/"size": ?/, with: "\"size\": 1").utf8)
            return response
        }

        func stream(_ request: HTTPRequest) async throws(TransportError)
            -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
        { try await inner.stream(request) }
    }

    private struct Way {
        let test: TestServer
        let ann: JMAPService
        let bob: JMAPService
        let mail: [RemoteMessage]
        let inbox: RemoteID

        init(_ test: TestServer, over transport: any Transport = CurlTransport()) async throws {
            func service(_ address: String, _ token: String, _ transport: any Transport) -> JMAPService {
                JMAPService(
                    url: "http://127.0.0.1:\(test.ann.port)/jmap/session", userName: address, secret: token,
                    address: address, transport: transport)
            }
            self.test = test
            ann = service("ann@example.test", TestServer.annToken, CurlTransport())
            bob = service("bob@example.test", TestServer.bobToken, transport)
            mail = try await ann.threads(in: nil, from: nil, limit: 50).messages
            inbox = try await Way.place(.inbox, of: bob)
        }

        static func place(_ role: MailboxRole, of service: JMAPService) async throws -> RemoteID {
            try #require(try await service.mailboxes().first { $0.role == role }?.id)
        }

        func take(_ mail: [RemoteMessage], from source: (any RemoteService)? = nil, mayBeHere: Bool = false) async
            -> [RemoteID: Result<RemoteCopy, RemoteError>]
        {
            let wanted = Dictionary(uniqueKeysWithValues: mail.map { ($0.id, Set([inbox])) })
            return await bob.take(wanted, from: source ?? ann, mayBeHere: mayBeHere)
        }

        func bobs() async throws -> [RemoteMessage] {
            try await bob.threads(in: nil, from: nil, limit: 50).messages
        }
    }

    private static let mail = (0..<4).map { number in
        MailText("\(number)") {
            $0.date = 1_400_000_000 + number * 60
            $0.status = number.isMultiple(of: 2) ? "RO" : nil
        }
    }

    @Test(
        "copied on the server or uploaded, flags, time and bytes are the same, and originals go on request",
        arguments: [true, false])
    func take(isShared: Bool) async throws {
        try await TestServer.with(mail: Self.mail) { test async throws in
            if isShared { await test.server.setOddities([Oddity(.sharedAccounts)]) }
            let way = try await Way(test)
            var unknown = way.mail[0]
            unknown.id = RemoteID("gone")
            let taken = await way.take(way.mail + [unknown])
            #expect(taken[unknown.id]?.isGone == true)
            let copies = try await way.bobs()
            #expect(copies.map(\.receivedAt).sorted() == way.mail.map(\.receivedAt).sorted() && copies.count == 4)
            for original in way.mail {
                let copy = try #require(try taken[original.id]?.get().message)
                #expect(copy.keywords == original.keywords && copy.receivedAt == original.receivedAt)
                #expect(copy.mailboxes == [way.inbox] && copy.messageIDHeader == original.messageIDHeader)
                #expect(try await way.bob.rawMessage(copy.id) == way.ann.rawMessage(original.id))
            }
            #expect(try await way.ann.letGo([way.mail[0].id, unknown.id, way.mail[1].id]).isEmpty)
            let left = try await way.ann.threads(in: nil, from: nil, limit: 50).messages
            #expect(Set(left.map(\.id)) == Set(way.mail.dropFirst(2).map(\.id)))
        }
    }

    @Test(
        "with one sign-in for both accounts no bytes pass through here; a size limit is reported")
    func sizes() async throws {
        let large = MailText("1") { $0.body = String(repeating: "The cog is back at the mill.\n", count: 5_000) }
        try await TestServer.with(mail: [large]) { test async throws in
            await test.server.setOddities([Oddity(.tinyLimits)])
            let alone = try await Way(test)
            let refused = await alone.take(alone.mail)
            #expect(refused.values.allSatisfy { $0.error?.type == "tooLarge" } && refused.count == 1)
            await test.server.setOddities([Oddity(.tinyLimits), Oddity(.sharedAccounts)])
            let way = try await Way(test)
            let taken = await way.take(way.mail)
            #expect(taken.values.allSatisfy { $0.error == nil } && taken.count == 1)
        }
    }

    @Test(
        "J-19: after a lost answer a lookup comes first: no duplicates",
        arguments: [(true, "Email/copy"), (false, "Email/import")])
    func lost(isShared: Bool, method: String) async throws {
        try await TestServer.with(mail: Self.mail) { test async throws in
            if isShared { await test.server.setOddities([Oddity(.sharedAccounts)]) }
            let way = try await Way(test, over: LosingTransport(method))
            let first = await way.take(way.mail)
            #expect(first.values.allSatisfy { $0.error?.call == RemoteError.copying && $0.error?.nextStep != .drop })
            #expect(!first.isEmpty)
            #expect(!(try await way.bobs().isEmpty))
            let second = await way.take(way.mail, mayBeHere: true)
            #expect(second.values.allSatisfy { $0.error == nil } && second.count == 4)
            #expect(try await way.bobs().count == 4)
        }
    }

    @Test("mail of an account that speaks something else is uploaded, once, also after a lost answer")
    func otherDialect() async throws {
        try await TestServer.with(mail: Self.mail) { test async throws in
            let way = try await Way(test, over: LosingTransport("Email/import"))
            let other = ModelServer()
            other.put(way.mail)
            for mail in way.mail {
                other.setSource(try await way.ann.rawMessage(mail.id), of: mail.id.rawValue)
            }
            let first = await way.take(way.mail, from: ScriptedService(other))
            #expect(first.count == 4 && first.values.allSatisfy { $0.error?.nextStep == .retry(after: nil) })
            // Only of the first it is not known whether there is a copy.
            #expect(first.values.count { $0.error?.call == RemoteError.copying } == 1)
            var unknown = way.mail[0]
            unknown.id = RemoteID("gone")
            let second = await way.take(way.mail + [unknown], from: ScriptedService(other), mayBeHere: true)
            #expect(second[unknown.id]?.isGone == true)
            #expect(try await way.bobs().count == 4)
            for original in way.mail {
                let copy = try #require(try second[original.id]?.get().message)
                #expect(copy.keywords == original.keywords && copy.receivedAt == original.receivedAt)
                #expect(copy.mailboxes == [way.inbox])
                #expect(try await way.bob.rawMessage(copy.id) == way.ann.rawMessage(original.id))
            }
        }
    }

    @Test(
        "a request delivered twice makes one copy, whichever answer returns",
        arguments: [(true, "Email/copy"), (false, "Email/import")], [true, false])
    func twice(by way: (isShared: Bool, method: String), answersFirst: Bool) async throws {
        try await TestServer.with(mail: Self.mail) { test async throws in
            if way.isShared { await test.server.setOddities([Oddity(.sharedAccounts)]) }
            let doubling = try await Way(test, over: DoublingTransport(way.method, answersFirst: answersFirst))
            let taken = await doubling.take(doubling.mail)
            #expect(taken.count == 4 && taken.values.allSatisfy { $0.error == nil })
            #expect(try await doubling.bobs().count == 4)
        }
    }

    @Test(
        "an incomplete copy is destroyed or reported; the original stays",
        arguments: [true, false], [true, false])
    func notWhole(isShared: Bool, destroys: Bool) async throws {
        try await TestServer.with(mail: Self.mail) { test async throws in
            if isShared { await test.server.setOddities([Oddity(.sharedAccounts)]) }
            let way = try await Way(test, over: MismeasuringTransport(destroys: destroys))
            let taken = await way.take(way.mail)
            #expect(taken.count == 4 && taken.values.allSatisfy { $0.error?.nextStep == .drop })
            let words = destroys ? "was not the whole message" : "can't be deleted"
            #expect(taken.values.allSatisfy { $0.error?.summary.hasSuffix(words) == true })
            #expect(try await way.bobs().count == (destroys ? 0 : 4))
            #expect(try await way.ann.threads(in: nil, from: nil, limit: 50).messages.count == 4)
        }
    }

    @Test("J-29: a message already in the other account moves to the target mailbox and is not the original")
    func known() async throws {
        try await TestServer.with(mail: [Self.mail[0]], { $0.hasLabels = true }) { test async throws in
            let way = try await Way(test)
            let trash = try await Way.place(.trash, of: way.bob)
            let there = await way.bob.take([way.mail[0].id: [trash]], from: way.ann, mayBeHere: false)
            await test.server.setOddities([Oddity(.alreadyExists)])
            let again = try #require(await way.take(way.mail)[way.mail[0].id])
            #expect(try again.get().message.id == there[way.mail[0].id]?.get().message.id && !again.get().isNew)
            #expect(
                try again.get().message.mailboxes.contains(way.inbox) && !again.get().message.mailboxes.contains(trash))
            #expect(try await way.bobs().count == 1)
            let own = await way.ann.take([way.mail[0].id: [way.inbox]], from: way.ann, mayBeHere: true)
            #expect(own.values.map { $0.error?.nextStep } == [.drop])
        }
    }
}

extension Result where Failure == RemoteError {
    fileprivate var error: RemoteError? { if case .failure(let error) = self { error } else { nil } }
    fileprivate var isGone: Bool { if case .notFound = error?.reason { true } else { false } }
}
