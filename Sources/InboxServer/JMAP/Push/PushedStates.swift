import Foundation
import GRDB

/// The states of several accounts at one time.
struct PushedStates: Sendable {
    private let accounts: [String: [String: String]]

    init(_ accounts: [ServedAccount], _ types: Set<JMAPType>, in db: Database) throws {
        var all: [String: [String: String]] = [:]
        for account in accounts {
            for type in types {
                all[account.publicID, default: [:]][type.rawValue] = try StateString.of(type, account, in: db)
            }
        }
        self.accounts = all
    }

    /// - Parameter text: an earlier value of `text`.
    init?(text: String) {
        guard let data = Data(base64Encoded: text), let value = JSONValue(reading: Array(data)),
            let members = value.members
        else { return nil }
        accounts = Dictionary(
            members.map { account in
                let states = (account.value.members ?? []).compactMap { state in
                    state.value.textValue.map { (state.name, $0) }
                }
                return (account.name, Dictionary(states, uniquingKeysWith: { $1 }))
            }, uniquingKeysWith: { $1 })
    }

    /// The event id, from which the states can be restored.
    var text: String { Data(Self.json(accounts).bytes(isCompact: true)).base64EncodedString() }

    /// Returns a StateChange (RFC 8620 §7.1); nil when nothing has changed.
    func changes(since others: PushedStates) -> JSONValue? {
        var changed: [String: [String: String]] = [:]
        for (account, states) in accounts {
            let news = states.filter { others.accounts[account]?[$0.key] != $0.value }
            if !news.isEmpty { changed[account] = news }
        }
        guard !changed.isEmpty else { return nil }
        return .object([
            JSONMember("@type", .text("StateChange")), JSONMember("changed", Self.json(changed)),
        ])
    }

    private static func json(_ accounts: [String: [String: String]]) -> JSONValue {
        .object(
            accounts.sorted { $0.key < $1.key }.map { account, states in
                JSONMember(
                    account, .object(states.sorted { $0.key < $1.key }.map { JSONMember($0.key, .text($0.value)) }))
            })
    }

    /// Waits for a change. Returns whether the pause ended without one.
    static func wait(
        _ accounts: [ServedAccount], after generations: [UInt64], _ pause: Duration, _ host: JMAPHost
    ) async -> Bool {
        let signal = host.database.signal
        return await withTaskGroup(of: Bool.self) { group in
            for (account, generation) in zip(accounts, generations) {
                group.addTask {
                    await signal.wait(for: account.id, after: generation)
                    return false
                }
            }
            group.addTask {
                try? await host.clock.sleep(for: pause)
                return !Task.isCancelled
            }
            let isQuiet = await group.next() ?? false
            group.cancelAll()
            return isQuiet
        }
    }
}
