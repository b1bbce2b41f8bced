import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The draft: kept while one writes and at the end, or discarded.
extension ComposeScreen {
    /// How long after a change the draft is kept.
    static let autosave = Duration.seconds(2)

    func changed() {
        keeping = .unkept
        guard timer == nil else { return }
        timer = Task { [weak self, pause] in
            await pause(Self.autosave)
            guard let self, !Task.isCancelled else { return }
            self.timer = nil
            self.keep()
        }
    }

    public func disappear() { if !isOver { keep() } }

    /// Keeps the draft as it is now. The work goes on when the screen is gone.
    func keep() {
        timer?.cancel()
        timer = nil
        let content = form.content
        guard content != kept else { return }
        kept = content
        let account = form.account.id
        around.run { [self] in _ = await store(content, account) }
    }

    /// - Returns: the draft's id; nil when it could not be kept.
    func store(_ content: DraftContent, _ account: AccountID) async -> MessageID? {
        let session = around.session
        do throws(SessionError) {
            let old = draft
            let isMoved = old != nil && draftAccount != account
            let id = try await session.save(content, as: isMoved ? nil : old, account: account)
            (draft, draftAccount) = (id, account)
            if isMoved, let old { try await session.deleteDraft(old) }
            if keeping != .unkept || form.content == content { keeping = .kept }
            around.setNeedsDraw()
            return id
        } catch {
            keeping = .failed(Wording.sentence(error))
            around.say(Wording.sentence(error), kind: .failure, undo: false)
            return nil
        }
    }

    // MARK: Leaving

    func leave() {
        form.finishTyping()
        let isKept = form.content != kept || draft != nil
        keep()
        isOver = true
        if isKept { around.say("The draft is kept", kind: .done, undo: false) }
        around.pop()
    }

    func askToDiscard() {
        guard draft != nil || form.content != kept else {
            isOver = true
            return around.pop()
        }
        around.push(
            QuestionScreen(
                "Discard this draft?", text: "What you wrote is deleted, here and on the server.", deed: "discard",
                around: around
            ) { [weak self] in self?.discard() })
    }

    private func discard() {
        timer?.cancel()
        isOver = true
        let around = around
        around.run { [self] in
            guard let draft else { return }
            do throws(SessionError) {
                try await around.session.deleteDraft(draft)
                around.say("The draft is deleted", kind: .done, undo: false)
            } catch {
                around.say(Wording.sentence(error), kind: .failure, undo: false)
            }
        }
        around.pop()
    }
}
