package import InboxModel
package import InboxRemote

extension IMAPService {
    package func threads(in mailbox: RemoteID?, from position: RemotePosition?, limit: Int) async throws(RemoteError)
        -> RemoteMessagePage
    { fatalError("to do") }

    package func messages(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage {
        fatalError("to do")
    }

    package func message(_ id: RemoteID) async throws(RemoteError) -> RemoteMessage? { fatalError("to do") }

    package func messages(_ ids: [RemoteID]) async throws(RemoteError) -> [RemoteMessage] { fatalError("to do") }

    package func rawMessage(_ id: RemoteID) async throws(RemoteError) -> [UInt8] { fatalError("to do") }

    package func drafts() async throws(RemoteError) -> [RemoteMessage] { fatalError("to do") }

    package func download(_ file: RemoteID, meter: TransferMeter?) async throws(RemoteError) -> [UInt8] {
        fatalError("to do")
    }

    /// Messages without bodies, as lists need them, read from the server. Heads of copies that were not read yet are noted in the index.
    /// - Parameter copies: any copies; of several of one message one is read.
    func listed(_ copies: [IndexedCopy]) async throws(RemoteError) -> [RemoteMessage] { fatalError("to do") }
}

/// Ids that IMAP does not give.
package enum IMAPID {
    /// The id of a message: the server's (`emailID`), else made of what stands in its header and its size, so that it stays the same
    /// wherever the message is moved.
    /// - Parameter header: fields as in `IMAPConnection.headFields`.
    package static func message(emailID: String?, header: [UInt8], size: Int) -> RemoteID { fatalError("to do") }
}
