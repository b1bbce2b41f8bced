import InboxModel
import InboxRemote
import Synchronization
import TestSupport

@testable import InboxKit
@testable import InboxUI

extension FakeSurroundings {
    /// A mailbox with one message, whose server returns a text that may differ from its source, as a malicious one might.
    /// - Parameters:
    ///   - file: its signature, or what is encrypted.
    ///   - beside: the type of an additional file.
    static func sealed(
        _ memory: SealMemory?, source: String, file: (name: String, type: String), text: String,
        beside: String? = nil, dialect: Account.Dialect = .inbox
    ) throws -> FakeSurroundings {
        let world = try FakeSurroundings(dialect: dialect)
        world.sealMemory = memory
        var message = RemoteMessage.remote(id: "m", thread: "t", from: "lars", subject: "...", at: 86_400, body: text)
        message.files = [MessageFile(remoteID: RemoteID("f"), fileName: file.name, contentType: file.type, size: 9)]
        if let beside {
            message.files.append(MessageFile(remoteID: RemoteID("g"), fileName: "g", contentType: beside, size: 9))
        }
        try world.fill(message)
        world.server.put(message)
        let (account, service) = (world.account, ScriptedService(world.server))
        world.session.running.withLock { $0.services[account] = service }
        world.server.setSource(Array(source.utf8), of: "m")
        return world
    }
}
