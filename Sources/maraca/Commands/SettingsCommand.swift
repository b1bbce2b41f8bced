import ArgumentParser
import InboxUI

struct SettingsCommand: ParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Print what config.json may hold, and what each setting is for.")

    func run() throws { Output.line(SettingsTable.reference) }
}
