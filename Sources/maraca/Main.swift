import ArgumentParser
import CProcess
import Dispatch
import Foundation
import InboxUI
import TerminalUI

/// The entry point: parses the arguments, and gives the main thread to the screen or to a command.
@main
enum Main {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        umask(0o077)
        // A file opened later must not take the place of standard output.
        cprocess_open_standard_files()
        // A crash must not write passwords to a file (N-6). If the system does not support this, the program runs all the same.
        _ = cprocess_keep_private()
        cprocess_give_back_memory()
        MachineZone.adopt()
        let arguments = ArgumentOrder.globalsAfterCommand(Array(CommandLine.arguments.dropFirst()))
        let unknown = ArgumentMistakes.unknownCommand(in: arguments)
        if (unknown?.meant ?? ArgumentOrder.command(of: arguments)) is any LetterCommand.Type {
            StandardInput.awaitLetter(for: try? GlobalOptions.makeHome(ArgumentOrder.home(in: arguments)))
        }
        do {
            if let unknown { throw CommandFailure(message: unknown.words, below: [unknown.help], status: 2) }
            try refuseBrokenText()
            let command = try Maraca.parseAsRoot(arguments)
            try ArgumentMistakes.refuseDemo(of: command, in: arguments)
            Output.setIsTelling(command is any TellingCommand)
            switch command {
            case let client as Maraca: try ClientRun(client.options, isDemo: client.demo).run()
            case let waiting as any AsyncParsableCommand: runInTask(waiting)
            default:
                var command = command
                try command.run()
                finish()
            }
        } catch {
            end(error)
        }
    }

    /// Rejects arguments that are not UTF-8: decoding would change them, and so name another folder or file.
    private static func refuseBrokenText() throws {
        let given = (1..<Int(CommandLine.argc)).lazy.compactMap { CommandLine.unsafeArgv[$0] }
        guard let broken = given.first(where: { String(validatingCString: $0) == nil }) else { return }
        let shown = Output.clean(
            String(decoding: UnsafeRawBufferPointer(start: broken, count: strlen(broken)), as: UTF8.self))
        throw CommandFailure(message: "“\(shown)” is not UTF-8; give it another name", status: 2)
    }

    /// Runs commands that wait.
    private static func runInTask(_ command: any AsyncParsableCommand) -> Never {
        let given = Given(command: command)
        Task {
            do {
                var command = given.command
                try await command.run()
                finish()
            } catch {
                end(error)
            }
        }
        dispatchMain()
    }

    /// A command on its way into its task. Nobody else uses it: after handing it over, the main thread only serves its queue.
    private struct Given: @unchecked Sendable {
        let command: any AsyncParsableCommand
    }

    /// Exits with success, unless results could not be written.
    private static func finish() -> Never {
        guard let failure = Output.failure else { exit(0) }
        Output.error(failure.words)
        exit(failure.isTelling ? 1 : 0)
    }

    /// Exits with a status: 0 done, 1 failed, 2 wrong usage, or the command's own.
    private static func end(_ error: any Error) -> Never {
        if let failure = error as? CommandFailure {
            Output.error(failure.message, below: failure.below + StandardInput.keepLetter())
            exit(failure.status)
        }
        if let code = error as? ExitCode { exit(code.rawValue) }
        let arguments = ArgumentOrder.globalsAfterCommand(Array(CommandLine.arguments.dropFirst()))
        let status = Maraca.exitCode(for: error)
        let misread = status == .success ? ArgumentMistakes.takenForHelp(arguments) : nil
        let text = misread ?? Maraca.fullMessage(for: error)
        if status == .success, misread == nil {
            Output.setIsTelling(true)
            Output.lines(text)
            finish()
        }
        let message =
            status == .validationFailure ? ArgumentMistakes.namingUnknownOption(text, arguments) : text
        let lines = ArgumentMistakes.withoutFarGuess(message).components(separatedBy: "\n")
        let advice = ArgumentMistakes.advice(on: message, arguments)?.components(separatedBy: "\n") ?? []
        // `Output.error` adds its own prefix.
        let first = String(lines[0].trimmingPrefix("Error: "))
        Output.error(first, below: lines.dropFirst() + advice + StandardInput.keepLetter())
        exit(status == .validationFailure || misread != nil ? 2 : 1)
    }
}

/// A command whose only effect is its output: if that cannot be written, the command has failed. Others have acted all the same, and
/// scripts would repeat what failed.
protocol TellingCommand {}

/// A command that reads a text from standard input. If it fails, the text is kept, because nobody else may have it.
protocol LetterCommand {}

/// Why a command failed, for people, and the exit status for scripts.
struct CommandFailure: Error {
    /// A single line.
    var message: String
    /// Further lines below the message.
    var below: [String] = []
    var status: Int32 = 1
    /// Whether another program currently keeps the mailbox locked.
    var isLocked = false
}
