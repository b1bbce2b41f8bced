import Testing

@testable import InboxUI

@Suite("Completing a query")
struct QueryCompletionTests {
    private let completion = QueryCompletion(
        mailboxes: ["Book club", "work/Reports"], people: ["bob@example.test", "ann@work.test"])

    @Test(
        "the word at the cursor is completed",
        arguments: [
            ("su", ["subject:"]), ("lunch ha", ["has:"]), ("-is:unr", ["is:unread"]), ("(in:jun", ["in:junk"]),
            ("in:book", ["in:\"Book club\""]), ("in:\"book cl", ["in:\"Book club\""]), ("in:rep", ["in:work/Reports"]),
            ("from:wor", ["from:ann@work.test"]), ("IS:DR", ["is:draft"]),
            ("older:1", ["older:1d", "older:1w", "older:1m", "older:1y"]),
        ])
    func completes(text: String, choices: [String]) {
        #expect(completion.offer(text, cursor: text.count)?.choices == choices)
    }

    @Test("what is complete, unknown or in quotes is left alone", arguments: ["is:unread", "zebra", "foo:b", "\"is"])
    func leaves(text: String) {
        #expect(completion.offer(text, cursor: text.count) == nil)
    }

    @Test("only what stands before the cursor counts")
    func cursor() {
        let offer = completion.offer("is:un lunch", cursor: 5)
        #expect(offer?.range == 0..<5)
        #expect(offer?.choices == ["is:unread"])
    }
}
