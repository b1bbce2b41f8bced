import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

/// The whole client on a store in memory, driven key by key.
@UI
final class ShellClient {
    let store: Store
    let server = ModelServer()
    let session: MailSession
    let shell: Shell
    let application: Application
    private(set) var account = AccountID(0)

    /// The folder for saved files.
    private let downloads: TemporaryFolder

    /// - Parameters:
    ///   - connects: whether accounts connect after the first frame, as in the program.
    ///   - mail: the contents of the account; nil for no account.
    init(
        _ mail: [RemoteMessage]?, settings: Settings = Settings(), clock: WallClock = WallClock(),
        connects: Bool = true, make: ScreenMaker = .standard
    ) throws {
        let store = try Store()
        self.store = store
        downloads = try TemporaryFolder()
        if let mail {
            account = try store.addTestAccount()
            for message in mail { try store.receive(message, account: account) }
        }
        session = MailSession(store: store) { [server] _, _ in ScriptedService(server) }
        // Notices don't disappear by themselves, however slow the machine is.
        var settings = settings
        settings.toastSeconds = 600
        settings.downloads = downloads.path
        shell = Shell(session: session, settings: settings, clock: clock, make: make, startDemo: nil)
        application = Application(display: HeadlessDisplay(), root: shell, input: -1)
        // The queue is shown at once, however slow the machine is.
        shell.status.patience = .zero
        shell.application = application
        shell.hasStarted = !connects
    }

    /// With two threads.
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

    /// Presses keys in the usual notation: separated by blanks, or as adjacent letters.
    func type(_ text: String) {
        for word in text.split(separator: " ") {
            if let key = Key(String(word)) { press(key) } else { for letter in word { press(Key(letter)) } }
        }
    }

    /// Starts a message with a recipient, a subject and a text.
    func write(to name: String) {
        press("c")
        for letter in "\(name)@example.test," { press(Key(letter)) }
        guard let screen = shell.flows.screens.last as? ComposeScreen else { return }
        screen.form.subject = TextField("About \(name)")
        screen.form.setFocus(.body)
        type("Hello")
    }

    func grid(_ width: Int, _ height: Int, at now: ContinuousClock.Instant = .now) -> Grid {
        let glyphs: Glyphs = shell.settings.words ? .words : shell.settings.ascii ? .ascii : .unicode
        var grid = Grid(
            size: Size(width: width, height: height), frame: Frame(now: now, motion: false, glyphs: glyphs))
        shell.draw(into: &grid)
        return grid
    }

    func draw(_ width: Int = 80, _ height: Int = 24, at now: ContinuousClock.Instant = .now) -> [String] {
        let grid = grid(width, height, at: now)
        return (0..<height).map { grid.text(row: $0) }
    }

    func shows(_ words: String, _ width: Int = 80, _ height: Int = 24) -> Bool {
        draw(width, height).joined(separator: "\n").contains(words)
    }

    /// Returns once the words are on the screen. Fails the test if they never appear.
    func sees(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        guard await !sees(80, 24, patience: .seconds(60), { shows(words) }) else { return }
        Issue.record("“\(words)” is not on the screen", sourceLocation: sourceLocation)
    }

    /// Returns once the condition holds, or after many checks.
    /// - Parameter patience: the minimum time to check, because work on other threads takes longer on a slow machine.
    /// - Returns: whether the condition holds.
    @discardableResult
    func sees(_ width: Int, _ height: Int, patience: Duration = .zero, _ isSo: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + patience
        await settle(width, height)
        var looks = 0
        while !isSo() {
            guard looks < 100 || ContinuousClock.now < end else { return false }
            await settle(width, height)
            looks += 1
        }
        return true
    }

    /// Waits until all requests are done and the store's changes so far are on the screen.
    func settle(_ width: Int, _ height: Int) async {
        await withCheckedContinuation { done in shell.jobs.add { done.resume() } }
        for case let list as ListScreen in shell.flows.screens {
            // Not `for … where`, which would continue to count when nothing is awaited any more.
            var turns = 0
            while list.isActing, turns < 100_000 {
                await Task.yield()
                turns += 1
            }
        }
        await session.setSetting("1", key: "test.settled")
        for _ in 0..<20 { await Task.yield() }
        _ = grid(width, height)
    }

    /// The keys in the bottom line.
    var bottomKeys: [[String]] {
        let line = draw().last ?? ""
        let hints = line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
        return hints.compactMap { hint -> [String]? in
            let words = hint.split(separator: " ").map(String.init)
            guard words.count > 1, let key = words.first, Key(key) != nil || key.contains("/") else { return nil }
            if key == "→" { return ["Right"] }
            guard key.unicodeScalars.allSatisfy(\.isASCII) else { return nil }
            return key.count > 1 && Key(key) == nil ? key.split(separator: "/").map(String.init) : [key]
        }
    }
}
