import GRDB
package import InboxModel

/// A list of contacts: which, in what order.
package struct ContactQuery: Sendable, Hashable {
    package var filter: ContactFilter
    package var sort: ContactSort

    /// Whether contacts whose card names no group are left out.
    fileprivate var areInGroups = false

    package init(filter: ContactFilter, sort: ContactSort) {
        self.filter = filter
        self.sort = sort
    }

    /// - Parameters:
    ///   - last: only contacts after this one in the order.
    ///   - isBackwards: whether to reverse the order.
    func request(offset: Int, limit: Int, after last: Contact?, isBackwards: Bool) -> SQLRequest<Row> {
        let isAscending = (sort == .name) != isBackwards
        let direction: SQL = isAscending ? "ASC" : "DESC"
        let comparison: SQL = isAscending ? ">" : "<"
        let column: SQL = sort == .name ? "contact.nameKey" : "contact.useKey"
        let place: SQL =
            last.map { last in
                let key = sort == .name ? last.nameKey.databaseValue : last.useKey.databaseValue
                return "AND (\(column), contact.id) \(comparison) (\(key), \(last.id.rawValue))"
            } ?? ""
        return """
            SELECT \(SQL(sql: ContactTable.columns)) FROM contact WHERE \(condition) \(place) \
            ORDER BY \(column) \(direction), contact.id \(direction) LIMIT \(limit) OFFSET \(offset)
            """
    }

    var countRequest: SQLRequest<Int> { "SELECT count(*) FROM contact WHERE \(condition)" }

    private var condition: SQL {
        var parts: [SQL] = ["contact.isHidden = 0"]
        if filter.areKept { parts.append("contact.card IS NOT NULL") }
        // As cards are written. Only to spare decoding tens of thousands of them: what else is found does no harm.
        if areInGroups { parts.append("instr(contact.card, '\"groups\":[]') = 0") }
        if let account = filter.account { parts.append("contact.account = \(account.rawValue)") }
        for word in filter.beginnings { parts.append("instr(contact.words, \(" " + word)) > 0") }
        return parts.joined(separator: " AND ")
    }
}

extension StoreReader {
    /// - Parameters:
    ///   - last: only contacts after this one in the order.
    ///   - isBackwards: whether to reverse the order.
    package func contacts(
        _ query: ContactQuery, offset: Int = 0, limit: Int, after last: Contact? = nil, isBackwards: Bool = false
    ) throws -> [Contact] {
        try query.request(offset: offset, limit: limit, after: last, isBackwards: isBackwards).fetchAll(database)
            .map(ContactTable.contact)
    }

    /// Reads the contacts one after the other, because thousands of rows at once take ten times the memory of what is kept of them.
    package func forEachContact(_ query: ContactQuery, limit: Int, _ body: (Contact) -> Void) throws {
        let request = query.request(offset: 0, limit: limit, after: nil, isBackwards: false)
        try database.sparingCache {
            let rows = try request.fetchCursor(database)
            while let row = try rows.next() { body(ContactTable.contact(row)) }
        }
    }

    /// All contacts of an account, or of all accounts, by name.
    package func contacts(account: AccountID?) throws -> [Contact] {
        try contacts(ContactQuery(filter: ContactFilter(account: account), sort: .name), limit: -1)
    }

    /// The contacts that the user keeps in groups, by name.
    package func contactsInGroups() throws -> [Contact] {
        var query = ContactQuery(filter: ContactFilter(areKept: true), sort: .name)
        query.areInGroups = true
        return try contacts(query, limit: -1)
    }

    package func count(_ query: ContactQuery) throws -> Int { try query.countRequest.fetchOne(database) ?? 0 }

    package func contact(_ id: ContactID) throws -> Contact? { try ContactTable.find(database, id) }

    package func contact(of email: String, account: AccountID) throws -> Contact? {
        try ContactTable.find(database, account: account, email: email)
    }
}
