import InboxKit
import InboxModel

/// Answers and new messages: the card lies there again when they are written.
extension DeckScreen {
    /// Answers what the card quotes.
    func answer(_ kind: Answer.Kind) {
        guard let message = cardMessage else {
            return surroundings.say("There is no card to answer", kind: .info, undo: false)
        }
        write(.answer(kind, message))
    }

    func write(_ request: ComposeRequest) {
        thrown = nil
        guard let screen = ComposeScreen(request, around: surroundings) else {
            return surroundings.say("No account here can send mail", kind: .warning, undo: false)
        }
        screen.archive = { [weak self, surroundings] thread in
            // Another card may lie on top by now; the one that was answered is meant.
            guard let self, self.card?.id == thread else {
                return surroundings.act(.archive, on: [thread], target: nil)
            }
            _ = self.perform(.archive)
        }
        surroundings.push(screen)
    }
}
