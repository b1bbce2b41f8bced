import Foundation
import Programs

/// A program that takes mail for other servers, as sendmail and msmtp do: the message on standard input, the recipients as
/// arguments, the outcome as exit status (sysexits.h).
struct SendmailCommand: Sendable {
    private let executable: String
    private let arguments: [String]
    private let limit: Duration

    /// - Parameter command: a program, found by PATH, and its arguments; words may stand between quotation marks. No shell reads it.
    init(_ command: String, limit: Duration = .seconds(60)) throws(ServerError) {
        let words = Self.words(command)
        guard let program = words.first, let path = Self.path(of: program) else { throw .badCommand(command) }
        executable = path
        arguments = Array(words.dropFirst())
        self.limit = limit
    }

    /// Nil when all is well.
    func run(_ message: [UInt8], recipients: [String]) async -> SendRefusal? {
        let (command, limit) = ([executable] + arguments + recipients, limit)
        // Whether or not the client waits for the answer: mail is not to be given up half way.
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

    /// As a `SendRefusal` has it.
    private static func meaning(of status: Int, _ errors: [UInt8]) -> Int {
        switch status {
        // EX_IOERR, as of a command that was ended from outside: perhaps just when the mail server had taken the message.
        case 74: 504
        // A host that is not known, EX_UNAVAILABLE, EX_OSERR, and a command that is not there.
        case 68, 69, 71, 126, 127: 503
        // EX_TEMPFAIL: the classic Sendmail has queued the message, and tries again by itself.
        case 75: keepsNothing(errors) ? 503 : 504
        default: 402
        }
    }

    /// Whether the command says that it is msmtp or Postfix's, which have not taken a message that they fail on.
    private static func keepsNothing(_ errors: [UInt8]) -> Bool {
        let names = ["msmtp: ", "postdrop: ", "sendmail: fatal: ", "send-mail: fatal: "]
        return String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
            names.contains { line.hasPrefix($0) }
        }
    }

    /// The last three lines of what it said, without controls, at most 500 characters.
    private static func words(of errors: [UInt8]) -> String {
        let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
            line.filter { $0 == " " || !$0.isWhitespace && !$0.isControl }
        }
        return String(lines.suffix(3).joined(separator: " ").prefix(500))
    }

    private static func path(of program: String) -> String? {
        if program.contains("/") { return FileManager.default.isExecutableFile(atPath: program) ? program : nil }
        let folders =
            (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":") + [
                "/usr/sbin", "/usr/lib",
            ]
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
