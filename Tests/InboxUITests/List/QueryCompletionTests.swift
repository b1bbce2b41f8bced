import InboxModel
import TestSupport
import Testing

@testable import InboxUI

@Suite("Completing a query")
struct QueryCompletionTests {
    private let completion = QueryCompletion(
        mailboxes: ["Book club", "work/Reports"], accounts: [.test("ann@home.test"), .test("bob@work.test")],
        people: [
            .init(email: "bob@example.test"), .init(email: "ann@work.test"),
            .init(name: "Carl Worth", email: "cworth@notes.test"),
        ], tags: { ["todo", "work/deep"] })

    @Test(
        "the word at the cursor is completed",
        arguments: [
            ("su", ["subject:"]), ("lunch ha", ["has:"]), ("-is:unr", ["is:unread"]), ("(in:jun", ["in:junk"]),
            ("in:book", ["in:\"Book club\""]), ("in:\"book cl", ["in:\"Book club\""]), ("in:rep", ["in:work/Reports"]),
            ("from:m", ["from:me"]), ("from:wor", ["from:\"Carl Worth\"", "from:ann@work.test"]),
            ("IS:DR", ["is:draft"]), ("account:wor", ["account:bob@work.test"]),
            ("keyword:to", ["keyword:todo"]), ("-keyword:dee", ["keyword:work/deep"]), ("{is:unr", ["is:unread"]),
            ("older:1", ["older:1d", "older:1w", "older:1m", "older:1y"]),
        ])
    func completes(text: String, choices: [String]) {
        #expect(completion.offer(text, cursor: text.count)?.choices == choices)
    }

    @Test("complete, unknown or quoted words are left alone", arguments: ["is:unread", "zebra", "foo:b", "\"is"])
    func leaves(text: String) {
        #expect(completion.offer(text, cursor: text.count) == nil)
    }

    @Test("only text before the cursor counts")
    func cursor() {
        let offer = completion.offer("is:un lunch", cursor: 5)
        #expect(offer?.range == 0..<5)
        #expect(offer?.choices == ["is:unread"])
    }

    @Test(
        "people match by each part of their names",
        arguments: [
            ("from:car", ["from:\"Carl Worth\""]), ("to:worth", ["to:\"Carl Worth\""]),
            ("cc:cwo", ["cc:cworth@notes.test"]), ("with:\"carl w", ["with:\"Carl Worth\""]),
        ])
    func names(text: String, choices: [String]) {
        #expect(completion.offer(text, cursor: text.count)?.choices == choices)
    }

    @Test("help lists every field that is completed, and each is valid")
    func operators() {
        let told = SearchOperator.help.entries.map(\.keys)
        for field in QueryCompletion.fields {
            #expect(told.contains(field + ":"))
            #expect(QueryTerm.names.contains(field))
        }
    }
}
