import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI

/// Another process that syncs this home. It does the sending, so `sync` waits until it has finished.
struct OtherSync {
    private let session: MailSession
    private let accounts: [Account]
    private let bodies: Bool
    /// What was queued at the first look. Its refusals are reported as this command's.
    private var awaited: Set<ActionID>?
    /// Where the download of texts was at the last look.
    private var missing: [String] = []

    init(_ session: MailSession, _ accounts: [Account], bodies: Bool) {
        (self.session, self.accounts, self.bodies) = (session, accounts, bodies)
    }

    /// - Returns: false if the other process has ended, and this one must sync.
    mutating func wait() async throws -> Bool {
        Output.note(
            "another maraca is syncing this mail; waiting until it has fetched what is new and sent what is queued")
        var wishes: [SyncWish] = []
        for account in accounts {
            wishes.append(
                try await telling { () async throws(SessionError) in try await session.wantSync(of: account.id) })
        }
        var (turn, idle) = (0, 0)
        while idle < Self.mostTurns {
            // A client fulfils the wish to sync; another `sync` does only its own work.
            if session.lockForSync() { return false }
            let look = try await takeLook(wishes)
            // Many texts take time. All is well as long as they arrive.
            if look.missing != missing { idle = 0 }
            missing = look.missing
            // A connection that is lost for a moment comes back within the first seconds.
            if !look.troubled.isEmpty, turn >= Self.turnsOfGrace { try giveUp(look) }
            if look.isDone(at: Date()) {
                try conclude(look)
                return true
            }
            try await Task.sleep(for: .milliseconds(100))
            (turn, idle) = (turn + 1, idle + 1)
        }
        let what = missing.isEmpty ? "finished" : "fetched another text"
        throw CommandFailure(message: "the other maraca has not \(what) within 30 seconds", status: 3)
    }

    /// Returns the message for actions that wait for the user's decision.
    static func stopped(_ count: Int) -> String {
        "\(Wording.number(count)) stopped: `maraca outbox` says why; `maraca outbox retry` or `discard` with its number settles it"
    }

    private static let mostTurns = 300
    private static let turnsOfGrace = 30
}

/// The progress of the other process at one moment.
private struct Look {
    var deeds: [QueuedDeed]
    /// Whether every account was read completely.
    var isRead: Bool
    var missing: [String]
    /// Whether the other process has asked the servers since this command began.
    var isAsked: Bool
    var troubled: [(account: Account, trouble: String)]

    var queued: [QueuedDeed] { deeds.filter(\.action.isQueued) }

    func isDone(at now: Date) -> Bool {
        guard isRead, missing.isEmpty, troubled.isEmpty, isAsked else { return false }
        // A stopped action waits for the user, and so do the actions after it. An action for later waits for its time.
        return queued.allSatisfy { $0.waitsForUser || $0.action.due.map { $0 > now } ?? false }
    }
}

extension OtherSync {
    private mutating func takeLook(_ wishes: [SyncWish]) async throws -> Look {
        let (session, accounts, bodies) = (session, accounts, bodies)
        let ids = Set(accounts.map(\.id))
        let look = try telling { () throws(SessionError) in
            var look = Look(deeds: [], isRead: true, missing: [], isAsked: true, troubled: [])
            look.deeds = try session.deeds().filter { ids.contains($0.action.account) }
            for account in accounts {
                if try !session.isFullySynced(account.id) { look.isRead = false }
                if bodies, let position = try session.textsToCome(of: account.id) { look.missing.append(position) }
            }
            for wish in wishes where try !session.isFulfilled(wish) { look.isAsked = false }
            for account in accounts {
                if let trouble = try session.trouble(of: account.id) { look.troubled.append((account, trouble)) }
            }
            return look
        }
        if awaited == nil { awaited = Set(look.queued.flatMap { [$0.id] + $0.steps.map(\.id) }) }
        return look
    }

    /// Reports what is left when there is nothing more to wait for.
    private func conclude(_ look: Look) throws {
        let awaited = awaited ?? []
        let earlier = look.deeds.count { $0.action.state == .refused && !awaited.contains($0.id) }
        if earlier > 0 { Output.note("\(Wording.number(earlier)) refused before: `maraca outbox` says why") }
        let refused = look.deeds.count { $0.action.state == .refused && awaited.contains($0.id) }
        if refused > 0 {
            throw CommandFailure(message: "\(Wording.number(refused)) refused: `maraca outbox` says why", status: 4)
        }
        let queued = look.queued
        guard !queued.isEmpty else { return }
        let stopped = queued.count { $0.trouble != nil }
        if stopped > 0 { throw CommandFailure(message: Self.stopped(stopped), status: 4) }
        let until = queued.contains(where: \.waitsForUser) ? "you decide" : "its time comes"
        throw CommandFailure(message: "\(Wording.number(queued.count)) still queued, until \(until)", status: 3)
    }

    /// Reports the servers that the other process cannot reach, and what waits for them.
    private func giveUp(_ look: Look) throws -> Never {
        for (account, trouble) in look.troubled {
            Output.error("\(account.address): the other maraca can't reach the server: \(Output.clean(trouble))")
        }
        for account in look.troubled.map(\.account) {
            let count = look.queued.count { $0.action.account == account.id }
            if count > 0 { Output.note("\(account.address): \(Wording.number(count)) still queued") }
        }
        throw ExitCode(look.queued.isEmpty ? 1 : 3)
    }
}
