import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

/// The whole client over a store in memory, driven key by key.
@UI
final class ShellClient {
    let store: Store
    let server = ModelServer()
    let session: MailSession
    let shell: Shell
    let application: Application
    private(set) var account = AccountID(0)

    /// - Parameters:
    ///   - connects: whether accounts connect after the first frame, as they do in the program.
    ///   - mail: what is in the account; nil for an account that is not there.
    init(
        _ mail: [RemoteMessage]?, settings: Settings = Settings(), clock: WallClock = WallClock(), connects: Bool = true
    ) throws {
        let store = try Store()
        self.store = store
        if let mail {
            account = try store.addTestAccount()
            for message in mail { try store.receive(message, account: account) }
        }
        session = MailSession(store: store) { [server] _, _ in ScriptedService(server) }
        shell = Shell(session: session, settings: settings, clock: clock, make: .standard, startDemo: nil)
        application = Application(display: HeadlessDisplay(), root: shell, input: -1)
        shell.application = application
        shell.hasStarted = !connects
    }

    /// Two threads.
    convenience init(withAccount: Bool = true, settings: Settings = Settings()) throws {
        let mail: [RemoteMessage] = [
            .remote(id: "a", subject: "First", unread: true, at: 200), .remote(id: "b", subject: "Second", at: 100),
        ]
        try self.init(withAccount ? mail : nil, settings: settings)
        shell.begin()
    }

    func press(_ keys: Key...) {
        for key in keys { shell.handle(.key(key), in: application) }
    }

    /// Presses keys as people write them: blanks between them, letters side by side.
    func type(_ text: String) {
        for word in text.split(separator: " ") {
            if let key = Key(String(word)) { press(key) } else { for letter in word { press(Key(letter)) } }
        }
    }

    func grid(_ width: Int, _ height: Int) -> Grid {
        var grid = Grid(size: Size(width: width, height: height), frame: Frame(motion: false))
        shell.draw(into: &grid)
        return grid
    }

    func draw(_ width: Int = 80, _ height: Int = 24) -> [String] {
        let grid = grid(width, height)
        return (0..<height).map { grid.text(row: $0) }
    }

    /// Returns once the words are on the screen and nothing that was asked for is still to be done.
    func sees(_ words: String, _ width: Int = 80, _ height: Int = 24) async {
        await withCheckedContinuation { done in shell.jobs.add { done.resume() } }
        while !draw(width, height).joined(separator: "\n").contains(words), !Task.isCancelled { await Task.yield() }
    }
}
