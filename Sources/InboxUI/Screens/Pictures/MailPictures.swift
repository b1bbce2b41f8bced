import Foundation
import InboxModel
import MailContent

/// The pictures of one message: attached, within the text, and those that lie on other servers.
struct MailPictures {
    struct Entry: Sendable {
        enum Source: Hashable, Sendable {
            case file(MessageFile, number: Int)
            /// In the HTML itself.
            case data([UInt8])
            /// On another server.
            case remote(String)
        }

        var title: String
        var source: Source

        var isRemote: Bool { if case .remote = source { true } else { false } }
        /// Whether it would come without encryption.
        var isPlain: Bool { if case .remote(let url) = source { url.lowercased().hasPrefix("http:") } else { false } }
        /// Whether it is that file of the message.
        func isFile(_ number: Int) -> Bool { if case .file(_, number) = source { true } else { false } }
    }

    /// How many of one message are fetched from elsewhere.
    private static let mostRemote = 50

    private(set) var entries: [Entry] = []

    init(_ message: Message, _ text: StyledText?) {
        for (index, file) in message.files.enumerated() where Self.isPicture(file) {
            let given = CleanText.line(file.fileName)
            let name = given.isEmpty ? SafeFileName.of(file, number: index + 1) : given
            entries.append(Entry(title: name, source: .file(file, number: index + 1)))
        }
        var remote: Set<String> = []
        for picture in text?.pictures ?? [] {
            let title = picture.text.isEmpty ? "picture" : picture.text
            switch picture.source {
            case .data(let bytes): entries.append(Entry(title: title, source: .data(bytes)))
            case .remote(let url):
                guard remote.count < Self.mostRemote, remote.insert(url).inserted else { continue }
                entries.append(Entry(title: title, source: .remote(url)))
            }
        }
    }

    /// One picture that is here.
    init(_ bytes: [UInt8], named name: String) {
        entries = [Entry(title: CleanText.line(name), source: .data(bytes))]
    }

    /// By its type, or by its name where the sender told no type.
    static func isPicture(_ file: MessageFile) -> Bool {
        let type = file.contentType.lowercased()
        let kind = type.isEmpty || type == "application/octet-stream" ? FileType.named(file.fileName) : type
        return ["image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp"].contains(kind)
    }
}
