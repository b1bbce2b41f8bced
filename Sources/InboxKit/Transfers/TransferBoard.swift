public import Foundation
public import InboxModel
import InboxRemote
import Synchronization

/// The files that are on their way, the oldest first.
final class TransferBoard: Sendable {
    private struct Entry: Sendable {
        var transfer: FileTransfer
        var stop: @Sendable () -> Void
    }

    private let entries = Mutex<[Entry]>([])

    var all: [FileTransfer] { entries.withLock { $0.map(\.transfer) } }

    func add(_ transfer: FileTransfer, stop: @escaping @Sendable () -> Void) {
        entries.withLock { $0.append(Entry(transfer: transfer, stop: stop)) }
    }

    func remove(_ id: FileTransfer.ID) {
        entries.withLock { $0.removeAll { $0.transfer.id == id } }
    }

    func stop(_ id: FileTransfer.ID) {
        entries.withLock { $0.first { $0.transfer.id == id }?.stop }?()
    }
}

extension StatusBoard {
    /// Moves a file, and shows it on the board as long as that lasts. Who watches the board hears of beginning and end; in
    /// between one looks.
    /// - Throws: `cancelled` when the user stopped it, and when the caller was cancelled.
    func move<Value: Sendable>(
        _ file: MessageFile, _ direction: FileTransfer.Direction, of account: AccountID,
        _ work: @escaping @Sendable (TransferMeter) async throws(RemoteError) -> Value
    ) async throws(RemoteError) -> Value {
        let transfer = FileTransfer(file, direction, account: account)
        let task = Task { () async -> Result<Value, RemoteError> in
            do throws(RemoteError) { return .success(try await work(transfer.meter)) } catch { return .failure(error) }
        }
        transfers.add(transfer) { task.cancel() }
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
    /// The transfers that are under way, oldest first; `statusChanges` says when one begins or ends.
    public var transfers: [FileTransfer] { board.transfers.all }

    /// The transfer of a file, if there is one.
    public func transfer(of file: MessageFile) -> FileTransfer? { transfers.first { $0.isOf(file) } }

    /// Stops a transfer. Whoever waits for a download gets an error; an upload waits in the outbox until the user decides.
    public func stop(_ transfer: FileTransfer.ID) { board.transfers.stop(transfer) }
}
