import ArgumentParser
import InboxKit
import InboxModel
import InboxUI
import MailContent

struct SaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "save", abstract: "Save the files of a message.")

    @OptionGroup var options: GlobalOptions
    @Option(help: "Only this file: its number (from 1), its name or its id.") var part: String?
    @Option(
        help: ArgumentHelp("The folder to save in; the current one by default.", valueName: "dir"),
        completion: .directory)
    var to = "."
    @OptionGroup var meaning: IDMeaning
    @Argument(help: "The server's id of a message, or of a thread for all of its messages.") var id: String

    func run() async throws {
        let session = try options.openSession()
        let found = try options.find(id, session, isMessage: meaning.message)
        let messages = try telling { () throws(SessionError) in try session.messages(of: found) }
        let files = messages.flatMap { message in message.files.map { (message, $0) } }
        // A number counts first: a file may have another one's number for its name.
        let isNumber = files.indices.contains { String($0 + 1) == part }
        let chosen = files.enumerated().filter { index, file in
            if isNumber { return String(index + 1) == part }
            return part.map {
                $0 == file.1.fileName || $0 == SafeFileName.of(file.1, number: index + 1)
                    || $0 == file.1.remoteID.rawValue
            } ?? true
        }
        guard !chosen.isEmpty else {
            throw CommandFailure(
                message: files.isEmpty ? "there are no files in \(id)" : "there is no file \(part ?? "") in \(id)")
        }
        var saved: [String] = []
        for (index, (message, file)) in chosen {
            do {
                let begun = try FileSaver(folder: to).begin()
                try await telling { () async throws(SessionError) in
                    do throws(SessionError) {
                        try await session.download(file, of: message) { begun.write($0) }
                    } catch  where begun.failure == nil {
                        throw error
                    } catch {}
                }
                let name = SafeFileName.of(file, number: index + 1, start: begun.start)
                let path = (to == "." ? "" : to + "/") + (try begun.finish(as: name))
                saved.append(path)
                if begun.wasThere { Output.note("\(path) is there already") }
                if let risk = RiskyFile.reason(begun.start, type: file.contentType, name: file.fileName) {
                    Output.note("careful: \(path) is \(risk), which can run code")
                }
            } catch let error as SaveError {
                throw CommandFailure(message: error.sentence)
            }
        }
        if options.json { try Output.json(saved) } else { for path in saved { Output.line(path) } }
    }
}
