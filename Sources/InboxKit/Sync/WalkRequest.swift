import InboxModel
import InboxRemote

/// How the pages of a walk are requested. Those that are requested together have the same size: where one ends, the next begins.
struct WalkRequest: Sendable {
    let walk: AccountSync.Walk
    let service: any RemoteService
    let limit: Int
    let policy: SyncPolicy
    /// What a walk over threads may leave out.
    let known: Set<RemoteID>

    init(
        _ walk: AccountSync.Walk, _ service: any RemoteService, _ policy: SyncPolicy, besides known: Set<RemoteID>
    ) {
        self.walk = walk
        self.service = service
        limit = walk == .bodies ? AccountSync.bodyPage : service.pageSize
        self.policy = policy
        self.known = known
    }

    /// A walk that ends at a window does not come to what is older in its threads, which must not be here in part: keys act on all
    /// of a thread. It also needs all dates of a page, to know where the window ends.
    func page(at position: RemotePosition?) async throws(RemoteError) -> RemoteMessagePage {
        switch walk {
        case .threads where policy.days != nil: try await service.wholeThreads(from: position, limit: limit)
        case .threads: try await service.allMail(from: position, limit: limit, besides: known)
        case .bodies: try await service.messages(from: position, limit: limit)
        }
    }

    /// Returns where the page behind a position begins, if that is known before the page is read.
    func position(behind position: RemotePosition) async throws(RemoteError) -> RemotePosition? {
        switch walk {
        case .threads: try await service.position(behind: position, limit: limit)
        case .bodies: nil
        }
    }
}
