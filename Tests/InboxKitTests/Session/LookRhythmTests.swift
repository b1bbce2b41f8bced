import Testing

@testable import InboxKit

@Suite("Polling for other processes' writes")
struct LookRhythmTests {
    @Test("after a sign of a write the pause doubles from 20 ms up to 10 s")
    func sign() {
        var rhythm = LookRhythm()
        let pauses = [true] + Array(repeating: false, count: 10)
        let waits: [Duration] = pauses.map { rhythm.pause(hasSign: $0) }
        let expected = [20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_000, 10_000]
        #expect(waits == expected.map { .milliseconds($0) })
        #expect(rhythm.pause(hasSign: true) == .milliseconds(20))
    }

    @Test("without a file watch it looks ten times a second")
    func unwatched() {
        var rhythm = LookRhythm()
        for _ in 0..<3 { #expect(rhythm.pause(hasSign: nil) == .milliseconds(100)) }
        #expect(rhythm.pause(hasSign: true) == .milliseconds(20))
    }
}
