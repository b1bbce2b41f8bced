import Foundation
import InboxKit
import InboxModel
import MailContent

/// Prints the newest unread threads of an account, and again whenever they change. Stores nothing.
///
///     swift run Unread https://jmap.example.org/session ann@example.org < token
@main
enum Unread {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let url = arguments.first, let address = arguments.last else {
            fail("usage: Unread URL ADDRESS < TOKEN", status: 2)
        }
        do {
            try await follow(url: url, address: address, secret: readLine() ?? "")
        } catch {
            fail("Unread: \(error)", status: 1)
        }
    }

    @MainActor
    private static func follow(url: String, address: String, secret: String) async throws {
        let session = try MailSession.inMemory()
        session.start()
        _ = try await session.addAccount(address: address, url: url, dialect: .jmap, secret: secret)
        let provider = session.threadProvider(filter: .unread, sort: .newestFirst, window: 0..<10)
        for await event in provider.events() {
            switch event {
            case .reset, .changed:
                print("\(provider.unreadCount) unread")
                // A subject is untrusted: it must not control the terminal.
                for thread in provider.items { print("  " + CleanText.line(thread.subject)) }
            case .fetchFailed(let failure), .fetchStateChanged(.failed(let failure)):
                FileHandle.standardError.write(Data("Unread: \(failure)\n".utf8))
            case .fetchCompleted, .fetchStateChanged: break
            }
        }
    }

    private static func fail(_ words: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data("\(words)\n".utf8))
        exit(status)
    }
}
