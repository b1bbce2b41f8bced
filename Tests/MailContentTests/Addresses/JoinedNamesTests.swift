import InboxModel
import MailContent
import Testing

@Suite("Joined names")
struct JoinedNamesTests {
    @Test("a name with several addresses is listed once if names are joined")
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

    @Test(
        "“Family, Given” is shortened to the given name; other names with a comma are quoted, to read as one person",
        arguments: [
            ("Smith, Ann Mary", "Ann"), ("Acme, Inc.", "“Acme, Inc.”"), ("Dept., Sales", "“Dept., Sales”"),
            ("Müller, Dr. Jürgen", "Jürgen"), ("One, Two, Three", "“One, Two, Three”"), ("王, 小明", "小明"),
            ("Lists, all of them", "“Lists, all of them”"),
        ])
    func commas(_ name: String, _ shown: String) {
        let people = [
            MailAddress(name: name, email: "a@a.test"), MailAddress(name: "Bob", email: "b@b.test"),
            MailAddress(name: "Cy", email: "c@c.test"),
        ]
        #expect(RecipientsLabel.text(addresses: people, own: [], width: 80) == "\(shown), Bob and Cy")
        #expect(RecipientsLabel.text(addresses: [people[0]], own: [], width: 80) == name)
    }

    @Test(
        "a name is cut before its columns run out, also where a vowel has a column of its own",
        arguments: [
            ("กำกำกำกำ", "กำกำ…"), ("ทยกำไทย", "ทยกำไ…"), ("हिन्दीभाषा", "हिन्दी…"),
            ("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}…"),
            ("山田太郎", "山田…"),
        ])
    func columns(_ name: String, _ shown: String) {
        let people = [MailAddress(name: name, email: "a@a.test")]
        #expect(RecipientsLabel.text(addresses: people, own: [], width: 6) == shown)
    }

    @Test("recipients without a name are listed by address")
    func nameless() {
        let people = [MailAddress(email: "carl@c.test"), MailAddress(email: "d@d.test")]
        #expect(
            RecipientsLabel.text(addresses: people, own: [], width: 80, joinsNames: true) == "carl@c.test and d@d.test")
    }
}
