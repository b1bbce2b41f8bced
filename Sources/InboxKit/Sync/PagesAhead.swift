import InboxModel
import InboxRemote
import Synchronization

/// The next page of a walk, asked for while the one before it is being kept: so the server does not wait for the disk, nor the
/// disk for the server. One page, no more: what is new is asked for in between, and must not stand behind a long row.
final class PagesAhead: Sendable {
    /// What a page was asked with; what was asked otherwise is of no use.
    struct Place: Hashable, Sendable {
        var walk: AccountSync.Walk
        var position: RemotePosition?
        /// The state that was known then: changes that were read since may be news to the page.
        var since: String?
    }

    typealias Asking = @Sendable () async throws(RemoteError) -> RemoteMessagePage

    private struct Asked {
        let place: Place
        let task: Task<Result<RemoteMessagePage, RemoteError>, Never>

        init(_ place: Place, _ asking: @escaping Asking) {
            self.place = place
            task = Task {
                do throws(RemoteError) { return .success(try await asking()) } catch { return .failure(error) }
            }
        }
    }

    private let next = Mutex<Asked?>(nil)

    deinit { stop() }

    /// A page: the one that was asked for already, else it is asked for now.
    func page(at place: Place, _ asking: @escaping Asking) async throws(RemoteError) -> RemoteMessagePage {
        let asked = exchange(nil) ?? Asked(place, asking)
        if asked.place != place { asked.task.cancel() }
        let task = asked.place == place ? asked.task : Asked(place, asking).task
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }

    /// The page that will be wanted next.
    func ask(for place: Place, _ asking: @escaping Asking) {
        exchange(Asked(place, asking))?.task.cancel()
    }

    /// Nobody will want it.
    func stop() { exchange(nil)?.task.cancel() }

    private func exchange(_ asked: Asked?) -> Asked? {
        next.withLock { next in
            defer { next = asked }
            return next
        }
    }
}
