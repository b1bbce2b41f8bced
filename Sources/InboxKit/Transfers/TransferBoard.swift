public import Foundation
public import InboxModel
import InboxRemote
import Synchronization

/// The transfers in progress, oldest first.
final class TransferBoard: Sendable {
    private struct Entry: Sendable {
        var transfer: FileTransfer
        var stop: @Sendable () -> Void
    }

    private let entries = Mutex<[Entry]>([])

    var all: [FileTransfer] { entries.withLock { $0.map(\.transfer) } }

    /// Begins a transfer. Whoever sees what it does sees it listed, too.
    func begin<Value>(_ transfer: FileTransfer, _ work: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
        entries.withLock { entries in
            let task = Task { await work() }
            entries.append(Entry(transfer: transfer, stop: { task.cancel() }))
            return task
        }
    }

    func remove(_ id: FileTransfer.ID) {
        entries.withLock { $0.removeAll { $0.transfer.id == id } }
    }

    func stop(_ id: FileTransfer.ID) {
        entries.withLock { $0.first { $0.transfer.id == id }?.stop }?()
    }
}

extension StatusBoard {
    /// Transfers a file, listed on the board meanwhile. Its watchers are notified of beginning and end; progress is polled.
    /// - Throws: `cancelled` if the user stopped the transfer, or the caller was cancelled.
    func move<Value: Sendable>(
        _ file: MessageFile, _ direction: FileTransfer.Direction, of account: AccountID,
        _ work: @escaping @Sendable (TransferMeter) async throws(RemoteError) -> Value
    ) async throws(RemoteError) -> Value {
        let transfer = FileTransfer(file, direction, account: account)
        let task = transfers.begin(transfer) { () async -> Result<Value, RemoteError> in
            do throws(RemoteError) { return .success(try await work(transfer.meter)) } catch { return .failure(error) }
        }
        wakeWatchers()
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        transfers.remove(transfer.id)
        wakeWatchers()
        return try result.get()
    }
}

extension MailSession {
    /// The transfers in progress, oldest first; `statusChanges` reports when one begins or ends.
    public var transfers: [FileTransfer] { board.transfers.all }

    /// The transfer of a file; nil if none is in progress.
    public func transfer(of file: MessageFile) -> FileTransfer? { transfers.first { $0.isOf(file) } }

    /// Stops a transfer. The caller of a download gets an error; an upload waits in the outbox until the user decides.
    public func stop(_ transfer: FileTransfer.ID) { board.transfers.stop(transfer) }
}
