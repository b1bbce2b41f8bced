import InboxKit
import InboxModel

extension Surroundings {
    /// Puts a tag on mail, or takes it off.
    /// - Parameters:
    ///   - accounts: those of the mail that was meant.
    ///   - rest: why some of it is left as it is.
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
