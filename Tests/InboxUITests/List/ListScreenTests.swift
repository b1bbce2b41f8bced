import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("List screen", .timeLimit(.minutes(10)))
struct ListScreenTests {
    @Test("a preview below the list takes half of the lines if there are enough, and keeps the selection visible")
    func previewBelow() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        world.settings.preview = .below
        #expect(screenGolden("list-preview-below", { world.draw(list, $0, $1) }) == nil)
        _ = list.perform(.bottom)
        let selected = try #require(list.selected)
        let last = try #require(list.thread(selected))
        // In both directions: the preview disappears and returns, and the row stays in view.
        for height in [24, 15, 12, 24, 40] {
            let text = world.text(list, 40, height)
            let rule = text.indices.dropFirst(2).first { text[$0].hasPrefix("────") }
            #expect((rule != nil) == (height >= 24), "\(height)")
            let rows = text[2..<(rule ?? height - 1)].joined(separator: "\n")
            #expect(rows.contains(last.subject.prefix(6)), "\(height)")
        }
        #expect(world.acted.isEmpty, "looking at it marks nothing")
    }

    @Test(
        "the list looks as designed, with the thread and the drawer beside it on a wide terminal",
        arguments: ScreenState.sizes)
    func looks(width: Int, height: Int) throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(screenGolden("list", world.draw(list, width, height)) == nil)
    }

    @Test("rows have 2 lines")
    func twoLines() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.lines))
        #expect(screenGolden("list-two-lines", { world.draw(list, $0, $1) }) == nil)
        #expect(world.kept[ListScreen.linesKey] == "2")
    }

    @Test("the line count in config.json overrides a key's choice at the start and on reload")
    func linesOfTheFile() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        await world.session.setSetting("2", key: ListScreen.linesKey)
        #expect(world.list().rows.rowHeight == 2)
        world.settingsFile = SettingsFile(path: "/config.json", own: ["theme"])
        #expect(world.list().rows.rowHeight == 2)
        world.settingsFile?.own = ["lines"]
        #expect(world.list().rows.rowHeight == 1)
        #expect(list.perform(.lines) && list.rows.rowHeight == 2, "a key changes it until then")
        list.settingsChanged()
        #expect(list.rows.rowHeight == 1)
    }

    @Test("the selected thread stays visible if rows grow or the terminal shrinks")
    func lessRoom() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list, 40, 12)
        #expect(list.perform(.bottom))
        func isInSight(_ height: Int) -> Bool { world.text(list, 40, height).contains { $0.contains("Long ago") } }
        #expect(isInSight(12) && isInSight(8))
        #expect(list.perform(.lines))
        #expect(isInSight(12) && isInSight(7))
        #expect(list.perform(.lines) && isInSight(7))
    }

    @Test("in ASCII mode, the list uses only ASCII")
    func ascii() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        world.status.connection = "live"
        var grid = Grid(size: Size(width: 80, height: 24), frame: Frame(motion: false, glyphs: .ascii))
        list.draw(into: &grid)
        // Text shortened by RecipientsLabel keeps its own ellipsis; everything else must be ASCII.
        let strange = grid.cells.map(\.text).joined().unicodeScalars.filter { !$0.isASCII && $0 != "…" }
        #expect(strange.isEmpty)
    }

    @Test("a hostile subject stays in its cells")
    func hostile() throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill(
            .remote(id: "x", from: "eve\u{1B}]0;x\u{7}", subject: "a\u{1B}[2J\u{202E}b\nc", snippet: "\u{9B}31m", at: 5)
        )
        let grid = world.draw(world.list())
        let controls = grid.cells.flatMap(\.text.unicodeScalars).filter {
            $0.properties.generalCategory == .control || $0.value == 0x202E
        }
        #expect(controls.isEmpty && (0..<grid.height).contains { grid.text(row: $0).contains("[2J") })
    }

    @Test("an empty inbox says so and names useful keys", arguments: ScreenState.sizes)
    func empty(width: Int, height: Int) throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        #expect(screenGolden("list-empty", world.draw(world.list(), width, height)) == nil)
    }
}
