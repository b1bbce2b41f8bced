import Foundation

/// A shell line of the user's that gets bytes on its standard input, and nothing else of the mail (F-3).
enum PipeCommand {
    private static let longest = 4 << 20

    /// - Returns: what it printed, and its exit status.
    static func run(_ line: String, _ input: [UInt8]) async -> (output: [UInt8], status: Int32) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", line]
        let (feed, output) = (Pipe(), Pipe())
        process.standardInput = feed
        process.standardOutput = output
        process.standardError = output
        return await withCheckedContinuation { done in
            Thread {
                do { try process.run() } catch { return done.resume(returning: ([], 127)) }
                // Written beside the reading, so that neither waits for the other.
                let writer = Thread {
                    try? feed.fileHandleForWriting.write(contentsOf: Data(input))
                    try? feed.fileHandleForWriting.close()
                }
                writer.start()
                let data = ((try? output.fileHandleForReading.readToEnd()) ?? nil) ?? Data()
                process.waitUntilExit()
                done.resume(returning: ([UInt8](data.prefix(longest)), process.terminationStatus))
            }.start()
        }
    }
}
