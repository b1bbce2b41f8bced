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
        let arguments = CommandLine.arguments.dropFirst()
        guard let url = arguments.first, arguments.count <= 2 else {
            FileHandle.standardError.write(Data("usage: EightBall URL [TOKEN]\n".utf8))
            exit(2)
        }
        let token = arguments.dropFirst().first ?? ""
        UI.run {
            do {
                let ball = Ball(session: try MailSession.inMemory())
                let application = Application(display: try NcursesDisplay(), root: ball)
                ball.application = application
                await ball.signIn(url: url, token: token)
                await application.run()
            } catch {
                FileHandle.standardError.write(Data("EightBall could not start: \(error)\n".utf8))
                exit(1)
            }
        }
    }
}

@UI
final class Ball: Root {
    weak var application: Application?
    private let session: MailSession
    private let provider: ModelProvider<MailThread>
    /// The current problem with receiving mail or performing actions.
    private var trouble: String?
    private var isSignedIn = false
    private var own = ""

    init(session: MailSession) {
        self.session = session
        provider = session.threadProvider(filter: .unread, sort: .newestFirst, window: 0..<100)
    }

    func signIn(url: String, token: String) async {
        provider.delegate = self
        do throws(SessionError) {
            session.start()
            own = try await session.addAccount(address: "", url: url, userName: nil, dialect: .inbox, secret: token)
                .address.lowercased()
            isSignedIn = true
        } catch {
            trouble = "The server did not respond as it should: is it running? \(Wording.sentence(error))"
        }
        application?.setNeedsDraw()
    }

    private func shake() {
        guard let thread = provider.items.first else { return }
        Task {
            do throws(SessionError) {
                try await session.perform(.shake, on: [thread.id])
                trouble = nil
            } catch {
                trouble = Wording.sentence(error)
            }
            application?.setNeedsDraw()
        }
    }

    /// Only after the servers have answered is it known that there is no mail.
    private var message: String {
        guard isSignedIn else { return "Signing in…" }
        return switch provider.fetchState {
        case .loading, .moreToCome: "Fetching mail…"
        case .failed(let failure): Wording.sentence(failure)
        case .olderOnServer, .complete: "No unread threads!"
        }
    }

    func handle(_ event: InputEvent, in application: Application) {
        switch event {
        case .key("s"), .key(" "): shake()
        case .key("q"), .key(.escape), .terminate: application.quit()
        default: break
        }
    }

    func draw(into grid: inout Grid) {
        guard let thread = provider.items.first else {
            return grid.draw(centred: trouble ?? message, y: grid.height / 2, .bold)
        }
        let names = thread.participants.map { $0.email.lowercased() == own ? "Me" : $0.displayName }
        let date = thread.lastDate.formatted(date: .abbreviated, time: .shortened)
        let lines = [
            (thread.subject, Style.bold), (names.formatted(.list(type: .and)), .accent), (date, .dim),
            (thread.snippet, .text),
        ]
        for (index, line) in lines.enumerated() {
            grid.draw(line.0, x: 4, y: grid.height / 2 - 3 + index * 2, line.1, columns: max(0, grid.width - 8))
        }
        let keys = "s shake   q quit   \(provider.count) unread"
        grid.draw(centred: trouble ?? keys, y: grid.height - 1, .dim)
    }
}

extension Ball: @UI ModelProviderDelegate {
    func provider(_ provider: ModelProvider<MailThread>, did event: ProviderEvent) {
        switch event {
        case .fetchFailed(let failure): trouble = Wording.sentence(failure)
        case .fetchCompleted: trouble = nil
        default: break
        }
        application?.setNeedsDraw()
    }
}
