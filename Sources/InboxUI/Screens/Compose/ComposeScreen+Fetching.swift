import InboxKit
import InboxModel
import TerminalUI

/// Fetching the text of the answered mail, or of a draft, where it is not in the store yet.
extension ComposeScreen {
    /// Fetches a text that is not in the store.
    func fetch(_ message: Message, _ begin: Beginning) {
        let session = around.session
        fetching = Task { [weak self] in
            let body: Result<MessageBody?, SessionError>
            do throws(SessionError) { body = .success(try await session.body(of: message)) } catch {
                body = .failure(error)
            }
            guard !Task.isCancelled else { return }
            self?.take(body, of: message, begin)
        }
    }

    /// Fetches the text once its server is connected again, if nothing has been written by then.
    private func fetchLater(_ message: Message, _ begin: Beginning) {
        let session = around.session
        waiting = Task { [weak self] in
            var wasGone = !session.status(of: message.account).isConnected
            for await _ in session.statusChanges() {
                let isThere = session.status(of: message.account).isConnected
                wasGone = wasGone || !isThere
                guard wasGone, isThere else { continue }
                guard let self, !isOver, !isEditing, form.content.body == begun?.body else { return }
                fetch(message, begin)
                return around.setNeedsDraw()
            }
        }
    }

    /// Gives up fetching the text.
    func stopFetching() {
        fetching?.cancel()
        fetching = nil
        awaitsEditor = false
    }

    private func take(_ body: Result<MessageBody?, SessionError>, of message: Message, _ begin: Beginning) {
        guard !isOver else { return }
        fetching = nil
        switch body {
        case .success(let body):
            guard let body else { break }
            begin.fill(&form, body, isUntouched: form.content == kept)
            if begin.leavesFormatting(of: body) { sayFormattingStays() }
        case .failure(let error):
            // A text written here would replace a draft's text that the user has not seen.
            if opensDraft {
                around.say(Wording.sentence(error), kind: .warning)
                isOver = true
                if isHeldForWriting { around.run { [self] in _ = await putBack(nil) } }
                return around.close(self)
            }
            let missing = begin.answer?.kind == .forward ? "Without that mail's text" : "Without the quote"
            around.say("\(missing), which is not stored here. \(Wording.sentence(error))", kind: .warning)
            fetchLater(message, begin)
        }
        if keeping == .nothing { kept = form.content } else if isUnkept { changed() }
        around.setNeedsDraw()
        editAtOnce()
    }
}
