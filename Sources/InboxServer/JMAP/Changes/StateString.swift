import GRDB

/// A state string (RFC 8620 §5.1). It consists of the account, so that a state of another run is recognized, and the number
/// of the last change log entry that affects the type.
enum StateString {
    static func of(_ type: JMAPType, _ account: ServedAccount, in db: Database) throws -> String {
        text(try last(type, account, in: db), account)
    }

    /// Returns the last entry of the change log that affects the type; 0 when there is none.
    static func last(_ type: JMAPType, _ account: ServedAccount, in db: Database) throws -> Int64 {
        var last: Int64 = 0
        let statement = try db.cachedStatement(sql: "SELECT max(number) FROM change WHERE accountID = ? AND object = ?")
        for object in type.objects {
            last = max(last, try Int64.fetchOne(statement, arguments: [account.id, object.rawValue]) ?? 0)
        }
        return last
    }

    static func text(_ number: Int64, _ account: ServedAccount) -> String {
        prefix(account) + String(number, radix: 36)
    }

    /// Returns the position in the log; throws when the log does not contain it, or not any more.
    static func number(of state: String, _ account: ServedAccount, in db: Database) throws -> Int64 {
        guard state.hasPrefix(prefix(account)),
            let number = Int64(state.dropFirst(prefix(account).count), radix: 36), number >= 0,
            try number <= DeltaLog.latest(account: account.id, in: db),
            try number == 0 || number >= DeltaLog.first(account: account.id, in: db)
        else { throw MethodError.plain("cannotCalculateChanges") }
        return number
    }

    private static func prefix(_ account: ServedAccount) -> String { account.publicID.prefix(6) + "-" }
}
