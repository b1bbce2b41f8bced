import InboxKit
import InboxModel

extension Surroundings {
    /// Adds and removes labels and tags, all of them as one action.
    /// - Parameters:
    ///   - acts: What is done with each of them.
    ///   - rest: Why some of the mail stays unchanged.
    func label(_ targets: MailTargets, _ acts: [LastAct], leaving rest: String? = nil) {
        guard acts.count == 1, let only = acts.first else {
            if let order = SeriesOrder(labels: acts, on: targets, leaving: rest) { act(order) }
            return
        }
        if let tag = only.tag { return self.tag(targets, only.command, tag, in: only.tagged, leaving: rest) }
        lastAct = only
        act(only.command, on: targets, target: only.target)
    }

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
        act(saying: { Wording.done($0) + rest }, otherwise: Wording.nothing(command)) {
            session async throws(SessionError) in
            try await session.perform(command, on: [targets.part(command, keyword: tag)])
        }
    }
}
