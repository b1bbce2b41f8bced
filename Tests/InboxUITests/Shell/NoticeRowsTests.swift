import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Position of notices", .timeLimit(.minutes(10)))
struct NoticeRowsTests {
    private func client() async throws -> ShellClient {
        let mail = (0..<14).map { RemoteMessage.remote(id: "m\($0)", subject: "Thread number \($0)", at: 1_000 - $0) }
        let client = try ShellClient(mail, connects: false)
        try client.store.writeNow { try $0.setSetting("1", key: FirstHint.key) }
        client.is(.live)
        client.shell.begin()
        await client.sees("Thread number 0")
        return client
    }

    private static let long =
        "The server says no to all of it, because nobody may write there while it is being moved elsewhere"

    @Test(
        "no notice covers the selection or the line of keys, at any selection and any screen size",
        arguments: [(40, 12), (80, 10), (20, 6), (80, 24)], [1, 2])
    func covers(size: (Int, Int), lines: Int) async throws {
        let (width, height) = size
        let client = try await client()
        if lines == 2 { client.type("L") }
        await client.settle(width, height)
        for step in 0..<14 {
            if step > 0 { client.type("j") }
            client.shell.toasts = ToastShelf()
            let before = client.grid(width, height)
            let selected = try #require(before.frame.selectedRows)
            #expect(selected.count == lines)
            for says in ["done", "failure", "both"] {
                client.shell.toasts = ToastShelf()
                if says != "done" { client.shell.say(Self.long, kind: .failure) }
                if says != "failure" { client.shell.say("Archived it", kind: .done, undo: true) }
                let after = client.grid(width, height)
                #expect(after.row(height - 1) == before.row(height - 1), "\(step) \(says)")
                for row in selected { #expect(after.row(row) == before.row(row), "\(step) \(says) row \(row)") }
                let text = (0..<height).map { after.text(row: $0) }.joined(separator: "\n")
                #expect(text.contains(says == "failure" ? "The ser" : "Archiv"), "\(step) \(says)\n\(text)")
            }
        }
        await client.shell.end()
    }

    @Test("notices stay above keys over the bottom line; longer notices go higher until they fit")
    func rows() {
        var grid = Grid(size: Size(width: 40, height: 12))
        #expect(NoticeRows(in: grid, isBottomFree: false).run(of: 4) == 2..<11)
        grid.place(hint: "q", x: 0, y: 10, width: 4)
        grid.place(hint: "q", x: 0, y: 7, width: 4)
        #expect(NoticeRows(in: grid, isBottomFree: false).run(of: 1) == 8..<10)
        #expect(NoticeRows(in: grid, isBottomFree: false).run(of: 4) == 2..<7)
        #expect(NoticeRows(in: grid, isBottomFree: false, taken: 9).run(of: 1) == 8..<9)
        #expect(NoticeRows(in: grid, isBottomFree: true).run(of: 4) == 11..<12)
        #expect(NoticeRows(in: grid, isBottomFree: true, taken: 11).run(of: 4) == 10..<11)
    }
}
