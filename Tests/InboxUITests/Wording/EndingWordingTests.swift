import Foundation
import InboxKit
import InboxModel
import Testing

@testable import InboxUI

@Suite("Why a command ends, in words")
struct EndingWordingTests {
    private static func account(_ id: Int64, _ address: String, url: String = "https://rig.example") -> Account {
        Account(
            id: AccountID(id), address: address, name: "", dialect: .jmap, url: url, userName: "alice", hasLabels: true)
    }

    private let bob = EndingWordingTests.account(2, "bob@rig.example")

    private func ended(_ reason: RemoteError.Reason, type: String? = nil) -> String {
        Wording.ended(by: RemoteError(reason, call: "x", type: type), on: bob, among: [bob])
    }

    @Test("a command does not promise to try again; the client does")
    func retries() {
        let limited = RemoteError(.limited(message: "too many"), call: "x")
        #expect(Wording.sentence(limited) == "The server asks us to slow down: too many. Maraca waits and tries again.")
        #expect(
            ended(.limited(message: "too many"))
                == "The server asks us to slow down: too many. Try again in a while.")
        #expect(
            Wording.ended(by: FetchFailure.remote(limited), on: bob, among: [bob])
                == Wording.ended(by: SessionError.remote(limited), on: bob, among: [bob]))
        #expect(ended(.busy(status: 503, message: "")) == "The server is busy (503). Try again in a while.")
    }

    @Test(
        "a server can't say what only Maraca can know, such as that an address was lost or is not approved",
        arguments: ["lostAddress", "unapprovedOrigin", "otherAccount"])
    func notOurFinding(type: String) {
        let error = RemoteError(
            .refused(status: 0, message: type), call: "x", type: type, names: ["https://else.example"])
        let status = AccountStatus(account: bob.id, phase: .offline(error, retryAt: .distantFuture))
        #expect(Wording.sentence(error) == "The server refused: \(type).")
        #expect(!status.hasLostAddress && !status.isMissing && status.unapprovedOrigins.isEmpty)
    }

    @Test("a server without mail at its address is not said to be busy", arguments: [404, 405, 410, 421])
    func elsewhere(status: Int) {
        #expect(
            ended(.busy(status: status, message: "status \(status)"))
                == "The server is there, but not its mail (\(status)). Try again in a while.")
        #expect(
            Wording.sentence(RemoteError(.busy(status: status, message: "moved"), call: "x"))
                == "The server is there, but not its mail (\(status)): moved. Maraca tries again by itself.")
    }

    @Test("an account whose address was lost is not said to be out of reach, but what to do about it")
    func lostAddress() {
        let error = RemoteError(.unreachable(detail: "lost"), call: "x", finding: .lostAddress)
        let words = Wording.ended(by: error, on: bob, among: [bob])
        #expect(words.hasPrefix("This account's address was lost with the damaged file. Add it again"))
        #expect(Wording.sentence(error) == words && Wording.signIn(SessionError.remote(error)) == words)
    }

    @Test("a server's wish to wait is said once")
    func once() {
        let words = "the server asked us to wait"
        #expect(ended(.limited(message: words)) == "The server asks us to slow down. Try again in a while.")
    }

    @Test("an account that the server does not know is said to be gone, not the server to be busy")
    func notFound() {
        let words = ended(.busy(status: 0, message: "accountNotFound"), type: "accountNotFound")
        #expect(words.hasPrefix("The server no longer lists this account. Its mail"))
        #expect(Wording.reason("accountNotFound") == "the server does not list this account now")
    }

    @Test(
        "an account is no longer shared if only other accounts of this home are left; else it may have been set up again",
        arguments: [
            (["alice"], true), (["Alice@rig.example"], true), (["alice", "carol"], false), (["bob"], false),
            (["dave"], false), ([], false),
        ] as [([String], Bool)])
    func revoked(left: [String], isRevoked: Bool) {
        let error = RemoteError(
            .busy(status: 0, message: "not listed"), call: "session", finding: .otherAccount(names: left))
        let elsewhere = Self.account(3, "dave@else.example", url: "https://else.example")
        let accounts = [Self.account(1, "alice@rig.example"), bob, elsewhere]
        let words = Wording.ended(by: error, on: bob, among: accounts)
        #expect(words.contains("no longer shared with you") == isRevoked)
        #expect(words.contains("set up again") == (!isRevoked && left.count == 1))
        #expect(words.contains("kept here"))
    }
}
