import InboxKit
import InboxModel

extension Surroundings {
    /// Adds a tag to mail, or removes it.
    /// - Parameters:
    ///   - accounts: The accounts of all the mail that the user meant.
    ///   - rest: Why some of the mail stays unchanged.
    func tag(
        _ targets: MailTargets, _ command: Action.Command, _ tag: Keyword, in accounts: Set<AccountID>,
        leaving rest: String? = nil
    ) {
        lastAct = LastAct(command, tag: tag, in: accounts, onMessages: targets.areMessages)
        let rest = rest.map { "; \($0)" } ?? ""
        act(saying: { Wording.done($0) + rest }) { session async throws(SessionError) in
            switch targets {
            case .threads(let ids): try await session.perform(command, on: ids, keyword: tag)
            case .messages(let ids): try await session.perform(command, onMessages: ids, keyword: tag)
            }
        }
    }
}
