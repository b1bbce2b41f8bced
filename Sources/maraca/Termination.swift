import CProcess
import Dispatch
import Foundation

enum Termination {
    /// Does something before a signal ends the process all the same: the terminal is closed, or somebody gives up.
    static func prepare(_ work: @escaping @Sendable () -> Void) {
        // The second of two signals waits until the first is heeded.
        let queue = DispatchQueue(label: "signals")
        for number in [SIGHUP, SIGINT, SIGTERM] where cprocess_ignores(number) == 0 {
            Foundation.signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                // It is watched for as long as the process lives.
                withExtendedLifetime(source) { work() }
                cprocess_end_by(number)
            }
            source.resume()
        }
    }

    /// Waits for SIGTERM or SIGINT.
    static func signal() async {
        let (signals, continuation) = AsyncStream<Void>.makeStream()
        let sources = [SIGTERM, SIGINT].map { number in
            Foundation.signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
        for await _ in signals { break }
        for source in sources { source.cancel() }
    }
}
