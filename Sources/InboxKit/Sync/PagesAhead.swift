import InboxModel
import Synchronization

/// The next pages of a walk, requested while the page before them is being stored, so that server and disk need not wait for each
/// other. Two pages at most: with only one, the server would pause while that is read, and whatever was requested before a change
/// that it may not contain is requested again.
final class PagesAhead: Sendable {
    /// What a page was requested with; a page that was requested otherwise is of no use.
    struct Place: Hashable, Sendable {
        var walk: AccountSync.Walk
        var position: RemotePosition?
        /// The state that was known at the request: the page may lack changes that were read since.
        var since: String?
    }

    typealias Asking = @Sendable (Place) async throws(RemoteError) -> RemoteMessagePage

    private struct Asked {
        let place: Place
        let task: Task<Result<RemoteMessagePage, RemoteError>, Never>

        init(_ place: Place, _ asking: @escaping Asking) {
            self.place = place
            task = Task { await Self.settled(place, asking) }
        }

        /// Not within the task's closure, see `JMAPService.settled`.
        private static func settled(_ place: Place, _ asking: Asking) async -> Result<RemoteMessagePage, RemoteError> {
            do throws(RemoteError) { return .success(try await asking(place)) } catch { return .failure(error) }
        }
    }

    private let asked = Mutex<[Asked]>([])

    deinit { stop() }

    /// Returns a page, which may have been requested in advance. If not, the pages in advance are useless: they are dropped, and
    /// this one is requested.
    func page(at place: Place, _ asking: @escaping Asking) async throws(RemoteError) -> RemoteMessagePage {
        let known = asked.withLock { asked in
            asked.firstIndex { $0.place == place }.map { asked.remove(at: $0) }
        }
        if known == nil { stop() }
        let task = (known ?? Asked(place, asking)).task
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }

    /// Requests the pages that will be needed next, and drops all others.
    func ask(for places: [Place], _ asking: @escaping Asking) {
        let useless = asked.withLock { asked in
            let known = asked
            asked = places.map { place in known.first { $0.place == place } ?? Asked(place, asking) }
            return known.filter { !places.contains($0.place) }
        }
        for each in useless { each.task.cancel() }
    }

    /// Drops all pages.
    func stop() { ask(for: []) { _ throws(RemoteError) in throw RemoteError(.cancelled, call: "walk") } }
}
