import TerminalUI
import Testing

@testable import InboxUI

@UI
@Suite("Opening links")
struct LinkOpenerTests {
    /// Starting this program would fail visibly.
    private let opener = LinkOpener(programs: ["/dev/null"])

    @Test(
        "W-6, F-3: nothing but http, https and mailto is handed to a program, whatever tricks a scheme plays",
        arguments: [
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", " javascript:alert(1)",
            "javascript&colon;alert(1)", "data:text/html,x", "file:///etc/passwd", "vbscript:x", "ssh://a.test",
            "a.test",
            "-a", "--help", "--new-window http://a.test", "http://a.test/\u{0}", "http://a.test/ b",
            "http://a.test\n-x",
            "HTTP://a.test", "x-man-page://a", "ms-msdt:/id", "", "http:", "//a.test",
        ])
    func refused(target: String) {
        #expect(opener.open(target) == .notAllowed)
    }

    @Test(
        "W-6: allowed links go to the first program found",
        arguments: ["https://a.test/x?y=1", "http://a.test/", "mailto:a@b.test"])
    func handedOn(target: String) {
        let outcome = opener.open(target)
        if case .failed = outcome {} else { Issue.record("\(target) was not handed on: \(outcome)") }
        #expect(LinkOpener(programs: ["/no/such/program"]).open(target) == .noOpener)
    }
}
