import InboxKit
import TerminalUI

/// Fetches the texts of the rows most likely to be opened next, once the selection rests.
@UI
final class BodiesAhead {
    private let session: MailSession
    private let rest: Duration
    private var rows: [RowID] = []
    private var task: Task<Void, Never>?

    /// The number of messages to fetch for a thread.
    private static let most = 3

    init(session: MailSession, rest: Duration = .milliseconds(400)) {
        self.session = session
        self.rest = rest
    }

    isolated deinit { task?.cancel() }

    /// Sets the rows to fetch texts for, likeliest first. Cancels what is in progress for other rows.
    func want(_ new: [RowID]) {
        guard new != rows else { return }
        rows = new
        task?.cancel()
        task = Task { [session, rest] in
            // A cancelled sleep ends at once, and the loop below checks for cancellation.
            if rest > .zero { try? await Task.sleep(for: rest) }
            for row in new where !Task.isCancelled {
                switch row {
                case .thread(let id): await session.fetchAhead(id, most: Self.most)
                case .message(let id): await session.fetchAhead(id)
                }
            }
        }
    }
}
