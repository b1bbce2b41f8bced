import Testing

@testable import MailContent

@Suite("Quotes of messages above")
struct QuotedWordsTests {
    private static let above = StyledText(
        plain:
            "I saw the article and decided to take a look at it.\nNow I use two programs to index and read my folders.")

    private func stands(_ text: String) -> Bool {
        let text = StyledText(plain: text)
        let folding = QuoteFolding(text, minimumLines: 1)
        guard let fold = folding.folds.first else { return false }
        return folding.stands(fold, of: text, in: [QuotedWords(StyledText(plain: "Else")), QuotedWords(Self.above)])
    }

    @Test("a quote is recognised despite different line breaks, quote marks and leads")
    func known() {
        #expect(
            stands(
                "On Monday, Ann wrote:\n> I saw the article and decided to\n> take a look at it. Now I use two programs to index\n> and read my folders.\n\nYes."
            ))
        #expect(
            stands(
                "> On Monday, the third of November, Ann of the firm wrote:\n>\n> I saw the article and decided to take a look\n> at it."
            ))
        #expect(stands(">> I saw the *article* and decided to take a look at it."))
    }

    @Test("text that is not above, or is too short, is not recognised")
    func unknown() {
        #expect(!stands("> Something else was written here, and it stands in no other message.\n> Not above."))
        #expect(!stands("> I saw the\n"))
        #expect(!stands("> I saw the article, and then went home without reading anything else in the whole evening."))
    }
}
