import Foundation
import InboxKit
import Programs
import TerminalUI

extension Shell {
    func editSettings() {
        guard let path = readSettings?().path else {
            return say("There is no config.json here.", kind: .info)
        }
        // The user creates the file; the folder may be missing on a new machine.
        let folder = (path as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        Task {
            do throws(ProgramError) {
                _ = try await runProgram(Editor.command(for: path))
                reload()
            } catch {
                say(Editor.cannotBeStarted(error), kind: .failure)
            }
        }
    }

    func reload() {
        guard let reading = readSettings?() else {
            return say("There is no config.json here.", kind: .info)
        }
        // A missing comma must not take the keys away from a user who is editing the file.
        if let mistake = reading.mistake {
            return say("\(mistake). Until then the settings stay as they are", kind: .warning)
        }
        let old = settings
        settings = reading.settings
        settingsFile = reading.file
        clock = clock.written(as: settings, environment: ProcessInfo.processInfo.environment)
        keys = KeyMap(settings: settings)
        reader.forget()
        takeOwnAddresses()
        application?.motion = settings.moves
        if let display = application?.display {
            settings.apply(to: display)
            watchNewMail()
        }
        let waiting = settings.waiting(for: old)
        for screen in flows.screens { screen.settingsChanged() }
        application?.redraw()
        if !reading.notices.isEmpty {
            tell(of: reading.notices)
        } else if settings == old {
            say("config.json has not changed.", kind: .info)
        } else if let last = waiting.last {
            let names = [waiting.dropLast().joined(separator: ", "), last].filter { !$0.isEmpty }
            let verb = waiting.count == 1 ? "takes" : "take"
            say("Reloaded; \(names.joined(separator: " and ")) \(verb) effect at the next start.", kind: .done)
        } else {
            say("config.json reloaded.", kind: .done)
        }
    }

    /// The flaws of the user's pinned views.
    var viewFlaws: [String] {
        KeptViews(KeptViews.pinned, session: session).flaws(changedBy: keyName(of: .editView, in: .drawer))
    }

    /// Says what in `config.json`, and in what the store keeps, could not be used: the first notice, and where the rest is.
    func tell(of notices: [String]) {
        for notice in notices { note(notice) }
        guard let first = notices.first else { return }
        let more = notices.count - 1
        // Without an account there is only the login, which takes letters as text.
        let place = accounts.items.isEmpty ? "maraca doctor" : keyName(of: .log, in: .list)
        let rest = place.map { ": \($0)" } ?? ""
        say(more > 0 ? "\(first) (and \(more) more\(rest))" : first, kind: .warning)
    }
}
