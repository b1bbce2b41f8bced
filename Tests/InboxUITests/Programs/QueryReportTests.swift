import Foundation
import InboxKit
import InboxUI
import Testing

@Suite("What explain prints")
struct QueryReportTests {
    private func reading(_ servers: String, normalForm: String = "is:unread -from:ann") throws -> QueryReading {
        let text = """
            {"normal_form": "\(normalForm)", "tree": ["all of", "  is:unread", "  not", "    from:ann"],
            "sql": "SELECT 1\\n  FROM thread\\n\\nWHERE x = ?", "arguments": "[7]",
            "plan": ["SEARCH thread USING INDEX i", "  LIST SUBQUERY 1"], "servers": \(servers)}
            """
        return try JSONDecoder().decode(QueryReading.self, from: Data(text.utf8))
    }

    @Test("every part has its title and its lines, indented and without empty ones")
    func parts() throws {
        let reading = try reading(
            #"[{"account": "a@b.test", "request": "/messages?unread=true", "remainder": "-from:ann"}]"#)
        #expect(
            reading.report == [
                "Query", "  is:unread -from:ann", "Tree", "  all of", "    is:unread", "    not", "      from:ann",
                "Store", "  SELECT 1", "    FROM thread", "  WHERE x = ?", "  with [7]", "Plan",
                "  SEARCH thread USING INDEX i", "    LIST SUBQUERY 1", "Servers",
                "  a@b.test: /messages?unread=true, then here: -from:ann",
            ])
    }

    @Test("a server that is not asked says why")
    func servers() throws {
        let reading = try reading(
            """
            [{"account": "a@b.test"}, {"account": "c@d.test", "remainder": "x"},
            {"account": "e@f.test", "request": "/messages"}]
            """,
            normalForm: "")
        #expect(
            reading.report.suffix(4) == [
                "Servers", "  a@b.test: not asked; all it has of this is stored here",
                "  c@d.test: not asked; it can't search for this", "  e@f.test: /messages",
            ])
        #expect(reading.report[1] == "  everything")
    }
}
