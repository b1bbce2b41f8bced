import Testing

@testable import MailContent

@Suite("The side at which a paragraph begins")
struct BaseDirectionTests {
    @Test(
        "is that of its first letter",
        arguments: [
            ("Hello שלום", false), ("שלום Hello", true), ("123 – שלום", true), ("مرحبا", true), ("123", false),
            ("", false),
            ("漢字 שלום", false), ("(«ע» a)", true),
        ])
    func direction(text: String, isFromRight: Bool) {
        #expect(BaseDirection.isFromRight(StyledText.Line(runs: [StyledText.Run(text: text)])) == isFromRight)
    }
}
