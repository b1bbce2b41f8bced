import ArgumentParser
import InboxUI

struct SettingsCommand: ParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Print what config.json may hold, and what each setting is for.")

    @OptionGroup var options: GlobalOptions

    func run() throws {
        if options.json { try Output.json(SettingsTable.entries) } else { Output.line(SettingsTable.reference) }
    }
}
