import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

/// Pictures of screens for the documentation, written to the folder in `SCREENS`, as with `make screens`.
enum ScreenPictures {
    static var folder: String? { ProcessInfo.processInfo.environment["SCREENS"] }

    /// The columns of the sizes in the documentation: the usual one and the smallest.
    static let sizes = [80, 40]

    static func keep(_ name: String, _ grid: Grid) {
        let size = grid.fullSize
        write("\(name)-\(size.width)x\(size.height)", GridPicture().svg(grid))
    }

    static func write(_ name: String, _ svg: String) {
        guard let folder else { return }
        let file = URL(fileURLWithPath: "\(folder)/\(name).svg")
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(svg.utf8).write(to: file, options: .atomic)
        } catch {
            Issue.record(error, "a picture could not be written")
        }
    }
}

@UI
@Suite("Pictures", .timeLimit(.minutes(10)))
struct ScreenPictureTests {
    @Test("a picture shows the text in its colours and escapes markup")
    func picture() {
        var grid = Grid(size: Size(width: 12, height: 2))
        grid.draw("<b>&", x: 0, y: 0, .danger)
        grid.draw("x", x: 0, y: 1, Style(.selection, on: .selection))
        let svg = GridPicture(theme: .dark).svg(grid)
        #expect(svg.contains("&lt;b&gt;&amp;</text>") && svg.contains("fill=\"#ff7b72\""))
        #expect(svg.contains("<rect x=\"0\" width=\"8.4\" height=\"17\" fill=\"#2f4668\"/>"))
        #expect(!svg.contains("<b>"))
    }

    @Test("an animated session contains each frame once and writes equal rows once")
    func film() {
        var first = Grid(size: Size(width: 8, height: 2))
        first.draw("same", x: 0, y: 0)
        var second = first
        second.draw("other", x: 0, y: 1)
        let svg = GridPicture().svg([(first, .seconds(1)), (second, .milliseconds(500))])
        #expect(svg.components(separatedBy: ">same</text>").count == 2)
        #expect(svg.components(separatedBy: "<animate ").count == 3)
        #expect(svg.contains("dur=\"1.5s\""))
    }

    @Test(
        "the README's session plays from the first mail to the last key",
        .enabled(if: ScreenPictures.folder != nil, "only when pictures are made: make screens"))
    func session() async throws {
        let session = try await PlayedSession()
        try await session.play()
        #expect(session.frames.count > 40)
        #expect(session.seen.contains { $0.contains("Nightly") } && session.seen.contains { $0.contains("Archived") })
        ScreenPictures.write("session", GridPicture().svg(session.frames))
        await session.end()
    }
}

/// A short session with invented mail, played key by key.
@UI
private final class PlayedSession {
    let shell: Shell
    private let application: Application
    private let server = ModelServer()
    private let session: MailSession
    private(set) var frames: [(grid: Grid, lasts: Duration)] = []
    private(set) var seen: [String] = []
    private let now: Int

    init() async throws {
        let store = try Store()
        let now = FakeSurroundings.noon
        self.now = now
        try store.writeNow { try $0.setSetting("1", key: FirstHint.key) }
        let server = server
        for message in Self.mail(now) { server.put(message) }
        session = MailSession(store: store) { _, _ in ScriptedService(server) }
        let account = try await session.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "s")
        while try session.count(.account(account.id), messages: false) < 11, !Task.isCancelled { await Task.yield() }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        shell = Shell(
            session: session, settings: Settings(), clock: WallClock(calendar: calendar) { .test(now) },
            make: .standard, startDemo: nil)
        application = Application(display: HeadlessDisplay(), root: shell, input: -1)
        shell.application = application
        shell.begin()
    }

    private static func mail(_ now: Int) -> [RemoteMessage] {
        let rows: [(String, String, String, Int, Bool)] = [
            ("Mira Ortiz", "the cat has opinions", "about your parcel, and about the box it came in", 40, true),
            (
                "Judith", "November book: The Lighthouse Keeper", "I am half way and nobody has kept a light yet", 95,
                true
            ),
            ("Ben", "The Heidelberg makes The Noise again", "it stops when I look at it", 150, false),
            ("Coastline Rail", "Your tickets to Ghent", "2 passengers, seats 41 and 42", 260, true),
            ("Rosa", "Sunday lunch, and the chairs", "we are nine, and own seven chairs", 420, false),
            ("The Margin", "Who drew the first ampersand?", "issue 61: a letter about letters", 600, true),
            ("Aoife", "Tortoise found", "answers to nothing, like before", 800, true),
            ("Tomás", "Mast is out. Nobody died.", "took four of us and a song", 1_500, false),
            ("Hélène", "Dos carré ou dos rond ?", "carré, bleu, et un signet", 1_900, false),
            ("Quoin & Galley", "Order 20826 has left us", "a brayer, two reams, and a poster", 2_400, false),
            ("Jürgen", "Matrizen für die 14-Punkt-Walbaum", "noch drei fehlen", 2_900, true),
        ]
        return rows.enumerated().map { index, row in
            .remote(
                id: "m\(index)", from: row.0, subject: row.1, snippet: row.2, unread: row.4, starred: index == 4,
                at: now - row.3 * 60)
        }
    }

    private func draw(after offset: Duration = .zero, lasts: Duration) {
        var grid = Grid(size: Size(width: 80, height: 20), frame: Frame(now: .now + offset, motion: true))
        shell.draw(into: &grid)
        frames.append((grid, lasts))
        seen += (0..<20).map { grid.text(row: $0) }
    }

    /// Draws frames while something moves, and then the picture at rest.
    private func show(rests: Duration) {
        for step in 0..<5 { draw(after: .milliseconds(step * 40), lasts: .milliseconds(40)) }
        draw(after: .milliseconds(400), lasts: rests)
    }

    private func press(_ keys: Key..., rests: Duration = .milliseconds(900)) async {
        for key in keys {
            shell.handle(.key(key), in: application)
            await settle()
        }
        show(rests: rests)
    }

    /// Waits until all requests are done and the store's changes have arrived, however slow the machine is.
    private func settle() async {
        await withCheckedContinuation { done in shell.jobs.add { done.resume() } }
        await session.setSetting("1", key: "test.settled")
        let end = ContinuousClock.now + .milliseconds(150)
        while ContinuousClock.now < end { await Task.yield() }
    }

    func end() async {
        await shell.end()
        await session.stopAndWait()
    }

    func play() async throws {
        draw(lasts: .seconds(1))
        let new = RemoteMessage.remote(
            id: "new", from: "Build Robot", subject: "Nightly: all green again",
            snippet: "for the first time since Monday",
            unread: true, at: now)
        server.put(new)
        while try session.named("new", isMessage: true).messages.isEmpty, !Task.isCancelled { await Task.yield() }
        await settle()
        show(rests: .seconds(1))
        await press("s")
        await press("j")
        await press("e", rests: .milliseconds(1_300))
        await press("z", rests: .milliseconds(1_300))
        await press("d")
        await press("j", "j")
        await press(.escape)
        for letter in "/is:un" { await press(Key(letter), rests: .milliseconds(90)) }
        await press(.tab, rests: .milliseconds(1_300))
        await press(.escape)
        await press("?", rests: .milliseconds(1_600))
        await press(.escape)
    }
}
