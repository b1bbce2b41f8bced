import Foundation
import InboxKit
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxServer

/// Tests the whole client, with its store and its queue, on a server that is odd in one way.
@Suite("JMAP: our own client and odd servers", .timeLimit(.minutes(10)))
struct OddServerTests {
    private static let mail = (0..<8).map { number in
        MailText("\(number)") {
            $0.subject = "Mail \(number)"
            $0.date = 1_400_000_000 + number * 60
            if number == 1 { $0.inReplyTo = "0" }
            if number == 6 { $0.file = "wheel.bin" }
        }
    }
    private static let file: [UInt8] = [3, 1, 4, 1, 5, 9]

    /// A server, and what is expected of the client there.
    struct Case: CustomTestStringConvertible, Sendable {
        var kind: Oddity.Kind
        /// How many times the server is odd; nil for always.
        var count: Int?

        var testDescription: String { kind.rawValue + (count.map { "=\($0)" } ?? "") }

        var oddities: [Oddity] {
            let odd = Oddity(kind, count: count)
            return kind == .badStateIsInvalid ? [odd, Oddity(.forgetsStates)] : [odd]
        }

        /// What happens to the mail that is here, not to what is asked.
        var isEvent: Bool { [.newIDs, .mergedThreads, .splitThreads].contains(kind) }

        /// Why nothing can be read meanwhile, in words.
        var failure: String? {
            guard count == nil || kind == .endless else { return nil }
            return switch kind {
            case .manyRedirects: "keeps redirecting"
            case .unauthorized: "Sign in with your token"
            case .forbidden, .missing, .tooLarge, .broken: "Refused, as this server was told to"
            case .rateLimited, .unavailable: "the server asked us to wait"
            case .endless: "the answer is too large"
            case .cut: "outstanding read data"
            default: nil
            }
        }

        /// What the outbox says was not done, in the order of the words.
        var troubles: [String] {
            let refused = "Refused, as this server was told to."
            switch kind {
            case .forbidden where count == nil, .tooLarge where count == nil:
                // Whether the mailbox was created could not be asked either: it waits, and the move with it.
                return ["archive", "saveDraft", "saveDraft", "star", "star", "trash"].map { "\($0): \(refused)" }
            case .blobsExpire: return ["saveDraft: blobNotFound"]
            case .newIDs:
                let gone = "its mailbox was deleted on the server"
                return ["archive: \(gone)", "trash: \(gone)"]
            // A single refusal of several changes together is not believed: each may be the reason.
            default: return []
            }
        }

        /// Why the client does not even try.
        var notAllowed: ActionError? {
            switch kind {
            case .readOnly: .readOnly
            case .noRights: .forbidden(mailbox: "Inbox")
            default: nil
            }
        }

        /// Whether the user can have it done after all, once the server is as it should be.
        var canRetry: Bool { kind != .newIDs }
    }

    private static let statuses: [Oddity.Kind] = [
        .unauthorized, .forbidden, .missing, .tooLarge, .rateLimited, .unavailable, .broken, .cut,
    ]
    static let cases =
        Oddity.Kind.allCases.filter { !OddNewsTests.kinds.contains($0) }.map { kind in
            Case(kind: kind, count: kind == .slow ? 3 : kind == .endless ? 8 : nil)
        } + statuses.map { Case(kind: $0, count: 1) }

    // MARK: The story

    /// What the user does while the server is odd.
    /// - Returns: what was not allowed.
    private static func act(_ client: StoredClient) async throws -> [SessionError] {
        var refused: [SessionError?] = [
            await client.perform(.star, "Mail 0"), await client.perform(.star, "Mail 1"),
            await client.perform(.archive, "Mail 2"), await client.perform(.trash, "Mail 3"),
        ]
        do throws(SessionError) {
            let mill = try await client.session.createMailbox(named: "Mill", account: client.account.id)
            refused.append(await client.perform(.move, "Mail 4", to: mill))
            try await client.write("Cog", file: Self.file)
            try await client.write("Later", after: .seconds(500_000))
        } catch { refused.append(error) }
        return refused.compactMap(\.self)
    }

    /// Returns which of these deeds the mail does not show.
    private static func undone(_ client: StoredClient) throws -> [String] {
        var undone: [String] = []
        for subject in ["Mail 0", "Mail 1"] where try client.message(subject)?.keywords.contains(.flagged) != true {
            undone.append("star \(subject)")
        }
        for (subject, place) in [("Mail 2", "Archive"), ("Mail 3", "Trash"), ("Mail 4", "Mill")]
        where try client.places(of: subject) != [place] {
            undone.append("move \(subject)")
        }
        if try client.message("Cog")?.keywords.contains(.draft) != false { undone.append("send Cog") }
        return undone
    }

    /// Marks a mail as read by another client.
    private static func read(_ subject: String, _ test: TestServer) async throws {
        let list = try await test.ann.get("/messages?subject=\(subject.replacing(" ", with: "%20"))").json
        _ = try await test.ann.call("PUT", "/messages/\(list.ids[0])", .of(("unread", .bool(false))))
    }

    /// Sends a mail by another client, as an order of its own.
    private static func sendElsewhere(_ test: TestServer) async throws {
        let talk = try await JMAPTalk(test.ann)
        let draft = try await talk.draft(to: "bob@example.test", subject: "Elsewhere")
        _ = try await talk.send([("EmailSubmission/set", try await talk.submission(of: draft))])
    }

    @Test(
        "J-31, J-53, J-58: whatever is odd, nothing is lost or done twice, and in the end both have the same",
        arguments: cases)
    func story(_ odd: Case) async throws {
        try await TestServer.with(mail: Self.mail) { test async throws in
            // Somebody else sends something at the same moment.
            let isMeddling = odd.kind == .ignoresIfInState
            let client = try StoredClient(test, path: "", approved: ["http://localhost:\(test.ann.port)"]) {
                if isMeddling { try await Self.sendElsewhere(test) }
            }

            await test.server.setOddities(odd.isEvent ? [] : odd.oddities)
            var words = [try await client.sync()]
            if words != [nil] {
                await test.server.setOddities([])
                #expect(try await client.sync() == nil)
            }
            #expect(try client.message("Mail 7") != nil)

            await test.server.setOddities(odd.oddities)
            let refused = try await Self.act(client)
            words.append(try await client.sync())
            _ = try await test.send(from: test.bob, to: ["ann@example.test"], subject: "From bob")
            try await Self.read("Mail 5", test)
            words.append(try await client.sync())
            if let later = try client.actions().first(where: { $0.command == .sendDraft && $0.title == "Later" }) {
                try await client.session.discard(later.id)
            }
            words.append(try await client.sync())
            try await download(odd, client)
            #expect(await test.server.metOddities.contains(odd.kind))

            // Nothing is as if it were done: the user is told.
            let failures = Set(words.compactMap(\.self))
            if let failure = odd.failure {
                #expect(!failures.isEmpty && failures.allSatisfy { $0.contains(failure) }, "\(failures)")
            } else if odd.count == nil {
                #expect(failures == [])
            }
            #expect(try client.troubles().sorted() == odd.troubles)
            let notAllowed = odd.notAllowed.map { SessionError.action($0) }
            #expect(refused.allSatisfy { $0 == notAllowed }, "\(refused)")
            #expect(refused.isEmpty == (odd.notAllowed == nil))

            await test.server.setOddities([])
            for _ in 0..<3 { try await client.sync() }
            if odd.canRetry, !odd.troubles.isEmpty {
                try await client.retryAll()
                for _ in 0..<3 { try await client.sync() }
            }
            try await check(odd, client, test)
        }
    }

    /// A file comes as it is, or not at all.
    private func download(_ odd: Case, _ client: StoredClient) async throws {
        let mail = try #require(try client.message("Mail 6"))
        let file = try #require(mail.files.first)
        do throws(SessionError) {
            let bytes = try await client.session.download(file, of: mail)
            #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("wheel.bin"))
            #expect(![.shortBlobs, .longBlobs].contains(odd.kind))
        } catch {
            guard case .remote(let error) = error else { throw error }
            // What a closed gate refuses has not been asked.
            #expect(error.summary.contains("bytes came of a file of") || odd.failure != nil, "\(error)")
        }
    }

    private func check(_ odd: Case, _ client: StoredClient, _ test: TestServer) async throws {
        #expect(try await client.differences(try await JMAPTalk(test.ann)) == [])
        #expect(try client.message("Mail 5")?.isUnread == false && client.message("From bob") != nil)
        let received = try await test.bob.get("/messages").json.texts("subject")
        switch odd.kind {
        case .readOnly: #expect(!received.contains("Cog") && !received.contains("Later"))
        case .noRights: #expect(received.count { $0 == "Cog" } == 1)
        case .newIDs: #expect(try Self.undone(client) == ["move Mail 2", "move Mail 3"])
        default:
            #expect(try Self.undone(client) == [])
            #expect(received.count { $0 == "Cog" } == 1 && !received.contains("Later"))
        }
        if odd.kind == .readOnly { return }
        let letter = try #require(try await test.bob.get("/messages?subject=Cog").json.arrayValue?.first)
        #expect(letter["files"]?.texts("filename") == ["cog.bin"])
        // What was taken back is a draft again, except where the server does not give it back: it is shown as held.
        let held = try client.actions()
        #expect(held.map(\.state) == (odd.kind == .cannotUnsend ? [.held] : []), "\(held)")
        #expect(try client.message("Later")?.keywords.contains(.draft) == (odd.kind != .cannotUnsend))
        let threads = try ["Mail 0", "Mail 1", "Mail 6", "Mail 7"].map { try client.message($0)?.thread }
        #expect((threads[0] == threads[1]) == (odd.kind != .splitThreads))
        #expect((threads[2] == threads[3]) == (odd.kind == .mergedThreads))
    }

    // MARK: Approval

    @Test(
        "J-2, J-3: a server that leads elsewhere is sent nothing there before the user approves it",
        arguments: [Oddity.Kind.foreignOrigin, .foreignRedirect])
    func unapproved(kind: Oddity.Kind) async throws {
        try await TestServer.with(mail: Self.mail) { test async throws in
            await test.server.setOddities([Oddity(kind)])
            let client = try StoredClient(test, path: "")
            let elsewhere = "http://localhost:\(test.ann.port)"
            #expect(try await client.sync()?.contains("\(elsewhere), which you have not approved") == true)
            #expect(client.asked().allSatisfy { !$0.url.hasPrefix(elsewhere) })
            #expect(try client.message("Mail 0") == nil)
        }
    }
}
