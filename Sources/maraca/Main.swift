import ArgumentParser
import CProcess
import Dispatch
import Foundation
import TerminalUI

/// Where the process starts: reads the arguments, and gives the first thread to the screen or to a command.
@main
enum Main {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        umask(0o077)
        // A file that is opened later must not become what is printed to.
        cprocess_open_standard_files()
        // A crash must not write passwords to a file (N-6). Where the system does not allow it, mail is still worth reading.
        _ = cprocess_keep_private()
        cprocess_give_back_memory()
        let arguments = ArgumentOrder.globalsAfterCommand(Array(CommandLine.arguments.dropFirst()))
        let unknown = ArgumentMistakes.unknownCommand(in: arguments)
        if (unknown?.meant ?? ArgumentOrder.command(of: arguments)) is any LetterCommand.Type {
            StandardInput.awaitLetter(for: try? GlobalOptions.makeHome(ArgumentOrder.home(in: arguments)))
        }
        do {
            if let unknown { throw CommandFailure(message: unknown.words, below: [unknown.help], status: 2) }
            try refuseBrokenText()
            let command = try Maraca.parseAsRoot(arguments)
            Output.setIsTelling(command is any TellingCommand)
            switch command {
            case let client as Maraca: try ClientRun(client.options, isDemo: client.demo).run()
            case is any AsyncParsableCommand: runInTask(arguments)
            default:
                var command = command
                try command.run()
                finish()
            }
        } catch {
            end(error)
        }
    }

    /// What is no UTF-8 would be another name by the time it is used: another folder, or another file.
    private static func refuseBrokenText() throws {
        let given = (1..<Int(CommandLine.argc)).lazy.compactMap { CommandLine.unsafeArgv[$0] }
        guard let broken = given.first(where: { String(validatingCString: $0) == nil }) else { return }
        let shown = Output.clean(
            String(decoding: UnsafeRawBufferPointer(start: broken, count: strlen(broken)), as: UTF8.self))
        throw CommandFailure(message: "“\(shown)” is no UTF-8; give it another name", status: 2)
    }

    /// Commands that wait for something; the task reads the arguments again, because commands do not cross threads.
    private static func runInTask(_ arguments: [String]) -> Never {
        Task {
            do {
                var command = try Maraca.parseAsRoot(arguments) as? any AsyncParsableCommand
                try await command?.run()
                finish()
            } catch {
                end(error)
            }
        }
        dispatchMain()
    }

    /// Ends well, unless what a command was to tell was not told.
    private static func finish() -> Never {
        guard let failure = Output.failure else { exit(0) }
        Output.error(failure.words)
        exit(failure.isTelling ? 1 : 0)
    }

    /// The contract of exit statuses: 0 done, 1 failed, 2 wrong usage, and what a command says itself.
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
        let lines = ArgumentMistakes.withoutFarGuess(text).components(separatedBy: "\n")
        let advice = ArgumentMistakes.advice(on: text, arguments)?.components(separatedBy: "\n") ?? []
        // That it is one is said by who says it.
        let first = String(lines[0].trimmingPrefix("Error: "))
        Output.error(first, below: lines.dropFirst() + advice + StandardInput.keepLetter())
        exit(status == .validationFailure || misread != nil ? 2 : 1)
    }
}

/// A command that does nothing but tell: where its words have no room, it has failed. One that acts has done so all the same, and
/// who took that for a failure would do it twice.
protocol TellingCommand {}

/// A command that is given a text on standard input, which nobody else may have: where it fails, the text is kept.
protocol LetterCommand {}

/// Why a command failed, for people, with the status that scripts see.
struct CommandFailure: Error {
    /// One line.
    var message: String
    /// What is told below it.
    var below: [String] = []
    var status: Int32 = 1
    /// Another program keeps the mailbox locked, for now.
    var isLocked = false
}
