import InboxModel
import Synchronization

/// The next pages of a walk, asked for while the one before them is being kept: so the server does not wait for the disk, nor
/// the disk for the server. Two pages at most: with one alone the server would pause while that is read, and what was asked
/// before a change that it may not know of is asked again.
final class PagesAhead: Sendable {
    /// What a page was asked with; what was asked otherwise is of no use.
    struct Place: Hashable, Sendable {
        var walk: AccountSync.Walk
        var position: RemotePosition?
        /// The state that was known then: changes that were read since may be news to the page.
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

    /// A page: the one that was asked for before, if it is among those. If not, the others are of no use, and it is asked for.
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

    /// The pages that will be wanted next, and no others.
    func ask(for places: [Place], _ asking: @escaping Asking) {
        let useless = asked.withLock { asked in
            let known = asked
            asked = places.map { place in known.first { $0.place == place } ?? Asked(place, asking) }
            return known.filter { !places.contains($0.place) }
        }
        for each in useless { each.task.cancel() }
    }

    /// Nobody will want any.
    func stop() { ask(for: []) { _ throws(RemoteError) in throw RemoteError(.cancelled, call: "walk") } }
}
