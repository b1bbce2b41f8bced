import Foundation
import InboxKit
import InboxModel
import InboxServer

/// A server with an invented mailbox and a temporary home, both inside this process.
struct Demo {
    let server: InboxServer
    let session: MailSession
    let folder: String

    static func start() async throws -> Demo {
        let folder = NSTemporaryDirectory() + "maraca-demo-" + UUID().uuidString
        var configuration = ServerConfiguration()
        configuration.account = AccountConfiguration(address: "ann@example.test", name: "Ann Ortiz")
        configuration.demo = .init()
        let server = InboxServer(configuration: configuration)
        let address = try await server.start()
        let home = Home(directory: folder)
        let session = try MailSession(home: home, network: Network())
        _ = try await session.addAccount(
            address: address.account, url: address.url, userName: nil, dialect: .inbox, secret: address.token)
        return Demo(server: server, session: session, folder: folder)
    }

    func stop() async {
        session.stop()
        await server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
