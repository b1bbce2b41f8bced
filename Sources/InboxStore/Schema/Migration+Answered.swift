extension Migration {
    /// A thread is answered if one of its messages is. Before, only its newest message counted, which as a rule is the user's own
    /// reply.
    static let answered = Migration(
        "2026-11-30 answered",
        sql: """
            UPDATE thread SET isAnswered = 1 WHERE isAnswered = 0 AND id IN (
                SELECT thread FROM threadListRow WHERE list IN (
                    SELECT id FROM threadList WHERE fact = 'keyword' AND value = '$answered'));
            """)
}
