import Foundation
import InboxModel
import MailContent

/// A command of the user's own that finds addresses. It gets the typed text in the environment variable `MARACA_QUERY`, never as
/// part of the shell line, and prints one person a line: `address<tab>name`, or `Name <address>`. Other lines are passed over,
/// so that commands made for mutt's `query_command` work.
enum CompletionCommand {
    private static let most = 50
    private static let longest = 256 << 10

    static func people(_ line: String, for text: String) async -> [MailAddress] {
        let output = await run(line, text)
        return people(in: String(decoding: output.prefix(longest), as: UTF8.self))
    }

    static func people(in output: String) -> [MailAddress] {
        let lines = output.split(whereSeparator: \.isNewline)
        return Array(lines.lazy.compactMap { person(String($0)) }.prefix(most))
    }

    private static func person(_ line: String) -> MailAddress? {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1 else {
            let (addresses, rest) = AddressList.parse(line)
            return addresses.count == 1 && rest.isEmpty && line.contains("@") ? addresses[0] : nil
        }
        guard let email = AddressList.parse(parts[0]).addresses.first?.email else { return nil }
        return MailAddress(name: CleanText.line(parts[1]).trimmingCharacters(in: .whitespaces), email: email)
    }

    /// What the command printed within two seconds.
    private static func run(_ line: String, _ text: String) async -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "2", "/bin/sh", "-c", line]
        var environment = ProcessInfo.processInfo.environment
        environment["MARACA_QUERY"] = text
        process.environment = environment
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        return await withCheckedContinuation { done in
            let reader = Thread {
                guard (try? process.run()) != nil else { return done.resume(returning: Data()) }
                let data = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
                process.waitUntilExit()
                done.resume(returning: data ?? Data())
            }
            reader.start()
        }
    }
}
