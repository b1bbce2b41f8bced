import ArgumentParser
import InboxUI

struct SettingsCommand: ParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Print every setting that config.json may have, and what it is for.")

    @Flag(help: "Print the keys of every screen instead, as config.json sets them.")
    var keys = false

    @OptionGroup var options: GlobalOptions

    func run() throws {
        guard keys else {
            return options.json ? try Output.json(SettingsTable.entries) : Output.lines(SettingsTable.reference)
        }
        let keys = KeyMap(settings: try options.settings())
        if options.json { try Output.json(keys.entries) } else { Output.lines(keys.reference) }
    }
}
