import InboxKit
import InboxModel
import TestSupport
import Testing

@Suite("Senders")
struct SendersTests {
    private func account(_ id: Int64, _ address: String, name: String = "Ann") -> Account {
        Account(
            id: AccountID(id), address: address, name: name, dialect: .inbox, url: "", userName: "", hasLabels: false)
    }

    private var senders: Senders {
        Senders(
            accounts: [account(1, "ann@home.test"), account(2, "ann@work.test")],
            identities: [
                Identity(name: "Ann O.", email: "Ann@work.test", signature: "Works"),
                Identity(name: "The shop", email: "shop@home.test", account: "ann@home.test", signature: ""),
                Identity(email: "*@lists.test", account: "ann@home.test"),
            ], signature: "Ann")
    }

    private func message(from: [String] = ["x@else.test"], to: [String], cc: [String] = [], account: Int64 = 1)
        -> Message
    {
        Message(
            id: MessageID(1), account: AccountID(account), remoteID: nil, thread: ThreadID(1), subject: "",
            from: from.map { MailAddress(email: $0) }, to: to.map { MailAddress(email: $0) },
            cc: cc.map { MailAddress(email: $0) }, receivedAt: .test(1))
    }

    @Test(
        "whether an IMAP account sends is known before its server was ever asked, and whatever it said before",
        arguments: [
            ("imaps://imap.mill.test?smtp=smtps://smtp.mill.test", true), ("imaps://imap.mill.test", false),
            ("imaps://imap.mill.test?smtp=none", false), ("https://mill.test", true),
        ])
    func sendsByURL(url: String, sends: Bool) throws {
        var account = account(1, "ann@mill.test")
        account.url = url
        #expect(try MailSession.inMemory().canSend(account) == sends)
    }

    @Test("each account comes with its identities, and one with its address sets its name and signature")
    func all() {
        #expect(senders.all.map(\.address.email) == ["ann@home.test", "shop@home.test", "ann@work.test"])
        #expect(senders.all.map(\.address.name) == ["Ann", "The shop", "Ann O."])
        #expect(senders.all.map(\.signature) == ["Ann", "", "Works"])
    }

    @Test("an identity's Reply-To and blind copies are the user's own, else the server's, and are added once")
    func people() throws {
        let (boss, desk) = (MailAddress(email: "boss@work.test"), MailAddress(name: "Desk", email: "desk@work.test"))
        let told = [
            Identity(email: "ann@work.test", account: "ann@work.test", replyTo: [desk], bcc: [boss]),
            Identity(email: "shop@work.test", account: "ann@work.test", bcc: [boss]),
        ]
        let senders = Senders(
            accounts: [account(1, "ann@work.test")],
            identities: [Identity(email: "ann@work.test", bcc: []), Identity(email: "*@lists.test", replyTo: [desk])],
            server: told)
        let ann = try #require(senders.sender(of: "ann@work.test"))
        #expect(ann.replyTo == [desk] && ann.bcc.isEmpty, "an empty list of the user's replaces the server's")
        #expect(senders.sender(of: "dev@lists.test")?.replyTo == [desk])
        let shop = try #require(senders.sender(of: "shop@work.test"))
        var content = DraftContent()
        shop.addPeople(to: &content)
        #expect(content.bcc == [boss] && content.replyTo.isEmpty)
        #expect(!shop.hasRecipient(content), "a blind copy of everything is no recipient")
        var answer = DraftContent(to: [MailAddress(name: "The boss", email: "Boss@work.test")], replyTo: [boss])
        ann.addPeople(to: &answer)
        shop.addPeople(to: &answer)
        #expect(answer.bcc.isEmpty && answer.replyTo == [boss], "nobody is named twice, and a Reply-To stays")
        #expect(shop.hasRecipient(answer))
    }

    @Test("a server adds nobody to the mail of another account, whatever it says of that account's address")
    func othersPeople() throws {
        let spy = MailAddress(email: "spy@evil.test")
        let senders = Senders(
            accounts: [account(1, "ann@work.test"), account(2, "ann@evil.test")],
            server: [Identity(email: "Ann@work.test", account: "ann@evil.test", replyTo: [spy], bcc: [spy])])
        #expect(senders.all.allSatisfy { $0.replyTo.isEmpty && $0.bcc.isEmpty })
    }

    @Test("an account that can't send writes through the account with the same sign-in")
    func silent() {
        func account(_ id: Int64, _ address: String, user: String) -> Account {
            Account(
                id: AccountID(id), address: address, name: "", dialect: .jmap, url: "https://mail.test", userName: user,
                hasLabels: true)
        }
        let senders = Senders(
            accounts: [account(1, "ann@home.test", user: "ann"), account(2, "bob@home.test", user: "bob")],
            silent: [account(3, "team@home.test", user: "bob")], signature: "S")
        let answering = senders.addressed(by: message(to: ["team@home.test"], account: 3))
        #expect(answering?.address.email == "team@home.test" && answering?.account.address == "bob@home.test")
        let new = senders.first(of: AccountID(3))
        #expect(new?.address.email == "team@home.test" && new?.account.address == "bob@home.test")
        let alone = Senders(
            accounts: [account(1, "ann@home.test", user: "ann")], silent: [account(3, "t@x.test", user: "b")])
        #expect(alone.first(of: AccountID(3))?.address.email == "ann@home.test")
    }

    @Test(
        "a reply is sent from the address that the mail was sent to",
        arguments: [
            (["ANN@home.test"], [], "ann@home.test"), (["bob@else.test"], ["shop@home.test"], "shop@home.test"),
            (["swift@lists.test"], [], "swift@lists.test"), (["bob@else.test"], [], nil),
            (["ann@work.test", "shop@home.test"], [], "shop@home.test"),
            (["ann@work.test"], ["x@else.test"], "ann@work.test"),
        ] as [([String], [String], String?)])
    func addressed(to: [String], cc: [String], sender: String?) {
        #expect(senders.addressed(by: message(to: to, cc: cc))?.address.email == sender)
    }

    @Test("mail is resent from an address of the account that it is in")
    func resending() {
        let known = senders
        func sender(_ to: String, account: Int64) -> String? {
            known.resending(message(to: [to], account: account))?.address.email
        }
        #expect(sender("shop@home.test", account: 1) == "shop@home.test")
        #expect(
            sender("ann@home.test", account: 2) == "ann@work.test"
                && sender("x@else.test", account: 2) == "ann@work.test")
    }

    @Test(
        "a reply to list or Bcc mail comes from the delivery address, and an alias wins over its target",
        arguments: [
            (["list@else.test"], ["shop@home.test", "ann@home.test"], "shop@home.test"),
            (["list@else.test"], ["x@else.test"], nil), ([], ["anything@lists.test"], "anything@lists.test"),
            (["ann@work.test"], ["shop@home.test"], "ann@work.test"), ([], ["ann+news@home.test"], "ann@home.test"),
            // A header that the sender may have forged does not lead to another account.
            ([], ["ann@work.test"], nil),
        ] as [([String], [String], String?)])
    func delivered(to: [String], delivered: [String], sender: String?) {
        let people = delivered.map { MailAddress(email: $0) }
        #expect(senders.addressed(by: message(to: to), delivered: people)?.address.email == sender)
    }

    @Test("mail to a plus address counts as the user's; the reply comes from the usual address without a copy")
    func plus() {
        let message = message(to: ["Ann+Shop@home.test", "bob+x@else.test", "+@home.test"])
        #expect(senders.addressed(by: message)?.address.email == "ann@home.test")
        #expect(senders.own(in: message).subtracting(senders.own()) == ["ann+shop@home.test"])
        #expect(senders.sender(of: "ann+shop@home.test") == nil, "no one writes from it who was not told so")
        let answer = Answer(.replyAll, to: message, own: senders.own(in: message))
        #expect(!answer.content.recipients.contains { $0.email.lowercased().hasPrefix("ann") })
    }

    @Test("server identities fill gaps in the user's own and add those that exist only there")
    func server() {
        let merged = Senders(
            accounts: [account(1, "ann@home.test")],
            identities: [Identity(name: "", email: "ann@home.test", signature: "mine")],
            server: [
                Identity(
                    name: "Ann of the server", email: "ANN@home.test", account: "ann@home.test", signature: "theirs"),
                Identity(name: "Shop", email: "shop@home.test", account: "ann@home.test", signature: "Open at 9"),
                Identity(email: "*@lists.test", account: "ann@home.test"),
            ], signature: "general")
        #expect(merged.all.map(\.address.email) == ["ann@home.test", "shop@home.test"])
        #expect(merged.all.map(\.address.name) == ["Ann of the server", "Shop"])
        #expect(merged.all.map(\.signature) == ["mine", "Open at 9"])
        #expect(merged.addressed(by: message(to: ["x@lists.test"]))?.address.email == "x@lists.test")
        #expect(merged.addressed(by: message(to: ["shop@home.test"]))?.signature == "Open at 9")
    }

    @Test("an address that the server's identities don't include is doubtful, if the server lists any")
    func doubtful() {
        let senders = Senders(
            accounts: [account(1, "ann@home.test"), account(2, "ann@work.test"), account(3, "ann@old.test")],
            identities: [
                Identity(email: "shop@else.test", account: "ann@home.test"), Identity(email: "desk@team.test"),
                Identity(email: "x@old.test", account: "ann@old.test"), Identity(email: "*@lists.test"),
            ],
            server: [
                Identity(email: "Ann@home.test", account: "ann@home.test"),
                Identity(email: "*@team.test", account: "ann@work.test"),
            ])
        #expect(senders.all.filter(\.isDoubtful).map(\.address.email) == ["shop@else.test", "ann@work.test"])
        #expect(senders.sender(of: "swift@lists.test", account: AccountID(1))?.isDoubtful == true)
        #expect(senders.sender(of: "swift@lists.test", account: AccountID(3))?.isDoubtful == false)
        // An address without an account goes to the server that is known to accept it.
        #expect(senders.sender(of: "desk@team.test")?.account.id == AccountID(2))
    }

    @Test("a follow-up is sent from the first message's address")
    func followUp() {
        let own = message(from: ["shop@home.test"], to: ["ann@home.test"])
        #expect(senders.addressed(by: own)?.address.email == "shop@home.test")
    }

    @Test("forged mail in the user's name selects no other account")
    func forged() {
        let forged = message(from: ["ann@work.test"], to: ["list@else.test"])
        #expect(senders.addressed(by: forged) == nil && senders.writer(of: forged) == nil)
        #expect(senders.writer(of: message(from: ["ann@work.test"], to: [], account: 2))?.account.id == AccountID(2))
    }

    @Test("own addresses come from accounts, identities and the patterns that match in a message")
    func own() {
        #expect(senders.own() == ["ann@home.test", "shop@home.test", "ann@work.test"])
        #expect(
            senders.own(in: message(to: ["a@lists.test", "b@else.test"])).subtracting(senders.own()) == ["a@lists.test"]
        )
        #expect(senders.sender(of: "x@notlists.test") == nil && senders.sender(of: "@lists.test") == nil)
    }

    @Test("a pattern also matches colleagues: no reply comes from their address or leaves them out")
    func colleagues() {
        let senders = Senders(
            accounts: [account(1, "ann@home.test")], server: [Identity(name: "Ann", email: "*@home.test")],
            sent: [MailboxID(7)])
        let mail = message(
            from: ["wife@home.test"], to: ["ann@home.test", "kid@home.test", "out@else.test"], cc: ["gran@home.test"])
        #expect(senders.addressed(by: mail)?.address.email == "ann@home.test")
        let answer = Answer(.replyAll, to: mail, own: senders.own(in: mail)).content
        #expect(answer.to.map(\.email) == ["wife@home.test", "kid@home.test", "out@else.test"])
        #expect(answer.cc.map(\.email) == ["gran@home.test"])
        // Of several matching addresses, one is the user's.
        let shop = message(to: ["shop@home.test", "kid@home.test"])
        #expect(senders.addressed(by: shop)?.address.email == "shop@home.test")
        let all = Answer(.replyAll, to: shop, own: senders.own(in: shop)).content
        #expect(all.to.map(\.email) == ["x@else.test", "kid@home.test"])
        // It is the address to which the mail was delivered.
        let kid = senders.addressed(by: shop, delivered: [MailAddress(email: "kid@home.test")])
        #expect(kid?.address.email == "kid@home.test")
        #expect(senders.own(in: shop, as: kid) == ["ann@home.test", "kid@home.test"])
        // A colleague's mail to a list is not the user's own, unless the user sent it.
        var list = message(from: ["wife@home.test"], to: ["list@else.test"])
        #expect(senders.addressed(by: list) == nil && senders.writer(of: list) == nil)
        list.mailboxes = [MailboxID(7)]
        #expect(senders.addressed(by: list)?.address.email == "wife@home.test")
        #expect(senders.writer(of: list)?.address.email == "wife@home.test")
    }

    @Test("an account's pattern does not match people in another account's mail", arguments: [true, false])
    func otherPatterns(isOfServer: Bool) {
        let family = [Identity(name: "Ann", email: "*@family.test", account: "ann@family.test")]
        let senders = Senders(
            accounts: [account(1, "ann@family.test"), account(2, "ann@corp.test")],
            identities: isOfServer ? [] : family, server: isOfServer ? family : [])
        let mail = message(to: ["staff@corp.test"], cc: ["wife@family.test"], account: 2)
        #expect(senders.addressed(by: mail) == nil)
        let wife = [MailAddress(email: "wife@family.test")]
        #expect(senders.addressed(by: mail, delivered: wife) == nil)
        let answer = Answer(.replyAll, to: mail, own: senders.own(in: mail)).content
        #expect(answer.recipients.contains { $0.email == "wife@family.test" })
        // In its own account it is the user's address as before, and a request for it leads to that account.
        let home = message(to: ["staff@corp.test"], cc: ["shop@family.test"], account: 1)
        #expect(senders.addressed(by: home)?.address.email == "shop@family.test")
        #expect(senders.sender(of: "x@family.test", account: AccountID(2))?.account.id == AccountID(1))
    }

    @Test("of two patterns for a domain the requested account's wins; one without an account fits each")
    func severalPatterns() {
        let accounts = [account(1, "ann@home.test"), account(2, "ann@work.test")]
        let two = Senders(
            accounts: accounts,
            identities: [
                Identity(name: "Home", email: "*@both.test", account: "ann@home.test"),
                Identity(name: "Work", email: "*@both.test", account: "ann@work.test"),
            ])
        #expect(two.sender(of: "x@both.test", account: AccountID(2))?.address.name == "Work")
        #expect(two.sender(of: "x@both.test")?.address.name == "Home")
        let free = Senders(accounts: accounts, identities: [Identity(email: "*@both.test")])
        #expect(free.addressed(by: message(to: ["x@both.test"], account: 2))?.account.id == AccountID(2))
    }
}
