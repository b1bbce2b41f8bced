import Foundation
import Programs

/// A program that takes mail for other servers, such as sendmail and msmtp: the message on standard input, the recipients as
/// arguments, the outcome as exit status (sysexits.h).
struct SendmailCommand: Sendable {
    private let executable: String
    private let arguments: [String]
    private let limit: Duration

    /// - Parameter command: a program, found by PATH, with its arguments; words may be quoted. It is not run by a shell.
    init(_ command: String, limit: Duration = .seconds(60)) throws(ServerError) {
        let words = Self.words(command)
        guard let program = words.first, let path = Self.path(of: program) else { throw .badCommand(command) }
        executable = path
        arguments = Self.readingAll(Array(words.dropFirst()), of: path)
        self.limit = limit
    }

    /// Without `-i` the system's sendmail takes a line with a dot alone for the end of the message, and leaves out the rest. A program
    /// of another place may not know it.
    static func readingAll(_ arguments: [String], of path: String) -> [String] {
        let isSystems = ["/usr/sbin/sendmail", "/usr/lib/sendmail", "/usr/bin/sendmail"].contains(path)
        return isSystems && !arguments.contains { $0 == "-i" || $0 == "-oi" } ? ["-i"] + arguments : arguments
    }

    /// Returns nil on success.
    func run(_ message: [UInt8], recipients: [String]) async -> SendRefusal? {
        let (command, limit) = ([executable] + arguments + recipients, limit)
        // A task of its own, so that sending continues even if the client no longer waits for the answer.
        let outcome = await Task { () -> Result<PipedProgram.Result, ProgramError> in
            do throws(ProgramError) {
                return .success(try await PipedProgram.run(command, input: message, limit: limit))
            } catch {
                return .failure(error)
            }
        }.value
        guard case .success(let result) = outcome else {
            return SendRefusal(status: 503, recipients: recipients, text: "The sending command cannot be started")
        }
        guard result.ending == .byItself else {
            return SendRefusal(status: 504, recipients: recipients, text: "The sending command did not end")
        }
        guard result.status != 0 else { return nil }
        let words = Self.words(of: result.errors)
        return SendRefusal(
            status: result.isSignalled ? 504 : Self.meaning(of: result.status, result.errors), recipients: recipients,
            text: words.isEmpty ? "The sending command ended with status \(result.status)" : words)
    }

    /// Returns the status for a `SendRefusal`.
    private static func meaning(of status: Int, _ errors: [UInt8]) -> Int {
        switch status {
        // EX_IOERR, as for a command that was ended from outside, possibly just after the mail server accepted the message.
        case 74: 504
        // An unknown host, EX_UNAVAILABLE, EX_OSERR, and a missing command.
        case 68, 69, 71, 126, 127: 503
        // EX_TEMPFAIL: the classic Sendmail has queued the message and retries by itself.
        case 75: keepsNothing(errors) ? 503 : 504
        default: 402
        }
    }

    /// Whether the errors come from msmtp or Postfix, which have not accepted a message when they fail.
    private static func keepsNothing(_ errors: [UInt8]) -> Bool {
        let names = ["msmtp: ", "postdrop: ", "sendmail: fatal: ", "send-mail: fatal: "]
        return String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
            names.contains { line.hasPrefix($0) }
        }
    }

    /// Returns the last three lines of the errors, without controls, at most 500 characters.
    private static func words(of errors: [UInt8]) -> String {
        let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
            line.filter { $0 == " " || !$0.isWhitespace && !$0.isControl }
        }
        return String(lines.suffix(3).joined(separator: " ").prefix(500))
    }

    private static func path(of program: String) -> String? {
        if program.contains("/") { return FileManager.default.isExecutableFile(atPath: program) ? program : nil }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/lib"]
        return folders.map { "\($0)/\(program)" }.first(where: FileManager.default.isExecutableFile(atPath:))
    }

    static func words(_ command: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in command {
            switch (quote, character) {
            case (let mark?, _) where character == mark: quote = nil
            case (.some, _): word = (word ?? "") + String(character)
            case (nil, "\""), (nil, "'"):
                quote = character
                word = word ?? ""
            case (nil, _) where character.isWhitespace:
                if let done = word { words.append(done) }
                word = nil
            case (nil, _): word = (word ?? "") + String(character)
            }
        }
        return words + [word].compactMap { $0 }
    }
}

extension Character {
    fileprivate var isControl: Bool { unicodeScalars.allSatisfy { $0.properties.generalCategory == .control } }
}
