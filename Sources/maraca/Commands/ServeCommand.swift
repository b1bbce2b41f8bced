import ArgumentParser
import Dispatch
import Foundation
import InboxServer
import InboxUI
import MailContent

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve mail from files on 127.0.0.1, over JMAP and the Inbox API.",
        discussion:
            "Once the mail is read, one line of JSON says where the server is and which token signs in: `maraca account add ADDRESS --url "
            + "http://127.0.0.1:PORT/jmap/session` adds the account, with the token as its password. Files of --mbox and --maildir "
            + "are read at the start only, and never changed. With --sync-maildir what is done to the mail is done in the Maildir, and "
            + "what other programs change there is seen: if mbsync fills it, that is the mail of an IMAP server. Mail to other "
            + "addresses is sent only with --sendmail."
    )

    // The root command has a flag of the same name, and takes the word wherever it stands.
    @ParentCommand private var client: Maraca
    @OptionGroup var options: GlobalOptions
    @Option(help: "The port; 0 means any free one.") var port = 0
    @Option(
        help: ArgumentHelp("An mbox file, read at the start; may be repeated.", valueName: "file"), completion: .file())
    var mbox: [String] = []
    @Option(
        help: ArgumentHelp("A Maildir, read at the start; may be repeated.", valueName: "dir"), completion: .directory)
    var maildir: [String] = []
    @Option(
        help: ArgumentHelp(
            "A Maildir that is kept in step both ways, as mbsync fills it; needs --data.", valueName: "dir"),
        completion: .directory)
    var syncMaildir: String?
    @Flag(help: "Serve an invented mailbox, where new mail keeps arriving.") var demo = false
    @Option(help: "The seed of the invented mail: the same one makes the same mail.") var seed: UInt64 = 1
    @Option(help: "The address of the mail's owner.") var address = "ann@example.test"
    @Flag(help: "Serve labels instead of folders.") var labels = false
    @Option(help: ArgumentHelp("Keep mail, changes and token in this file.", valueName: "file"), completion: .file())
    var data: String?
    @Option(help: "The token; for tests only, since others can read a program's arguments.") var token: String?
    @Flag(help: "Let programs on this machine in without a token; browsers are refused.") var trustLoopback = false
    @Option(
        help: ArgumentHelp(
            "What sends mail to other addresses: it gets the message on standard input and the recipients as arguments.",
            valueName: "command"))
    var sendmail: String?
    @Option(
        help: "For tests: make writes fail (refuse, busy, limit, drop, lost, gateway or slow); NAME=N does so N times.")
    var fault: [String] =
        []
    @Option(
        help: ArgumentHelp(
            "For tests: make JMAP odd in one way, as some servers are; NAME=N does so N times; an unknown name lists all.",
            valueName: "name"))
    var oddity: [String] = []

    func validate() throws {
        if token?.isEmpty == true {
            throw ValidationError("--token is empty: leave it out, and the server makes one.")
        }
        guard syncMaildir == nil || data != nil else {
            throw ValidationError("--sync-maildir needs --data FILE, which says what was in step last.")
        }
        guard (0...65_535).contains(port) else { throw ValidationError("--port goes from 0 to 65535.") }
        for text in fault where Fault(text) == nil {
            throw ValidationError(
                "--fault takes refuse, busy, limit, drop, lost, gateway or slow, with =N or without, but not “\(text)”."
            )
        }
        for text in oddity where Oddity(text) == nil {
            let known = Oddity.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--oddity takes \(known), with =N or without, but not “\(text)”.")
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
        configuration.syncedMaildir = syncMaildir
        configuration.demo = demo ? .init(seed: seed) : nil
        configuration.hasLabels = labels
        configuration.dataFile = data
        configuration.trustsLoopback = trustLoopback
        configuration.sendmail = sendmail
        configuration.faults = fault.compactMap { Fault($0) }
        configuration.oddities = oddity.compactMap { Oddity($0) }
        if trustLoopback { Output.note("every program on this machine can read and change this mail") }
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
        let kept = broken == 1 ? "as it is" : "as they are"
        Output.note("\(Wording.count(broken, "broken message")) kept \(kept) in \(progress.source)")
    }
}
