import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// What list and thread do alike to threads.
extension Surroundings {
    /// Asks for a label to put on or take off.
    func chooseLabel(for threads: [MailThread], done: @escaping @UI () -> Void) {
        guard let account = threads.first?.account else { return }
        guard threads.allSatisfy({ $0.account == account }) else {
            return say("Threads of several accounts can't be labelled together.", kind: .warning, undo: false)
        }
        guard session.accounts().first(where: { $0.id == account })?.hasLabels == true else {
            let key = keyName(of: .move, in: .list).map { " with \($0)" } ?? ""
            return say("This account has folders, not labels: move it\(key).", kind: .warning, undo: false)
        }
        push(LabelPickerScreen(threads, account: account, around: self, done: done))
    }

    /// Leaves threads alone from now on; a single one that is muted is so no longer.
    func mute(_ threads: [ThreadID]) {
        let isMuted = threads.count == 1 && isMuted(threads[0])
        act(isMuted ? .unmute : .mute, on: threads, target: nil)
    }

    private func isMuted(_ thread: ThreadID) -> Bool {
        (try? session.count(.thread(thread) && .keyword(.muted), messages: true)).map { $0 > 0 } ?? false
    }

    // MARK: Programs

    /// Asks for a shell command, and gives it the messages of the threads, in their order, as one mbox.
    func pipe(_ threads: [ThreadID]) {
        guard !threads.isEmpty else { return }
        let count = threads.count == 1 ? "this thread" : "\(Wording.number(threads.count)) threads"
        askForCommand(note: "The shell gets the messages of \(count) as mbox.") { [weak self] in
            self?.pipe(threads, into: $0)
        }
    }

    /// Asks for a shell command, and gives it the bytes.
    func pipe(_ bytes: [UInt8], note: String) {
        let limit = settings.commandSeconds
        askForCommand(note: note) { [weak self] line in
            self?.say("Running \(line)", kind: .done, undo: false)
            Task { await self?.run(line, title: line, input: bytes, seconds: limit) }
        }
    }

    private func askForCommand(note: String, done: @escaping @UI (String) -> Void) {
        let key = "pipe.last"
        push(
            EntryScreen(
                "Pipe to a command", text: session.setting(key) ?? "", placeholder: "git am, less, wc -l …",
                around: self, note: { .init(text: note, isProblem: $0.isEmpty) },
                done: { [weak self] line in
                    self?.keep(line, for: key)
                    done(line)
                }))
    }

    func pipe(_ threads: [ThreadID], into line: String) {
        let (session, limit) = (session, settings.commandSeconds)
        say("Running \(line)", kind: .done, undo: false)
        Task { [weak self] in
            do throws(SessionError) {
                var mbox = Mbox()
                for thread in threads {
                    for message in try session.messages(of: thread) where !message.isDraft {
                        let bytes = try await session.rawMessage(message)
                        mbox.add(bytes, from: message.from.first?.email ?? "", at: message.receivedAt)
                    }
                }
                await self?.run(line, title: line, input: mbox.bytes, seconds: limit)
            } catch {
                self?.say(Wording.sentence(error), kind: .failure, undo: false)
            }
        }
    }

    /// Offers the commands that the settings name, and runs the chosen one for each thread.
    func runCommand(on threads: [ThreadID]) {
        let known = settings.commands.filter { !$0.value.isBlock }
        guard !threads.isEmpty, !known.isEmpty else {
            return say("config.json names no commands yet (“commands”).", kind: .warning, undo: false)
        }
        push(
            ChoiceScreen("Commands of yours", names: known.keys.sorted(), around: self) { [weak self] name in
                self?.runCommand(name, on: threads)
            })
    }

    /// Runs a command that the settings name for each thread.
    func runCommand(_ name: String, on threads: [ThreadID]) {
        guard let command = settings.commands[name], !threads.isEmpty else { return }
        run(command, named: name, on: threads)
    }

    private func run(_ command: NamedCommand, named name: String, on threads: [ThreadID]) {
        let session = session
        say("Running \(name)", kind: .done, undo: false)
        Task { [weak self] in
            for thread in threads {
                guard let json = ThreadJSON.document(of: thread, session: session) else { continue }
                await self?.run(command.run, title: name, input: json, seconds: command.seconds)
            }
        }
    }

    /// Runs a shell command, shows what it prints, and says how it ended.
    private func run(_ line: String, title: String, input: [UInt8], seconds: Int) async {
        let result: PipedProgram.Result
        do throws(ProgramError) {
            result = try await PipedProgram.run(["/bin/sh", "-c", line], input: input, limit: .seconds(seconds))
        } catch {
            return say("The shell can't be started (error \(error.code)).", kind: .failure, undo: false)
        }
        let complaint = String(decoding: result.errors.prefix(400), as: UTF8.self).split(separator: "\n").first ?? ""
        let output = String(decoding: result.output, as: UTF8.self)
        let title = Wording.line(title)
        if output.contains(where: { !$0.isWhitespace }) { push(TextScreen(title, text: output, around: self)) }
        if result.tookTooLong {
            say("\(title) took longer than \(seconds) s and was stopped.", kind: .failure, undo: false)
        } else if result.status != 0 {
            let words = complaint.isEmpty ? "" : ": \(Wording.line(String(complaint)))"
            say("\(title) failed (\(result.status))\(words)", kind: .failure, undo: false)
        } else {
            say("Done: \(title)", kind: .done, undo: false)
        }
        setNeedsDraw()
    }
}
