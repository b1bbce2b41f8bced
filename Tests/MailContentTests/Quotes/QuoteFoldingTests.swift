import MailContent
import Testing

@Suite("Folding of quotes")
struct QuoteFoldingTests {
    private static func folds(_ plain: String) -> [QuoteFolding.Fold] {
        QuoteFolding(StyledText(plain: plain)).folds
    }

    @Test("quotes of more than three lines fold with their lead line")
    func lead() {
        let folds = Self.folds("Hi\n\nOn Monday, Ann wrote:\n> 1\n> 2\n> 3\n> 4\n\nbye")
        #expect(folds == [QuoteFolding.Fold(lines: 2..<7, count: 4, lead: "On Monday, Ann wrote:")])
    }

    @Test("short quotes do not fold")
    func short() {
        #expect(Self.folds("> 1\n> 2\n> 3\nanswer").isEmpty)
    }

    @Test("text between quotes stays visible")
    func between() {
        let folds = Self.folds("> 1\n> 2\n>\n> 3\n> 4\nmine\n> 5\n> 6\n> 7\n> 8\n")
        #expect(folds.map(\.lines) == [0..<5, 6..<10])
        #expect(folds.map(\.count) == [4, 4])
    }

    @Test(
        "leads of many forms are recognised",
        arguments: [
            "On Tue, Nov 17, 2009 at 11:20 PM, Carl <c@w.test> wrote:", "Am Montag schrieb Ann:",
            "Le lundi, Ann a écrit :",
            "Ann Lee <ann@a.test> writes:", "On Tue, Nov 17, 2009 at 11:20 PM, Carl\n<carl@example.test> wrote:",
            "At Sun, 14 Nov 2010,\nJoe wrote:",
        ])
    func leads(text: String) {
        let count = text.split(separator: "\n").count
        let folds = Self.folds("Hi\n\n" + text + "\n\n> 1\n> 2\n> 3\n> 4")
        #expect(folds.first?.lines == 2..<(7 + count))
        #expect(folds.first?.lead != nil)
    }

    @Test("other text above a quote is no lead")
    func noLead() {
        #expect(Self.folds("I disagree:\n> 1\n> 2\n> 3\n> 4").first?.lines == 1..<5)
    }

    @Test("a lead at the top of the quote is its lead, unless it belongs to a nested quote")
    func leadWithin() {
        let html = """
            <div>Nice!</div><blockquote type="cite"><div>On 24 Nov 2026, at 09:00, Ann &lt;ann@a.test&gt; wrote:</div><br>\
            <div>1</div><div>2</div><div>3</div><div>4</div></blockquote>
            """
        let text = StyledText(html: html)
        let folds = QuoteFolding(text).folds
        #expect(folds.map(\.lead) == ["On 24 Nov 2026, at 09:00, Ann <ann@a.test> wrote:"])
        #expect(folds.map(\.count) == [4] && folds.first?.lines.upperBound == text.lines.count)
        #expect(Self.folds("> On Monday, Ann\n> wrote:\n> 1\n> 2\n> 3\n> 4").map(\.lead) == ["On Monday, Ann wrote:"])
        #expect(Self.folds("> On Monday, Ann wrote:\n> 1\n> 2\n> 3").isEmpty)
        #expect(Self.folds("> On Monday, Ann wrote:\n>> 1\n>> 2\n>> 3\n> 4").map(\.lead) == [nil])
    }

    @Test("an original message below an answer folds as a whole")
    func original() {
        let folds = Self.folds("Yes\n\n-----Original Message-----\nFrom: Ann\nSent: now\nTo: Bob\nSubject: x\n\ntext")
        #expect(folds.map(\.lines) == [2..<9])
        let block = Self.folds("Yes\n\nFrom: Ann\nSent: now\nTo: Bob\nSubject: x\n\ntext")
        #expect(block.map(\.lines) == [2..<8])
    }

    @Test(
        "a forwarded message does not fold, nor does an original without text above",
        arguments: ["See below.\n\n---------- Forwarded message ----------\n", "Begin forwarded message:\n\n", "\n"])
    func forwarded(start: String) {
        #expect(Self.folds(start + "From: Ann\nDate: now\nTo: Bob\nSubject: x\n\n1\n2\n3\n4").isEmpty)
        let quoted = Self.folds(start + "From: Ann\nDate: now\nSubject: x\n\nHi\n> 1\n> 2\n> 3\n> 4\nBye")
        #expect(quoted.map(\.lines.count) == [4])
    }

    @Test("a fold contains the lines of its quote and no others")
    func contains() {
        let folding = QuoteFolding(StyledText(plain: "a\n> 1\n> 2\n> 3\n> 4\nb"))
        #expect((0..<6).map { folding.contains($0) } == [false, true, true, true, true, false])
    }
}
