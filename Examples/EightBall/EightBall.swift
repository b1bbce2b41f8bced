import Foundation
import InboxKit
import InboxModel
import InboxUI
import TerminalUI

/// One unread thread at a time: shake it to mark it read, and the next appears.
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
            guard let display = try? NcursesDisplay(), let store = try? MailSession.inMemory() else { exit(1) }
            let ball = Ball(session: store)
            let application = Application(display: display, root: ball)
            ball.application = application
            await ball.signIn(url: url, token: token)
            await application.run()
        }
    }
}

@UI
final class Ball: Root {
    weak var application: Application?
    private let session: MailSession
    private let provider: ModelProvider<MailThread>
    private var message = "Signing in…"
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
            message = "No unread threads!"
        } catch {
            message = "The server did not respond as it should: is it running? \(Wording.sentence(error))"
        }
        application?.setNeedsDraw()
    }

    private func shake() {
        guard let thread = provider.items.first else { return }
        Task { _ = try? await session.perform(.shake, on: [thread.id]) }
    }

    func handle(_ event: InputEvent, in application: Application) {
        switch event {
        case .key("s"), .key(" "): shake()
        case .key("q"), .key(.escape), .terminate: application.quit()
        default: break
        }
    }

    func draw(into grid: inout Grid) {
        guard let thread = provider.items.first else { return grid.draw(centred: message, y: grid.height / 2, .bold) }
        let names = thread.participants.map { $0.email.lowercased() == own ? "Me" : $0.displayName }
        let date = thread.lastDate.formatted(date: .abbreviated, time: .shortened)
        let lines = [
            (thread.subject, Style.bold), (names.formatted(.list(type: .and)), .accent), (date, .dim),
            (thread.snippet, .text),
        ]
        for (index, line) in lines.enumerated() {
            grid.draw(line.0, x: 4, y: grid.height / 2 - 3 + index * 2, line.1, columns: max(0, grid.width - 8))
        }
        grid.draw(centred: "s shake   q quit   \(provider.count) unread", y: grid.height - 1, .dim)
    }
}

extension Ball: @UI ModelProviderDelegate {
    func provider(_ provider: ModelProvider<MailThread>, did event: ProviderEvent) {
        if case .fetchFailed(let failure) = event { message = Wording.sentence(failure) }
        application?.setNeedsDraw()
    }
}
