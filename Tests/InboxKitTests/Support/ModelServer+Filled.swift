import InboxModel
import TestSupport

extension ModelServer {
    /// A server with so many random messages, half as many threads, and a contact.
    static func filled(_ count: Int, seed: Int = 1) -> ModelServer {
        var random = SeededRandom(seed: seed)
        let server = ModelServer()
        server.put((0..<count).map { MailRandom.message($0, threads: max(1, count / 2), &random) })
        server.put(RemoteContact(id: RemoteID("c"), address: .person("anna")))
        return server
    }
}
