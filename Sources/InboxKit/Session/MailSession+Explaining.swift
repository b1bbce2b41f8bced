import Foundation
import InboxIMAP
public import InboxModel
import InboxRemote
import InboxStore

/// How a query is parsed, run, and sent to servers.
public struct QueryReading: Hashable, Sendable, Codable {
    /// The normal form of the query, as it would be typed.
    public var normalForm: String
    /// One line per node, indented by depth.
    public var tree: [String]
    /// The SQL; question marks stand for `arguments`, in order.
    public var sql: String
    /// The arguments, formatted for people, not for SQLite.
    public var arguments: String
    /// SQLite's query plan, indented by depth.
    public var plan: [String]
    /// One entry per account.
    public var servers: [Server]

    private enum CodingKeys: String, CodingKey {
        case normalForm = "normal_form"
        case tree, sql, arguments, plan, servers
    }

    /// The part of a query that an account's server can answer.
    public struct Server: Hashable, Sendable, Codable {
        /// Its address.
        public var account: String
        /// Path and query, or method and filter; nil if the server is not asked: with a remainder, because it can't answer any of
        /// it; without, because the store has everything.
        public var request: String?
        /// The conditions that are still tested here on the server's answer, as they would be typed; nil if there are none.
        public var remainder: String?
    }
}

extension MailSession {
    /// Explains a query, without running it and without asking a server.
    public func explain(_ filter: MailPredicate) throws(SessionError) -> QueryReading {
        try reading { reader in
            let mailboxes = try reader.mailboxes()
            let own = try reader.ownAddresses()
            let named = try filter.resolved(accounts: reader.accounts())
            let resolved = named.resolved(mailboxes: mailboxes, own: own, now: Date())
            let explanation = try reader.explain(ThreadQuery(predicate: resolved, sort: .newestFirst))
            return QueryReading(
                normalForm: filter.queryText(), tree: filter.normalForm.tree(), sql: explanation.sql,
                arguments: explanation.arguments, plan: explanation.plan,
                servers: try reader.accounts().map { account in
                    let isRead = try reader.syncState(AccountSync.Key.threads, account: account.id) != nil
                    let isNeedless = try isRead && reader.hasAll(for: filter, of: account)
                    let question = RemoteQuestion(named, account: account.id, mailboxes: mailboxes, own: own)
                    return Self.server(of: isNeedless ? nil : question, account)
                })
        }
    }

    private static func server(of question: RemoteQuestion?, _ account: Account) -> QueryReading.Server {
        var server = QueryReading.Server(account: account.address)
        guard let question else { return server }
        let rest: MailPredicate
        switch account.dialect {
        case .feed: return server
        case .jmap:
            let asked = EmailFilter(question)
            server.request = asked.map { "Email/query \($0.text)" }
            rest = asked?.remainder ?? question.predicate
        case .imap:
            let asked = IMAPService.request(for: question, isGmail: account.hasLabels)
            server.request = asked?.text
            rest = asked?.rest ?? question.predicate
        case .inbox:
            let reading = RemoteReading(question.predicate, mailboxes: question.mailboxes)
            server.request = reading.isNarrowing ? reading.request : nil
            rest = reading.remainder
        }
        if rest != .everything { server.remainder = rest.queryText() }
        return server
    }
}
