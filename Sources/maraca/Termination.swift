import CProcess
import Foundation

enum Termination {
    /// Does some work before a signal ends the process, when the terminal closes or the user interrupts it.
    static func prepare(_ work: @escaping @Sendable () -> Void) {
        hear([SIGHUP, SIGINT, SIGTERM].filter { cprocess_ignores($0) == 0 }) { number in
            work()
            cprocess_end_by(number)
        }
    }

    /// Waits for SIGTERM or SIGINT. Later signals do nothing.
    static func signal() async {
        let (signals, continuation) = AsyncStream<Void>.makeStream()
        hear([SIGTERM, SIGINT]) { _ in continuation.yield() }
        for await _ in signals { break }
    }

    /// Handles signals one by one on a thread of its own, because Dispatch's threads may all be blocked in calls.
    private static func hear(_ numbers: [CInt], _ heard: @escaping @Sendable (CInt) -> Void) {
        let signals = cprocess_hears()
        guard signals >= 0 else { return }
        Thread.detachNewThread {
            var number: UInt8 = 0
            while true {
                if read(signals, &number, 1) == 1 {
                    heard(CInt(number))
                } else if errno != EINTR {
                    return
                }
            }
        }
        for number in numbers { _ = cprocess_hear(number) }
    }
}
