import ArgumentParser
import InboxModel

/// The root command. Without a subcommand, it runs the client.
struct Maraca: ParsableCommand {
    static let version = ClientName.version

    static let configuration = CommandConfiguration(
        commandName: "maraca",
        abstract: "Mail in the terminal: shake your inbox.",
        // The parser would write --demo in front of a command.
        usage: "maraca [--demo] [options]\nmaraca <command> [options]",
        discussion: "Without a command it opens the client; with --demo, on an invented mailbox.",
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "Reading",
                subcommands: [
                    ListCommand.self, ShowCommand.self, OpenCommand.self, CountCommand.self, SaveCommand.self,
                    ExplainCommand.self,
                ]),
            CommandGroup(
                name: "Acting",
                subcommands: [
                    ShakeCommand.self, UnreadCommand.self, ArchiveCommand.self, TrashCommand.self, JunkCommand.self,
                    NotJunkCommand.self, StarCommand.self, UnstarCommand.self, MoveCommand.self, CopyCommand.self,
                    LabelCommand.self, TagCommand.self, SnoozeCommand.self, MuteCommand.self, UnmuteCommand.self,
                    ReplyLaterCommand.self, MailboxCommand.self, UndoCommand.self, RedoCommand.self, OutboxCommand.self,
                ]),
            CommandGroup(
                name: "Writing",
                subcommands: [
                    ComposeCommand.self, SendCommand.self, ReplyCommand.self, ForwardCommand.self, BounceCommand.self,
                    DraftCommand.self, ContactsCommand.self,
                ]),
            CommandGroup(
                name: "Keeping",
                subcommands: [
                    AccountCommand.self, SyncCommand.self, VacationCommand.self, TrimCommand.self, DoctorCommand.self,
                    ServeCommand.self, SettingsCommand.self,
                ]),
        ])

    @OptionGroup var options: GlobalOptions

    @Flag(
        help:
            "Open an invented mailbox in a temporary home, with new mail arriving. Settings about accounts don't apply."
    )
    var demo = false
}

/// The options of every command.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Keep everything under this folder.", valueName: "dir"), completion: .directory)
    var home: String?

    @Option(
        help: ArgumentHelp("Only this account; the client begins with it.", valueName: "address"),
        completion: Completing.accounts)
    var account: String?

    @Flag(help: "Print one JSON document.")
    var json = false

    @Flag(help: "Report every request, without its contents, on standard error; the client does so in its log.")
    var verbose = false
}
