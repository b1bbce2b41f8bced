import InboxModel
import TestSupport
import Testing

@testable import InboxKit

@Suite("Warnings before sending")
struct SendDoubtTests {
    private func titles(_ content: DraftContent) -> [String] {
        SendDoubt.all(about: content).map(\.title)
    }

    private func content(_ text: String, subject: String = "s", files: [MessageFile] = []) -> DraftContent {
        DraftContent(to: [.person("bob")], subject: subject, body: MessageBody(plain: text), files: files)
    }

    private let file = MessageFile(remoteID: RemoteID("f"), fileName: "a", contentType: "text/plain", size: 1)

    @Test("a forward needs no text of its own")
    func passedOn() {
        var forward = content("\n---------- Forwarded message ----------\nFrom: bob")
        #expect(titles(forward) == ["No text"])
        forward.forwards = MessageID(1)
        #expect(titles(forward).isEmpty)
    }

    @Test("a forward without the forwarded text or a file gets a warning")
    func nothingPassedOn() {
        for text in ["", "For you."] {
            var forward = content(text)
            forward.forwards = MessageID(1)
            #expect(titles(forward) == ["Nothing is forwarded"])
            forward.files = [file]
            #expect(titles(forward).isEmpty)
        }
    }

    @Test("a signature above a quote is no text of the user's, unquoted text is")
    func signature() {
        func titles(_ text: String) -> [String] {
            SendDoubt.all(about: content(""), text: text, signature: "Ann\nCogs Ltd.").map(\.title)
        }
        #expect(titles("\n\nAnn\nCogs Ltd.\n\nOn Friday, Bob wrote:\n> Noon?\n") == ["No text"])
        #expect(titles("Yes.\n\nAnn\nCogs Ltd.\n\nOn Friday, Bob wrote:\n> Noon?\n").isEmpty)
        #expect(titles("Written elsewhere.").isEmpty)
    }

    @Test("M-7: an address without a dot in its domain gets a warning, unless it is local")
    func shortHost() {
        var letter = content("See you.")
        letter.cc = [MailAddress(email: "ann@gmail")]
        #expect(titles(letter) == ["A short address"])
        letter.cc = ["root@localhost", "a@[127.0.0.1]", "a@b_c.test"].map { MailAddress(email: $0) }
        #expect(titles(letter).isEmpty)
    }

    @Test("a complete message gets no warning")
    func none() { #expect(titles(content("See you there.")).isEmpty) }

    @Test("H-5: a reply to another domain than the sender's gets a warning, and M-7: so does another sender")
    func elsewhere() {
        var answered = Message(
            id: MessageID(1), account: AccountID(1), remoteID: nil, thread: ThreadID(1), subject: "",
            from: [MailAddress(email: "a@bank.test")], replyTo: [MailAddress(email: "b@evil.test")],
            receivedAt: .test(1))
        var content = content("Yes.")
        content.to = [MailAddress(email: "B@evil.test")]
        content.from = MailAddress(email: "me@home.test")
        func asked(_ usual: String?) -> [String] {
            SendDoubt.all(
                about: content, answered: answered, usual: usual.map { MailAddress(email: $0) }
            ).map(\.title)
        }
        #expect(asked("ME@home.test") == ["It goes elsewhere"])
        #expect(asked("me@work.test") == ["It goes elsewhere", "Another sender"])
        content.to = [MailAddress(email: "a@bank.test")]
        #expect(asked(nil).isEmpty)
        answered.replyTo = [MailAddress(email: "c@BANK.test")]
        content.to = answered.replyTo
        #expect(asked(nil).isEmpty)
        // The list that the mail names, but that it did not go to.
        answered.listPost = MailAddress(email: "dev@evil.test")
        content.to = [MailAddress(email: "Dev@evil.test")]
        #expect(asked(nil) == ["It goes elsewhere"])
        answered.cc = content.to
        #expect(asked(nil).isEmpty)
    }

    @Test("the warning about an invalid address gives the reason if known")
    func unfinishedNames() {
        var wrong = content("Hello")
        wrong.unfinished = UnfinishedRecipients(to: "Ann Lee", cc: "", bcc: "")
        #expect(SendDoubt.all(about: wrong).map(\.text) == ["“Ann Lee” is not an address. It will be left out."])
        let told = SendDoubt.all(about: wrong) { "“\($0)” may be ann@a.test or ann@b.test: write which address" }
        #expect(
            told.map(\.text) == [
                "“Ann Lee” may be ann@a.test or ann@b.test: write which address. It will be left out."
            ])
    }

    @Test("the order is fixed")
    func order() {
        var wrong = content("", subject: " ")
        wrong.unfinished = UnfinishedRecipients(to: "", cc: "x", bcc: "")
        #expect(titles(wrong) == ["No address", "No text", "No subject"])
    }

    @Test(
        "M-7: a text that mentions a file, in any of several languages, gets a warning if none is attached",
        arguments: [
            "The report is attached.", "Siehe Anhang", "详见附件。", "Ci-joint le rapport", "W załączniku plan.",
            "Zpráva je v příloze", "Rapporten er vedhæftet", "Файл во вложении.", "Raportti on liitteenä",
            "Rapor ektedir",
            "התוכנית מצורפת", "وجدت في المرفق", "報告書を添付します", "보고서를 첨부합니다", "(see attachment)",
        ])
    func attachment(_ text: String) {
        #expect(titles(content(text)) == ["No file"])
        #expect(titles(content(text, files: [file])).isEmpty)
    }

    @Test("M-7: the user's own words for files are recognized besides the built-in ones")
    func ownWords() {
        func titles(_ text: String, _ words: [String]) -> [String] {
            SendDoubt.all(about: content(text), words: AttachmentWords(more: words)).map(\.title)
        }
        #expect(titles("Begiratu Eranskina.", [" eranskina ", ""]) == ["No file"])
        #expect(titles("Begiratu eranskina.", []).isEmpty && titles("eranskinak", ["eranskina"]).isEmpty)
        #expect(titles("Eranskinak.", ["eranskin*"]) == ["No file"])
        #expect(titles("It is attached.", ["eranskina"]) == ["No file"])
    }

    @Test("M-7: the words that mention a file are quoted as written")
    func asWritten() {
        let words = AttachmentWords()
        #expect(words.first(in: "So, I Attach the plan.") == "I Attach" && words.first(in: "Siehe ANHANG") == "ANHANG")
        #expect(words.first(in: "Załączam plan.") == "Załączam" && words.first(in: "Fine.") == nil)
        #expect(words.first(in: "İİ: it is Attached")?.lowercased() == "attached")
    }

    @Test("M-7: accents count in either Unicode form, and the first word that mentions a file is quoted")
    func accents() {
        let words = AttachmentWords()
        #expect(words.first(in: "Zpra\u{301}va je v pr\u{30C}i\u{301}loze.") == "pr\u{30C}i\u{301}loze")
        #expect(words.first(in: "Los adjunta\u{301}n.") == nil)
        let text = String(repeating: "and so on, ", count: 10_000)
        #expect(words.first(in: text + "enclosed, \(text) attached") == "enclosed")
    }

    @Test("M-7: a long text is scanned once, however many words there are")
    func longText() {
        let text = String(repeating: "0123456789 qqqqqqqq\n", count: 10_000)
        func seconds(_ words: AttachmentWords) -> Double {
            let times = (0..<2).map { _ in ContinuousClock().measure { _ = words.first(in: text) } }
            let time = times.min() ?? .zero
            return Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)
        }
        let few = seconds(AttachmentWords(languages: ["zh"]))
        #expect(seconds(AttachmentWords()) < max(0.1, few * 6))
    }

    @Test("M-7: only the words of the configured languages are used")
    func languages() {
        func titles(_ text: String) -> [String] {
            let words = AttachmentWords(languages: ["pl", "en"])
            return SendDoubt.all(about: content(text), words: words).map(\.title)
        }
        #expect(titles("Załączam plan.") == ["No file"] && titles("Enclosed.") == ["No file"])
        #expect(titles("Siehe Anhang").isEmpty)
    }

    @Test("quotes, signatures and words that only contain the word cause no warning")
    func others() {
        #expect(titles(content("Fine.\n\nOn Monday, Bob wrote:\n> see attached")).isEmpty)
        #expect(titles(content("I am unattached.")).isEmpty)
        #expect(titles(content("Fine.\n-- \nNothing attached")).isEmpty)
        for name in [
            "attached.txt", "my-attachment", "attachment_1.pdf", "https://a.test/attachment/2", "x@attached.test",
        ] {
            #expect(titles(content("Look at \(name) over there.")).isEmpty, "\(name)")
        }
        #expect(titles(content("\n\nOn Monday, Bob wrote:\n> see attached")) == ["No text"])
    }

    @Test("many recipients get a warning")
    func many() {
        var message = content("Hi")
        message.cc = (0..<25).map { .person("p\($0)") }
        #expect(titles(message) == ["Many recipients"])
    }
}
