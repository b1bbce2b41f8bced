import InboxKit
import TerminalUI

/// Gets the texts of the rows that are likely to be opened next from their servers, once the selection rests.
@UI
final class BodiesAhead {
    private let session: MailSession
    private let rest: Duration
    private var rows: [RowID] = []
    private var task: Task<Void, Never>?

    /// Of a thread, so many messages.
    private static let most = 3

    init(session: MailSession, rest: Duration = .milliseconds(400)) {
        self.session = session
        self.rest = rest
    }

    isolated deinit { task?.cancel() }

    /// The selection is at other rows now, the likeliest first. What was under way for those before ends.
    func want(_ new: [RowID]) {
        guard new != rows else { return }
        rows = new
        task?.cancel()
        task = Task { [session, rest] in
            // A sleep that is cancelled ends at once, and so does what follows.
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
