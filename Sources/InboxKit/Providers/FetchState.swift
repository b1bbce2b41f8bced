public import InboxModel
public import InboxStore

/// Why a provider could not get what it requested.
public enum FetchFailure: Error, Hashable, Sendable {
    case remote(RemoteError)
    case store(StoreError)
    /// The password or token of an account is not available.
    case secret(SecretError)
}

/// Whether the mail of the accounts is here, and if not, why.
public enum FetchState: Hashable, Sendable {
    /// The store or a server is being asked; the rows are those known before.
    case loading
    /// The rows are those in the store; servers have more, which is on its way.
    case moreToCome
    /// Servers may have more, but can't be reached.
    case failed(FetchFailure)
    /// The rows are what is kept here; servers have older mail, which `MailSession.wantOlder` fetches.
    case olderOnServer
    /// The rows are all that servers are known to have, or no server is asked.
    case complete
}

/// How a provider asks servers, and learns how that goes.
struct ProviderFetch: Sendable {
    /// Asks the servers of all accounts. If all rows are of one account, only its failure counts.
    let refresh: @Sendable (_ only: AccountID?) async -> Result<Void, FetchFailure>
    /// Returns how the accounts are doing.
    let state: @Sendable () -> FetchState
    /// Signals that some state may have changed.
    let changes: @Sendable () -> AsyncStream<Void>
}

extension FetchState {
    /// Combines accounts: the one that is furthest from complete determines the state.
    /// - Parameter hasOlder: whether an account's server has older mail than is kept here; called only if nothing else is amiss.
    init(_ statuses: [AccountStatus], hasOlder: (AccountID) -> Bool = { _ in false }) {
        let states = statuses.map { FetchState($0, hasOlder) }
        self = states.max { $0.rank < $1.rank } ?? .complete
    }

    private init(_ status: AccountStatus, _ hasOlder: (AccountID) -> Bool) {
        self =
            switch status.phase {
            case .connecting: .loading
            case .idle, .paused, .live, .polling:
                status.progress != nil ? .moreToCome : hasOlder(status.account) ? .olderOnServer : .complete
            case .offline(let error, _): .failed(.remote(error))
            case .signedOut(let message): .failed(.remote(RemoteError(.signedOut(message: message), call: "sync")))
            case .noSecret(let error): .failed(.secret(error))
            case .storeFailed(let error): .failed(.store(error))
            }
    }

    private var rank: Int {
        switch self {
        case .complete: 0
        case .olderOnServer: 1
        case .moreToCome: 2
        case .loading: 3
        case .failed: 4
        }
    }
}
