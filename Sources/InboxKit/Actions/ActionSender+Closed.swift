import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Accounts whose server accepts no changes at present: none are requested, and nothing in the queue is lost.
extension ActionSender {
    static let closedPause = Duration.seconds(300)
    static let closed = RemoteError(
        .refused(status: 0, message: "the account is read-only at present"), call: "session",
        type: RemoteError.accountReadOnly)

    /// Whether the server still accepts no changes. If it once said so, it is asked again.
    var isStillClosed: Bool {
        get async throws(StoreError) {
            guard try store.read({ try $0.accounts().first { $0.id == account }?.isClosed }) == true else {
                return false
            }
            guard let ability = try? await service.ability(isAnew: true), !ability.isReadOnly else { return true }
            try await store.write { try $0.setAbility(isReadOnly: false, hasLabels: ability.hasLabels, of: account) }
            return false
        }
    }

    /// After a refused change, reads the server's session again, which may say that it accepts none. Otherwise only this change is
    /// refused.
    func learnsThatItIsClosed() async throws(StoreError) -> Bool {
        guard let ability = try? await service.ability(isAnew: true), ability.isReadOnly else { return false }
        try await store.write { try $0.setAbility(isReadOnly: true, hasLabels: ability.hasLabels, of: account) }
        return true
    }

    /// - Returns: when to look again. The outbox says why due actions wait.
    func waitUntilOpen() async throws(StoreError) -> Date? {
        if let next = try await nextAction() { try await postpone(next, Self.closed, after: Self.closedPause) }
        return try await nextDate()
    }
}
