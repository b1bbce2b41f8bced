import Foundation
import InboxKit
import InboxModel
import InboxServer
import InboxUI

/// A server with an invented mailbox and a temporary home, both inside this process.
struct Demo {
    let server: InboxServer
    let session: MailSession
    let folder: String

    /// Starts the server, signs in to it and returns both. On failure, says why in words and leaves nothing behind.
    static func start() async throws(CommandFailure) -> Demo {
        do { return try await make() } catch {
            throw CommandFailure(message: (error as? SessionError).map { Wording.sentence($0) } ?? "\(error)")
        }
    }

    private static func make() async throws -> Demo {
        let folder = NSTemporaryDirectory() + "maraca-demo-" + UUID().uuidString
        var configuration = ServerConfiguration()
        configuration.account = AccountConfiguration(address: "ann@example.test", name: "Ann Ortiz")
        configuration.demo = .init()
        let server = InboxServer(configuration: configuration)
        let address = try await server.start()
        do {
            let session = try MailSession(home: Home(directory: folder), network: Network())
            let demo = Demo(server: server, session: session, folder: folder)
            _ = try await session.addAccount(
                address: address.account, url: address.url, userName: nil, dialect: .inbox, secret: address.token)
            return demo
        } catch {
            await server.stop()
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    func stop() async {
        session.stop()
        await server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
