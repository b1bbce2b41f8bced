import InboxModel
import MailContent

/// The pictures of a message: attached, within the text, and on other servers.
struct MailPictures {
    struct Entry: Sendable {
        enum Source: Hashable, Sendable {
            case file(MessageFile, number: Int)
            /// Embedded in the HTML.
            case data([UInt8])
            /// On another server.
            case remote(String)
        }

        var title: String
        var source: Source

        var isRemote: Bool { if case .remote = source { true } else { false } }
        /// Whether it would be fetched without encryption.
        var isPlain: Bool { if case .remote(let url) = source { url.lowercased().hasPrefix("http:") } else { false } }
        /// Whether it is the file of that number in the message.
        func isFile(_ number: Int) -> Bool { if case .file(_, number) = source { true } else { false } }
    }

    /// The maximum number of remote pictures for a message.
    private static let mostRemote = 50

    private(set) var entries: [Entry] = []
    /// The indices of the entries for pictures in the text.
    private var places: [Int: Int] = [:]

    init(_ message: Message, _ text: StyledText?) {
        for (index, file) in message.files.enumerated() where Self.isPicture(file) {
            let given = CleanText.line(file.fileName)
            let name = given.isEmpty ? SafeFileName.of(file, number: index + 1) : given
            entries.append(Entry(title: name, source: .file(file, number: index + 1)))
        }
        var remote: Set<String> = []
        for (index, picture) in (text?.pictures ?? []).enumerated() {
            let title = picture.text.isEmpty ? "picture" : picture.text
            switch picture.source {
            case .data(let bytes):
                places[index] = entries.count
                entries.append(Entry(title: title, source: .data(bytes)))
            case .file(let id):
                let file = message.files.firstIndex { Self.isPicture($0) && !id.isEmpty && $0.contentID == id }
                guard let file else { continue }
                places[index] = entries.firstIndex { $0.isFile(file + 1) }
            case .remote(let url):
                guard remote.count < Self.mostRemote, remote.insert(url).inserted else { continue }
                entries.append(Entry(title: title, source: .remote(url)))
            }
        }
    }

    /// A single local picture.
    init(_ bytes: [UInt8], named name: String) {
        entries = [Entry(title: CleanText.line(name), source: .data(bytes))]
    }

    /// Returns the text shown in place of each picture that came with the mail: the number by which the pictures key shows it, the sender's
    /// alternative text, its name and its size.
    /// - Parameter text: The text that this was created from.
    func labels(in text: StyledText) -> [Int: Label] {
        var labels: [Int: Label] = [:]
        for (index, place) in places {
            let (entry, words) = (entries[place], text.pictures[index].text)
            var parts = words.isEmpty ? [] : [words]
            switch entry.source {
            case .file(let file, _):
                let isTold = file.fileName.isEmpty || entry.title.lowercased() == words.lowercased()
                parts += (isTold ? [] : [entry.title]) + [FileSize.text(file.size)]
            case .data(let bytes): parts.append(FileSize.text(bytes.count))
            case .remote: continue
            }
            labels[index] = Label(number: place + 1, text: "[picture \(place + 1): \(parts.joined(separator: ", "))]")
        }
        return labels
    }

    struct Label: Sendable {
        var number: Int
        var text: String
    }

    /// Whether a file is a picture, by its type, or by its name if the sender gave no type.
    static func isPicture(_ file: MessageFile) -> Bool {
        let type = file.contentType.lowercased()
        let kind = type.isEmpty || type == "application/octet-stream" ? FileType.named(file.fileName) : type
        return ["image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp"].contains(kind)
    }
}
