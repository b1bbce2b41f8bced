import InboxModel
import Testing

@testable import MailContent

@Suite("W-4: hidden text")
struct HiddenTextTests {
    @Test(
        "hidden text is left out and counted, and marked when the reader reveals it",
        arguments: [
            "<div style='display:none'>canary</div>", "<span hidden>canary</span>",
            "<p style='visibility:hidden'>canary</p>",
            "<style><!-- .h { display: none } --></style><p class=h>canary</p>",
            "<p style='font-size:0'>canary</p>", "<p style='opacity:0'>canary</p>", "<p style='color:#fff'>canary</p>",
            "<div style='display:none'><b><i>canary</i></b></div>",
        ])
    func hidden(html: String) {
        let whole = "<p>Before</p>\(html)<p>After</p>"
        let text = StyledText(html: whole)
        #expect(!text.plainText.contains("canary") && text.hiddenTextCount == 1 && !text.revealsHidden)
        let revealed = StyledText(html: whole, revealsHidden: true)
        #expect(revealed.plainText.contains("[hidden: canary]") && revealed.hiddenTextCount == 1)
        #expect(revealed.plainText.contains("Before") && revealed.plainText.contains("After"))
        #expect(BodyChoice.revealed(MessageBody(html: whole)) == revealed)
    }

    @Test("nothing is marked if nothing was hidden, and plain text has nothing to reveal")
    func nothingHidden() {
        #expect(
            !StyledText(html: "<p>Text</p><div style='display:none'> </div>", revealsHidden: true).plainText.contains(
                "hidden"))
        #expect(BodyChoice.revealed(MessageBody(plain: "Text")) == nil)
    }
}
