import Foundation
import InboxModel
import MailContent
import Programs
import TerminalUI

/// A command in the user's settings that finds addresses. It gets the typed text in the environment variable `MARACA_QUERY`, never as
/// part of the shell line, and prints one person per line: `address<tab>name` or `Name <address>`. Other lines are skipped, so that
/// commands made for mutt's `query_command` work.
enum CompletionCommand {
    private static let most = 50
    private static let longest = 256 << 10
    private static let limit = Duration.seconds(2)

    /// Returns the people that the command finds, and a sentence if the shell can't run it. Any other failure may mean that it found nobody.
    @UI
    static func run(_ line: String, for text: String) async -> (people: [MailAddress], failure: String?) {
        let result = try? await PipedProgram.run(
            ["/bin/sh", "-c", line], input: [], environment: ["MARACA_QUERY": text], limit: limit)
        let found = people(in: String(decoding: (result?.output ?? []).prefix(longest), as: UTF8.self))
        guard let result, result.status == 126 || result.status == 127 else { return (found, nil) }
        return (found, "completionCommand failed (\(result.status))\(result.reason)")
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
}
