import InboxModel
import Programs
import Synchronization

/// The next pages of a walk, requested while the pages before them are being stored, so that server and disk need not wait for each
/// other. Not more than are stored together: whatever was requested before a change that it may not contain is requested again.
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
        private let here: Arrival

        init(_ place: Place, _ asking: @escaping Asking) {
            self.place = place
            let here = Arrival()
            self.here = here
            task = Task {
                defer { here.isNoted.store(true, ordering: .releasing) }
                return await Self.settled(place, asking)
            }
        }

        var isHere: Bool { here.isNoted.load(ordering: .acquiring) }

        /// Not within the task's closure, see `JMAPService.settled`.
        private static func settled(_ place: Place, _ asking: Asking) async -> Result<RemoteMessagePage, RemoteError> {
            // Reading a page is most of the work, and this is the thread on which it ended.
            defer { ThreadPriority.giveWay() }
            do throws(RemoteError) { return .success(try await asking(place)) } catch { return .failure(error) }
        }
    }

    private final class Arrival: Sendable {
        let isNoted = Atomic<Bool>(false)
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

    /// Whether a page was requested in advance and has arrived, or failed to.
    func isHere(_ place: Place) -> Bool {
        asked.withLock { asked in asked.contains { $0.place == place && $0.isHere } }
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
