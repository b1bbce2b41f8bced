import ArgumentParser
import Dispatch
import Foundation
import InboxServer
import InboxUI
import MailContent

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve mail from files on 127.0.0.1, in the Inbox API and JMAP.",
        discussion: "When the mail is in, one JSON line says where the server is and with which token to sign in.")

    // The client has a flag of the same name, which takes the word wherever it stands.
    @ParentCommand private var client: Maraca
    @OptionGroup var options: GlobalOptions
    @Option(help: "The port; 0 takes a free one.") var port = 0
    @Option(help: ArgumentHelp("Mail in an mbox file; may be given again.", valueName: "file")) var mbox: [String] = []
    @Option(help: ArgumentHelp("Mail in a Maildir; may be given again.", valueName: "dir")) var maildir: [String] = []
    @Flag(help: "An invented mailbox; new mail keeps arriving.") var demo = false
    @Option(help: "The same seed invents the same mail.") var seed: UInt64 = 1
    @Option(help: "Whose mail it is.") var address = "ann@example.test"
    @Flag(help: "Labels in place of folders.") var labels = false
    @Option(help: ArgumentHelp("Keep mail and token in this file.", valueName: "file")) var data: String?
    @Option(help: "For tests: others can read a program's arguments.") var token: String?
    @Flag(help: "Programs of this machine need no token; browsers are refused.") var trustLoopback = false
    @Option(
        help: ArgumentHelp(
            "Takes mail for elsewhere: message on standard input, recipients as arguments.", valueName: "command"))
    var sendmail: String?
    @Option(help: "Spoil writes: refuse, busy, limit, drop, lost, slow; NAME=N for the next N.") var fault: [String] =
        []
    @Option(
        help: ArgumentHelp(
            "Make JMAP odd in one way, as some servers are; NAME=N for N times; an unknown name lists all.",
            valueName: "name"))
    var oddity: [String] = []

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port goes from 0 to 65535.") }
        for text in fault where Fault(text) == nil {
            throw ValidationError(
                "--fault knows refuse, busy, limit, drop, lost and slow, each with =N or without; not “\(text)”.")
        }
        for text in oddity where Oddity(text) == nil {
            let known = Oddity.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--oddity knows \(known), each with =N or without; not “\(text)”.")
        }
    }

    func run() async throws {
        let demo = demo || client.demo
        var configuration = ServerConfiguration()
        configuration.port = port
        configuration.account = AccountConfiguration(
            address: address, name: demo && address == "ann@example.test" ? "Ann Ortiz" : "", token: token)
        configuration.mboxFiles = mbox
        configuration.maildirs = maildir
        configuration.demo = demo ? .init(seed: seed) : nil
        configuration.hasLabels = labels
        configuration.dataFile = data
        configuration.trustsLoopback = trustLoopback
        configuration.sendmail = sendmail
        configuration.faults = fault.compactMap { Fault($0) }
        configuration.oddities = oddity.compactMap { Oddity($0) }
        if trustLoopback { Output.note("every program of this machine can read and change this mail") }
        let server = InboxServer(configuration: configuration, progress: Self.report)
        do {
            let address = try await server.start()
            Output.progress("")
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            Output.line(CleanText.json(String(decoding: try encoder.encode(address), as: UTF8.self)))
        } catch {
            throw CommandFailure(message: "\(error)")
        }
        await Termination.signal()
        await server.stop()
    }

    private static func report(_ progress: FillingProgress) {
        Output.progress("\(progress.source): \(Wording.number(progress.done)) of \(Wording.number(progress.total))")
        guard progress.isFinished else { return }
        for problem in progress.problems {
            let place = problem.number.map { " message \($0)" } ?? ""
            Output.note("\(problem.file)\(place): \(problem.reasons.joined(separator: "; "))")
        }
        let broken = progress.problems.count - progress.missing
        guard broken > 0 else { return }
        let messages = broken == 1 ? "message" : "messages"
        Output.note("\(Wording.number(broken)) broken \(messages) kept as they are in \(progress.source)")
    }
}
