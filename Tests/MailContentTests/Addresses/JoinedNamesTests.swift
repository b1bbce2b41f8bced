import InboxModel
import MailContent
import Testing

@Suite("One name in a row")
struct JoinedNamesTests {
    @Test("a name with several addresses stands there once where that is asked for")
    func joined() {
        let people = [
            MailAddress(name: "Ann Lee", email: "ann@a.test"), MailAddress(name: "ann lee ", email: "ann@other.test"),
            MailAddress(name: "Bob Stone", email: "bob@b.test"),
        ]
        func label(joinsNames: Bool) -> String {
            RecipientsLabel.text(addresses: people, own: [], width: 80, joinsNames: joinsNames)
        }
        #expect(label(joinsNames: true) == "Ann Lee and Bob Stone")
        #expect(label(joinsNames: false) == "Ann, ann and Bob")
    }

    @Test("people without a name are as many as their addresses")
    func nameless() {
        let people = [MailAddress(email: "carl@c.test"), MailAddress(email: "d@d.test")]
        #expect(
            RecipientsLabel.text(addresses: people, own: [], width: 80, joinsNames: true) == "carl@c.test and d@d.test")
    }
}
