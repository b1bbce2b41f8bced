import ArgumentParser
import MailContent

/// `maraca mailto:…`, as desktops run it (`scripts/maraca.desktop`).
struct ComposeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compose",
        abstract: "Open the client on a new message, filled in from a mailto: link if there is one.")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "A mailto: link.") var link: String?

    /// Returns the message to write.
    func request() throws -> MailtoLink {
        let link = link ?? "mailto:"
        guard !MailtoLink.isTooLong(link) else {
            throw CommandFailure(
                message: "the mailto: link is longer than 64 KiB: write the message here, and put long text in a file",
                status: 2)
        }
        guard let request = MailtoLink(link) else {
            throw CommandFailure(message: "\(Output.clean(link)) is not a mailto: link", status: 2)
        }
        return request
    }

    func run() throws { try ClientRun(options, start: .writing(try request())).run() }
}
