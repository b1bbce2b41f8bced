import InboxKit
import InboxModel

/// Answers and new messages; the card is still there when the composer closes.
extension DeckScreen {
    /// Answers the message shown on the card.
    func answer(_ kind: Answer.Kind) {
        guard let message = cardMessage else {
            return sayNoCard(to: kind == .forward ? "forward" : "reply to")
        }
        around.withList(message, for: kind, on: self) { [weak self] in self?.write(.answer(kind, $0)) }
    }

    func write(_ request: ComposeRequest) {
        thrown = nil
        guard let screen = ComposeScreen(request, around: around) else {
            return around.sayNotWritten(request)
        }
        screen.archive = { [weak self, around] thread in
            // Another card may be on top by now; the action is for the answered one.
            guard let self, self.card?.id == thread else {
                return around.act(.archive, on: [thread], target: nil)
            }
            _ = self.perform(.archive)
        }
        around.push(screen)
    }
}
