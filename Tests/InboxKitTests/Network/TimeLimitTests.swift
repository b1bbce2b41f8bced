import Testing

@testable import InboxKit

@Suite("A time limit for what somebody waits for", .timeLimit(.minutes(10)))
struct TimeLimitTests {
    @Test("work that ends in time gives its result, and nobody waits for the limit")
    func inTime() async {
        #expect(await result(within: .seconds(3_600)) { "told" } == "told")
    }

    @Test("work that does not is cancelled, and gives nothing")
    func late() async {
        let told = await result(within: .milliseconds(1)) {
            // Ends only when it is cancelled.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            return Task.isCancelled ? nil : "told"
        }
        #expect(told == nil)
    }
}
