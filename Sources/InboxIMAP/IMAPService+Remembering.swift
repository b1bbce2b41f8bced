import InboxModel
package import InboxRemote

extension IMAPService {
    /// Keeps the index in the memory's file. A token that a server does not accept any more is read anew from the memory.
    package func remembering(_ memory: RemoteMemory) -> any RemoteService {
        let transport =
            places.usesToken ? RenewingMailTransport(transport, read: memory.secret.read) : transport
        return IMAPService(
            places, credential: credential, address: address, transport: transport, indexPath: memory.filePath)
    }
}
