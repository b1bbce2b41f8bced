import Foundation
import Testing

@testable import InboxUI

@Suite("Messages for other programs")
struct MboxTests {
    @Test("an mbox holds messages in order, and no line of them starts another")
    func quotes() {
        var mbox = Mbox()
        let date = Date(timeIntervalSince1970: 0)
        mbox.add(
            Array("Subject: a\r\n\r\nFrom here on\r\n>From there\r\nfrom us".utf8), from: "bob@example.test", at: date)
        mbox.add(Array("Subject: b\n\nx\n".utf8), from: "", at: date)
        #expect(
            String(decoding: mbox.bytes, as: UTF8.self) == """
                From bob@example.test Thu Jan 01 00:00:00 1970
                Subject: a

                >From here on
                >>From there
                from us

                From MAILER-DAEMON Thu Jan 01 00:00:00 1970
                Subject: b

                x


                """)
    }
}
