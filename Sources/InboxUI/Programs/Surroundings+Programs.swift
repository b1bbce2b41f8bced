import Foundation
package import InboxKit
package import InboxModel
import Programs
import TerminalUI

/// Shell commands that read mail. They run as errands, which outlive the screen that started them.
extension Surroundings {
    /// Asks for a shell command, and gives it the messages as one mbox, the oldest first; `git am` only the patches among them, since it
    /// stops at the first mail that is none.
    func pipe(_ targets: MailTargets, from screen: any Screen) {
        guard targets.count > 0 else { return }
        let words = if case .threads = targets { "the messages of \(targets.words)" } else { targets.words }
        let session = session
        let note: (String) -> String = {
            PatchSeries.areMeant(by: $0)
                ? "git am gets the patches of \(targets.words), without cover letter and replies."
                : "The shell gets \(words) as mbox."
        }
        askForCommand(note: note) { [weak self, weak screen] line in
            self?.run(line, title: line, from: screen) { () async throws(SessionError) in
                guard PatchSeries.areMeant(by: line) else { return try await Mbox.bytes(of: targets, session) }
                let (patches, lack) = try await Mbox.patches(of: targets, session)
                guard let lack else { return try await Mbox.bytes(of: patches, session) }
                self?.say("Not run: the series lacks \(lack)", kind: .failure)
                return nil
            }
        }
    }

    /// Asks for a shell command, and gives it the bytes.
    func pipe(_ bytes: [UInt8], note: String, from screen: any Screen) {
        askForCommand(note: { _ in note }) { [weak self, weak screen] line in
            self?.run(line, title: line, from: screen) { bytes }
        }
    }

    /// - Parameter note: returns what is said below a command.
    private func askForCommand(note: @escaping (String) -> String, done: @escaping @UI (String) -> Void) {
        let key = "pipe.last"
        push(
            EntryScreen(
                "Pipe to a command", deed: "run", offered: session.setting(key) ?? "",
                placeholder: "git am, less, wc -l …", around: self,
                note: { .init(text: note($0), isProblem: $0.isEmpty) },
                done: { [weak self] line in
                    self?.keep(line, for: key)
                    done(line)
                }))
    }

    /// Offers the commands of the settings: a series runs on the threads, a shell command once for each.
    func runCommand(on threads: [ThreadID], from screen: any Screen) {
        let known = settings.commandNames
        guard !threads.isEmpty, !known.isEmpty else {
            return say("config.json has no “commands” yet.", kind: .warning)
        }
        push(
            ChoiceScreen("Your commands", names: known, around: self) {
                [weak self, weak screen] name in
                self?.runCommand(name, on: threads, from: screen)
            })
    }

    /// Runs a series of the settings, or a shell command for one thread after the other.
    func runCommand(_ name: String, on threads: [ThreadID], from screen: (any Screen)?) {
        if settings.series[name] != nil {
            // The selection may have changed since the user was asked.
            guard let screen, screen.threadsToActOn == threads else { return sayMailIsGone() }
            return _ = screen.perform(OwnKey(.run, name))
        }
        guard let command = settings.commands[name], let first = threads.first else { return }
        let session = session
        let rest = Array(threads.dropFirst())
        run(command.run, title: name, seconds: command.seconds, from: screen) {
            await Task.detached { ThreadJSON.document(of: first, session: session) }.value
        } then: { [weak self, weak screen] in
            self?.runCommand(name, on: rest, from: screen)
        }
    }

    /// What was selected when the user was asked has changed meanwhile.
    func sayMailIsGone() { say("The selected mail is no longer here. Nothing was done.", kind: .info) }

    /// Runs a shell command, shows its output, and says how it ended.
    /// - Parameters:
    ///   - input: returns the standard input; nil runs nothing.
    ///   - then: called after the run, unless it was stopped.
    private func run(
        _ line: String, title: String, seconds: Int? = nil, from screen: (any Screen)?,
        input: @escaping @UI @Sendable () async throws(SessionError) -> [UInt8]?,
        then: @escaping @UI @Sendable () -> Void = {}
    ) {
        let (title, seconds) = (Wording.line(title), seconds ?? settings.commandSeconds)
        var errand = Errand("Running \(title)", for: screen) { [weak self] in
            let result: PipedProgram.Result
            do {
                guard let input = try await input() else { return then }
                result = try await PipedProgram.run(
                    ["/bin/sh", "-c", line], input: input, limit: .seconds(seconds))
            } catch let error as SessionError {
                return { self?.say(Wording.sentence(error), kind: .failure) }
            } catch {
                let code = (error as? ProgramError)?.code ?? 0
                return { self?.say("The shell can't be started (error \(code)).", kind: .failure) }
            }
            return {
                self?.show(result, title, seconds)
                then()
            }
        }
        (errand.name, errand.endsWithScreen) = (title, false)
        start(errand)
    }

    private func show(_ result: PipedProgram.Result, _ title: String, _ seconds: Int) {
        let complaint = result.complaint
        let output = String(decoding: result.output, as: UTF8.self)
        let hasOutput = output.contains { !$0.isWhitespace }
        let isShown = !hasOutput || pushWhenFree(TextScreen(title, text: output, around: self))
        switch result.ending {
        case .tookTooLong:
            say("\(title) took longer than \(seconds) s and was stopped.", kind: .failure)
        case .printedTooMuch:
            say("\(title) printed too much and was stopped.", kind: .failure)
        case .byItself where result.status == 0 && complaint == nil:
            let words = isShown ? "Done: \(title)" : "You will see what it printed when you leave here: \(title)"
            say(words, kind: .done)
        // The shell's status is that of the last program in a line; errors of the others are shown all the same.
        case .byItself where result.status == 0:
            say("\(title) is done, but said: \(complaint ?? "")", kind: .warning)
        case .byItself, .cancelled:
            say("\(title) failed (\(result.status))\(result.reason)", kind: .failure)
        }
    }
}

extension Mbox {
    /// Returns all messages as they were sent. Not on the UI actor: there may be very many.
    fileprivate nonisolated static func bytes(of targets: MailTargets, _ session: MailSession)
        async throws(SessionError) -> [UInt8]
    {
        try await bytes(of: try messages(of: targets, session), session)
    }

    /// Returns the messages in the order in which programs such as `git am` want them: the oldest first, whatever the order of
    /// the list, and those of a thread together.
    nonisolated static func messages(of targets: MailTargets, _ session: MailSession) throws(SessionError)
        -> [Message]
    {
        try parts(of: targets, session).flatMap(\.self)
    }

    /// Returns the patches of threads, or those among some messages, in the order in which `git am` is to apply them, and the numbers that
    /// a thread lacks. Where no mail says that it is a patch, all are returned: one may be so all the same.
    nonisolated static func patches(of targets: MailTargets, _ session: MailSession) async throws(SessionError)
        -> (messages: [Message], lack: String?)
    {
        let parts = try parts(of: targets, session)
        guard case .threads = targets else {
            let all = parts.flatMap(\.self)
            let patches = PatchSeries(all).patches
            return (patches.isEmpty ? all : patches, nil)
        }
        let series = parts.map { PatchSeries($0) }
        let patches = series.flatMap(\.patches)
        return (patches.isEmpty ? parts.flatMap(\.self) : patches, series.lazy.compactMap(\.lack).first)
    }

    private nonisolated static func parts(of targets: MailTargets, _ session: MailSession) throws(SessionError)
        -> [[Message]]
    {
        var parts: [[Message]] = []
        switch targets {
        case .threads(let ids): for id in ids { parts.append(try session.messages(of: id)) }
        case .messages(let ids): for id in ids { parts.append([try session.message(id)].compactMap(\.self)) }
        }
        func place(_ part: [Message]) -> (Date, MessageID)? { part.first.map { ($0.receivedAt, $0.id) } }
        return parts.filter { !$0.isEmpty }.sorted { one, other in
            guard let one = place(one), let other = place(other) else { return false }
            return one < other
        }
    }

    /// Returns the messages in order, as they were sent. Drafts were never sent and are left out.
    package nonisolated static func bytes(of messages: [Message], _ session: MailSession)
        async throws(SessionError) -> [UInt8]
    {
        var mbox = Mbox()
        try await mbox.add(messages, session)
        return mbox.bytes
    }

    private nonisolated mutating func add(_ messages: [Message], _ session: MailSession) async throws(SessionError) {
        for message in messages where !message.isDraft && !Task.isCancelled {
            let bytes = try await session.rawMessage(message)
            add(bytes, from: message.from.first?.email ?? "", at: message.receivedAt)
        }
    }
}
