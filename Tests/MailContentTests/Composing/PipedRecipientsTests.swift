import InboxModel
import MailContent
import Testing

@Suite("Recipients of piped messages")
struct PipedRecipientsTests {
    private static func recipients(_ given: [String], fromHeaders: Bool = false, bcc: [String] = ["c@x.test"])
        -> PipedRecipients
    {
        var message = ParsedMessage()
        message.to = [MailAddress(email: "a@x.test")]
        message.cc = [MailAddress(email: "b@x.test")]
        message.bcc = bcc.map { MailAddress(email: $0) }
        return PipedRecipients(of: message, given: given.map { MailAddress(email: $0) }, fromHeaders: fromHeaders)
    }

    @Test(
        "recipients that only the program names become blind copies, and -t adds the Bcc header",
        arguments: [
            ([], false, ["c@x.test"]), ([], true, ["c@x.test"]),
            (["a@x.test", "B@x.test", "c@x.test", "d@x.test"], false, ["c@x.test", "d@x.test"]),
            (["d@x.test"], true, ["c@x.test", "d@x.test"]), (["C@x.test"], true, ["C@x.test"]),
        ] as [([String], Bool, [String])])
    func hidden(given: [String], fromHeaders: Bool, hidden: [String]) {
        let all = Self.recipients(given, fromHeaders: fromHeaders)
        #expect(all.hidden.map(\.email) == hidden && all.left == nil)
    }

    @Test(
        "a To, Cc or Bcc recipient that the program leaves out is reported",
        arguments: [
            (["b@x.test", "c@x.test"], "a@x.test"), (["a@x.test", "c@x.test"], "b@x.test"),
            (["a@x.test", "b@x.test"], "c@x.test"), (["a@x.test", "b@x.test", "d@x.test"], "c@x.test"),
        ] as [([String], String)])
    func left(given: [String], left: String) {
        #expect(Self.recipients(given).left?.email == left)
        #expect(Self.recipients(given, bcc: []).left?.email == (left == "c@x.test" ? nil : left))
    }
}
