import GRDB
package import InboxModel

extension RemoteError {
    /// Why a file of ours that a call needed, such as the index of a service over IMAP, could not be used; nil if it was not that which
    /// failed.
    package var ownFailure: StoreError? {
        guard case .ownFile(let code, let path) = finding else { return nil }
        return StoreError(DatabaseError(resultCode: ResultCode(rawValue: code), message: summary), path: path)
    }
}
