public import InboxKit
import InboxModel
public import TerminalUI

extension ScreenMaker {
    /// The screens that come with this library.
    static let standard = ScreenMaker(
        login: { LoginScreen(around: $0) },
        thread: { ThreadScreen(thread: $0.id, order: $1, around: $2) },
        deck: { DeckScreen(filter: $0, title: $1, list: $2, around: $3) },
        compose: { ComposeScreen($0, around: $1) },
        outbox: { OutboxScreen(around: $0) })
}

extension MailApp {
    /// - Parameters:
    ///   - session: not started yet: the first frame shows what its store has, then its engines start.
    ///   - display: the terminal.
    public convenience init(
        session: MailSession, settings: Settings, display: any Display, options: Options = Options()
    ) {
        self.init(session: session, settings: settings, display: display, options: options, make: .standard)
    }
}
