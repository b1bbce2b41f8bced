import Testing

@testable import MailContent

@Suite("Base direction")
struct BaseDirectionTests {
    @Test(
        "the first letter decides the direction",
        arguments: [
            ("Hello שלום", false), ("שלום Hello", true), ("123 – שלום", true), ("مرحبا", true), ("123", false),
            ("", false),
            ("漢字 שלום", false), ("(«ע» a)", true),
        ])
    func direction(text: String, isFromRight: Bool) {
        #expect(BaseDirection.isFromRight(StyledText.Line(runs: [StyledText.Run(text: text)])) == isFromRight)
    }
}
