import GRDB
import InboxModel

extension Migration {
    static let sorts = Migration("2026-11-21 sorts and lists") { database in
        database.add(function: senderKey)
        defer { database.remove(function: senderKey) }
        try database.execute(
            sql: """
                ALTER TABLE message ADD COLUMN listID TEXT;
                ALTER TABLE message ADD COLUMN senderKey TEXT NOT NULL DEFAULT '';
                ALTER TABLE thread ADD COLUMN senderKey TEXT NOT NULL DEFAULT '';
                ALTER TABLE thread ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
                UPDATE message SET senderKey = senderKey(addresses);
                UPDATE thread SET senderKey = senderKey(senders),
                    size = (SELECT coalesce(sum(size), 0) FROM message WHERE message.thread = thread.id);

                CREATE INDEX threadBySender ON thread (senderKey, id);
                CREATE INDEX threadBySize ON thread (size, id);
                -- Those with the mark stand behind all others, each half in the order of its dates.
                CREATE INDEX threadByUnread ON thread ((unreadCount > 0) * 17592186044416 + lastDate, id);
                CREATE INDEX threadByStarred ON thread ((starredCount > 0) * 17592186044416 + lastDate, id);
                CREATE INDEX threadByFiles ON thread (hasFiles * 17592186044416 + lastDate, id);
                """)
    }

    /// `senderKey(addresses)`: the sort key of senders, from the first address of the first list.
    private static let senderKey = DatabaseFunction("senderKey", argumentCount: 1, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]) else { return "" }
        return RowCoding.addressLists(text).first?.first?.sortKey ?? ""
    }
}
