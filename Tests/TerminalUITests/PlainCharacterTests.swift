import Testing

@testable import TerminalUI

@Suite("Plain characters")
struct PlainCharacterTests {
    @Test("a character of our own texts has a plain form, a letter loses its accent, any other becomes a question mark")
    func signs() {
        func plain(_ text: String) -> String {
            String(
                String.UnicodeScalarView(text.unicodeScalars.compactMap { Unicode.Scalar(PlainCharacter.of($0.value)) })
            )
        }
        #expect(plain("1 of 26 · unread") == "1 of 26 - unread")
        #expect(plain("Archived “[notmuch]…”") == "Archived \"[notmuch].\"")
        #expect(plain("20×6 – don’t • now →") == "20x6 - don't * now >")
        #expect(plain("~é日") == "~e?")
        #expect(plain("Café Größe Łódź Ærø việt ½ Ω") == "Cafe Grose Lodz Aro viet ? ?")
    }
}
