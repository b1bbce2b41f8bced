import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Resizing a thread's window", .timeLimit(.minutes(10)))
struct ResizingTests {
    private func words(_ row: String) -> [Substring] { row.split(separator: " ") }

    @Test("resizing keeps the same text visible, and restoring the width restores the view")
    func keepsPlace() throws {
        let world = try FakeSurroundings()
        let body = (0..<3_000).map { "w\($0)" }.joined(separator: " ")
        try world.fill(.remote(id: "a", thread: "t", unread: true, at: 1, body: body))
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen, 120, 40)
        for _ in 0..<3 { _ = screen.perform(.pageDown) }
        let before = world.text(screen, 120, 40)
        let first = try #require(words(before[2]).first)
        for width in [60, 40, 90] { #expect(words(world.text(screen, width, 40)[2]).contains(first), "\(width)") }
        #expect(world.text(screen, 120, 40) == before)
        // Scrolling continues from there.
        let narrow = world.text(screen, 60, 40)
        _ = screen.perform(.pageDown)
        #expect(world.text(screen, 60, 40)[2] == narrow[38])
    }

    @Test("the current message stays visible as the window shrinks")
    func keepsMessage() throws {
        let world = try FakeSurroundings()
        try world.fill(
            (1...6).map { .remote(id: "m\($0)", thread: "t", unread: true, at: $0, body: "Text \($0)\n\nMore") })
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen, 120, 60)
        _ = screen.perform(.bottom)
        #expect(world.text(screen, 120, 60).contains { $0.contains("Text 1") })
        #expect(world.text(screen, 40, 12).contains { $0.contains("Text 6") })
    }
}
