import InboxModel
import Testing

@testable import InboxKit
@testable import InboxUI

@Suite("A signature that changes with the sender")
struct SignatureTests {
    private static func sender(_ signature: String) -> Senders.Sender {
        let account = Account(
            id: AccountID(1), address: "me@example.test", name: "", dialect: .inbox, url: "", userName: "",
            hasLabels: false)
        return Senders.Sender(
            account: account, address: MailAddress(email: "me@example.test"), signature: signature, template: "")
    }

    @Test(
        "a first signature goes above the quote, which starts at its lead; a paragraph that looks alike is no lead",
        arguments: [
            ("Hi.\n\nOn Friday, Anna wrote:\n> Lunch?\n", "Hi.^\n\nOn Friday, Anna wrote:\n> Lunch?\n"),
            (
                "Hi.\n\nOn Friday at 9, Anna of the\nshop wrote:\n> Lunch?",
                "Hi.^\n\nOn Friday at 9, Anna of the\nshop wrote:\n> Lunch?"
            ),
            ("Hi.\n\nOn Friday I am out.\n\nBye.", "Hi.\n\nOn Friday I am out.\n\nBye.$"),
            ("Hi.\n\nOn Friday she wrote:\n\nBye.", "Hi.\n\nOn Friday she wrote:\n\nBye.$"),
            (
                "Hi.\n\nOn Friday I am out.\n\nOn Monday, Anna wrote:\n> On Friday?",
                "Hi.\n\nOn Friday I am out.^\n\nOn Monday, Anna wrote:\n> On Friday?"
            ),
            ("Hi.", "Hi.$"),
        ])
    func above(text: String, signed: String) {
        let wanted = signed.replacing("^", with: "\n\nMe").replacing("$", with: "\n\n-- \nMe")
        #expect(Self.sender("").signature(of: text, replacedBy: Self.sender("Me")) == wanted)
    }

    @Test(
        "the lead of a quote may be the user's own or an older setting's",
        arguments: [
            ("{name} schrieb am {date}:", "Hi.^\n\nAnna schrieb am 3. Mai:\n> Mittag?"),
            ("Le {date}, {name} a écrit :", "Hi.^\n\nLe 3 mai, Anna de la\nboutique a écrit :\n> Midi ?"),
            ("Quote:", "Hi.^\n\nQuote:\n> Lunch?"), ("Quote:", "Hi.^\n\nOn Friday, Anna wrote:\n> Lunch?"),
            ("Quote:", "Quote:\n> Lunch?$"),
        ])
    func ownLead(lead: String, signed: String) {
        let text = signed.filter { $0 != "^" && $0 != "$" }
        let wanted = signed.replacing("^", with: "\n\nMe").replacing("$", with: "\n\n-- \nMe")
        #expect(Self.sender("").signature(of: text, replacedBy: Self.sender("Me"), quoteLead: lead) == wanted)
    }
}
