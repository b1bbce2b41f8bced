import Testing

@testable import InboxKit

@Suite("How often one looks what others have written")
struct LookRhythmTests {
    @Test("after a sign looks follow one another, ever more rarely, down to one in ten seconds")
    func sign() {
        var rhythm = LookRhythm()
        let pauses = [true] + Array(repeating: false, count: 10)
        let waits: [Duration] = pauses.map { rhythm.pause(hasSign: $0) }
        let expected = [20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_000, 10_000]
        #expect(waits == expected.map { .milliseconds($0) })
        #expect(rhythm.pause(hasSign: true) == .milliseconds(20))
    }

    @Test("where nobody tells of a write one looks ten times a second")
    func unwatched() {
        var rhythm = LookRhythm()
        for _ in 0..<3 { #expect(rhythm.pause(hasSign: nil) == .milliseconds(100)) }
        #expect(rhythm.pause(hasSign: true) == .milliseconds(20))
    }
}
