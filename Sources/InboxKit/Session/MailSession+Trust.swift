import Foundation
public import InboxModel
import InboxRemote
import InboxStore
public import MailContent
import Synchronization

/// Evidence of whether mail is from its stated sender.
extension MailSession {
    /// The most contacts that are read; those that the user wrote to lately come first.
    private static let mostPeople = 5_000
    /// The largest message, in bytes, to fetch for its headers from servers that only give whole messages.
    private static let largestForHeaders = 4 << 20

    /// The people that the user knows, and the user's own domains. Read at most once a minute, and once for all who ask meanwhile.
    public func knownPeople() async -> KnownPeople {
        let reading = people.withLock { people in
            if let people, people.since > .now - .seconds(60) { return people.reading }
            let reading = Task.detached { [store] in Self.people(in: store) }
            people = (reading, .now)
            return reading
        }
        return await reading.value
    }

    private static func people(in store: Store) -> KnownPeople {
        var people = KnownPeople()
        let query = ContactQuery(filter: .everyone, sort: .use)
        try? store.read { reader in
            for account in try reader.accounts() { people.addOwn(account.address) }
            try reader.forEachContact(query, limit: mostPeople) { people.add($0) }
        }
        return people
    }

    /// Returns the Authentication-Results headers of a message, topmost first. Once fetched, they are stored like files.
    public func authenticationHeaders(of message: Message) async throws(SessionError) -> [String] {
        try await headers("Authentication-Results", of: message)
    }

    /// Returns how to unsubscribe from such mail; nil if its sender names no way.
    public func unsubscription(of message: Message) async throws(SessionError) -> Unsubscription? {
        let ways = try await headers("List-Unsubscribe", of: message)
        guard let way = Unsubscription(ways: ways, posts: []), way.page != nil else {
            return Unsubscription(ways: ways, posts: [])
        }
        return Unsubscription(ways: ways, posts: try await headers("List-Unsubscribe-Post", of: message))
    }

    /// The headers to request together: a server that only gives whole messages then sends the message once.
    private static let told =
        [
            "Authentication-Results", "List-Id", "List-Post", "List-Unsubscribe", "List-Unsubscribe-Post",
            "Mail-Followup-To",
        ] + deliveries

    /// The headers in which servers note where they forwarded a mail: aliases first, the final mailbox last.
    private static let deliveries = ["X-Original-To", "Envelope-To", "Delivered-To"]

    /// Returns a message with the address of the mailing list that it came through and the recipients that its author asks for, taken
    /// from its own headers. The address is missing if they name none, or say that nobody may post (`takesNoPosts`).
    public func withList(_ message: Message) async throws(SessionError) -> Message {
        guard message.listPost == nil else { return message }
        var found = message
        do throws(SessionError) {
            if message.listID == nil {
                found.listID = try await headers("List-Id", of: message).first.flatMap { ParsedMessage.listID(of: $0) }
            }
            found.listPost = ListHeaders.post(try await headers("List-Post", of: message))
            found.followUpTo = ListHeaders.followUpTo(try await headers("Mail-Followup-To", of: message))
        } catch {
            // Without a connection, the recipient that the List-Id names is taken for the list.
            guard found.listAddress != nil else { throw error }
        }
        return found
    }

    /// `withList` for somebody who waits: what a server does not tell within the limit is done without.
    public func withList(_ message: Message, within limit: Duration) async -> Message {
        await result(within: limit) { try? await self.withList(message) } ?? message
    }

    /// Where a message was delivered, as far as the store knows.
    public func deliveriesInStore(of message: Message) -> [MailAddress] {
        guard let id = message.remoteID else { return [] }
        return Self.deliveries.flatMap { name in
            let kept = try? reading { try $0.file(RemoteID("\(id.rawValue)#\(name)"), account: message.account) }
            return Self.addresses(kept.map(Self.lines) ?? [])
        }
    }

    /// Returns where a message was delivered, according to the servers on its way, an alias before the address it stands for. Empty
    /// if no server says.
    public func deliveries(of message: Message) async throws(SessionError) -> [MailAddress] {
        var found: [MailAddress] = []
        for name in Self.deliveries { found += Self.addresses(try await headers(name, of: message)) }
        return found
    }

    /// Parses headers, lowest first. Each server puts its header above those before it, so the lowest has the address that the mail
    /// was sent to.
    private static func addresses(_ headers: [String]) -> [MailAddress] {
        headers.reversed().flatMap { AddressList.parse($0).addresses }
    }

    private static func lines(_ kept: Data) -> [String] {
        String(decoding: kept, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Returns those headers of a message that have one of these names, decoded and on one line: in the order of the names, and those with
    /// one name topmost first. Once fetched, they are stored like files.
    public func headers(named names: [String], of message: Message) async throws(SessionError) -> [ParsedHeader] {
        let found = try await values(of: names, in: message)
        return names.flatMap { name in
            (found[name] ?? []).compactMap { value in
                let read = ParsedMessage.parse(Array("\(name):\(value)\r\n\r\n".utf8)).headers.first
                return read.map { ParsedHeader(name: name, value: $0.value) }
            }
        }
    }

    private func headers(_ name: String, of message: Message) async throws(SessionError) -> [String] {
        try await values(of: [name], in: message)[name] ?? []
    }

    /// Returns the raw values of headers by their names.
    private func values(of names: [String], in message: Message) async throws(SessionError) -> [String: [String]] {
        guard let id = message.remoteID, message.size <= Self.largestForHeaders else { return [:] }
        let account = message.account
        @Sendable func place(_ name: String) -> RemoteID { RemoteID("\(id.rawValue)#\(name)") }
        let kept = try reading { reader in try names.map { try reader.file(place($0), account: account) } }
        if !kept.contains(nil) {
            return Dictionary(zip(names, kept.map { $0.map(Self.lines) ?? [] }), uniquingKeysWith: { $1 })
        }
        let service = try await service(of: account)
        let told = Self.told + names.filter { !Self.told.contains($0) }
        let headers: [[String]]
        do throws(RemoteError) { headers = try await service.headers(named: told, of: id) } catch {
            throw .remote(error)
        }
        let found = Dictionary(zip(told, headers), uniquingKeysWith: { $1 })
        let list = found["List-Id"]?.first.map { ParsedMessage.listID(of: $0) ?? "" } ?? ""
        _ = try? await store.write { store in
            for (name, values) in found {
                try store.save(
                    file: place(name), account: account, Data(values.joined(separator: "\n").utf8), now: Date())
            }
            if message.listID == nil { try store.save(listID: list, of: message.id) }
        }
        return found
    }
}
