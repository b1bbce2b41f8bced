import InboxModel
package import InboxRemote

extension IMAPService {
    /// A service of servers that are known.
    /// - Parameters:
    ///   - address: the account's own address, with which mail is sent.
    ///   - indexPath: where the index lies; nil keeps it in memory.
    package init(
        _ places: IMAPPlaces, credential: MailCredential, address: String, transport: any MailTransport,
        indexPath: String? = nil
    ) {
        self.places = places
        self.address = address
        self.transport = transport
        self.credential = credential
        pool = IMAPPool(places: places, credential: credential, transport: transport)
        keeper = IndexKeeper(path: indexPath)
    }

    /// Keeps the index in the memory's file. A token that a server does not accept any more is read anew from the memory.
    package func remembering(_ memory: RemoteMemory) -> any RemoteService {
        let transport =
            places.usesToken ? RenewingMailTransport(transport, read: memory.secret.read) : transport
        return IMAPService(
            places, credential: credential, address: address, transport: transport, indexPath: memory.filePath)
    }
}
