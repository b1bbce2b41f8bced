import Foundation
import InboxKit
import InboxModel
import InboxUI
import TerminalUI

/// Shows one unread thread at a time: shaking it marks it read, and the next one appears.
///
///     swift run EightBall http://127.0.0.1:5555 TOKEN
@main
enum EightBall {
    static func main() {
        let arguments = CommandLine.arguments + [""]
        guard 3...4 ~= arguments.count else { fail("usage: EightBall URL [TOKEN]") }
        UI.run {
            do {
                let ball = Ball(session: try MailSession.inMemory())
                let application = Application(display: try NcursesDisplay(), root: ball)
                ball.application = application
                await ball.signIn(url: arguments[1], token: arguments[2])
                await application.run()
            } catch {
                fail("EightBall could not start: \(error)")
            }
        }
    }

    private static func fail(_ words: String) -> Never {
        FileHandle.standardError.write(Data((words + "\n").utf8))
        exit(1)
    }
}

@UI
final class Ball: Root, @UI ModelProviderDelegate {
    weak var application: Application?
    private let session: MailSession
    private let provider: ModelProvider<MailThread>
    /// The current problem with receiving mail or performing actions.
    private var trouble: String?
    /// The user's address; nil until the server has answered.
    private var own: String?

    init(session: MailSession) {
        self.session = session
        provider = session.threadProvider(filter: .unread, sort: .newestFirst, window: 0..<100)
        provider.delegate = self
    }

    func signIn(url: String, token: String) async {
        session.start()
        do throws(SessionError) {
            own = try await session.addAccount(address: "", url: url, dialect: .inbox, secret: token).address
            trouble = nil
        } catch {
            trouble = "The server did not respond as it should: is it running? \(Wording.sentence(error))"
        }
    }

    func provider(_ provider: ModelProvider<MailThread>, did event: ProviderEvent) {
        if case .fetchFailed(let failure) = event { trouble = Wording.sentence(failure) }
        if case .fetchCompleted = event { trouble = nil }
        application?.setNeedsDraw()
    }

    func handle(_ event: InputEvent, in application: Application) {
        switch event {
        case .key("s"), .key(" "): Task { await shake() }
        case .key("q"), .key(.escape), .terminate: application.quit()
        default: break
        }
    }

    func shake() async {
        guard let thread = provider.items.first else { return }
        do throws(SessionError) { try await session.perform(.shake, on: [thread.id]) } catch {
            trouble = Wording.sentence(error)
        }
        application?.setNeedsDraw()
    }

    func draw(into grid: inout Grid) {
        guard let thread = provider.items.first else {
            let isComplete = own != nil && [.complete, .olderOnServer].contains(provider.fetchState)
            return grid.draw(
                centred: trouble ?? (isComplete ? "No unread threads!" : "Fetching mail…"), y: grid.height / 2, .bold)
        }
        let names = thread.participants.map { $0.email.lowercased() == own?.lowercased() ? "Me" : $0.displayName }
        let lines = [
            (thread.subject, Style.bold), (names.formatted(.list(type: .and)), .accent),
            (thread.lastDate.formatted(date: .abbreviated, time: .shortened), .dim), (thread.snippet, .text),
        ]
        for (index, (words, style)) in lines.enumerated() {
            grid.draw(words, x: 4, y: grid.height / 2 - 3 + index * 2, style, columns: max(0, grid.width - 8))
        }
        grid.draw(centred: trouble ?? "s shake   q quit   \(provider.count) unread", y: grid.height - 1, .dim)
    }
}
