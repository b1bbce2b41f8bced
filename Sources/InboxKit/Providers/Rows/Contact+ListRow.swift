import Foundation
public import InboxModel
import InboxStore

extension Contact: ListRow {
    public typealias Filter = ContactFilter
    public typealias Sort = ContactSort

    static func query(_ configuration: ListConfiguration<Contact>, _ reader: StoreReader, now: Date) throws
        -> ContactQuery
    {
        ContactQuery(filter: configuration.filter, sort: configuration.sort)
    }

    static func needsWords(_ filter: ContactFilter) -> Bool { false }
    static func knownCount(_ reader: StoreReader, _ query: ContactQuery) throws -> (total: Int, unread: Int)? { nil }

    static func precedes(_ first: Contact, _ second: Contact, in query: ContactQuery) -> Bool {
        query.sort.precedes(first, second)
    }

    static func read(
        _ reader: StoreReader, _ query: ContactQuery, offset: Int, limit: Int, after last: Contact?, isBackwards: Bool
    ) throws -> [Contact] {
        try reader.contacts(query, offset: offset, limit: limit, after: last, isBackwards: isBackwards)
    }

    static func count(_ reader: StoreReader, _ query: ContactQuery) throws -> (total: Int, unread: Int) {
        (try reader.count(query), 0)
    }

    static func changes(in commit: Commit, _ query: ContactQuery) -> [RowChange<Contact>]? {
        guard case .changes(let contacts) = commit.contacts else { return nil }
        return contacts.values.compactMap { change in
            let before = change.before.flatMap { query.filter.matches($0) ? $0 : nil }
            let after = change.after.flatMap { query.filter.matches($0) ? $0 : nil }
            return before == nil && after == nil ? nil : RowChange(before: before, after: after)
        }
    }
}
