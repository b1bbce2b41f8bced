import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxKit

@Suite("Replies")
struct AnswerTests {
    private let own: Set<String> = ["Me@example.test"]

    private func message(
        from: [String] = ["anna"], to: [String] = ["me"], cc: [String] = [], replyTo: [String] = [],
        subject: String = "Hello"
    ) -> Message {
        Message(
            id: MessageID(1), account: AccountID(1), remoteID: RemoteID("m"), thread: ThreadID(1), subject: subject,
            from: from.map { .person($0) }, to: to.map { .person($0) }, cc: cc.map { .person($0) },
            replyTo: replyTo.map { .person($0) }, receivedAt: .test(0))
    }

    private func names(_ addresses: [MailAddress]) -> [String] { addresses.map { $0.name.lowercased() } }

    @Test("a reply goes to the sender, or to Reply-To")
    func reply() {
        #expect(names(Answer(.reply, to: message(), own: own).content.to) == ["anna"])
        #expect(names(Answer(.reply, to: message(replyTo: ["list"]), own: own).content.to) == ["list"])
        #expect(Answer(.reply, to: message(cc: ["carl"]), own: own).content.cc.isEmpty)
    }

    @Test("an invalid Reply-To address is ignored, and an invalid sender gets no reply")
    func nobody() {
        var mail = message()
        mail.replyTo = [MailAddress(email: "")]
        #expect(names(Answer(.reply, to: mail, own: own).content.to) == ["anna"])
        #expect(names(Answer(.replyAll, to: mail, own: own).content.to) == ["anna"])
        #expect(Answer.elsewhere(mail).isEmpty)
        mail.replyTo.append(.person("list"))
        #expect(names(Answer(.reply, to: mail, own: own).content.to) == ["list"])
        mail.replyTo = []
        mail.from = [MailAddress(email: "")]
        #expect(Answer(.reply, to: mail, own: own).content.to.isEmpty)
    }

    @Test("H-1: a reply to mail from the user and others goes to the others")
    func several() {
        var mail = message(to: ["bob"])
        mail.from = [.person("me"), .person("eve")]
        #expect(names(Answer(.reply, to: mail, own: own).content.to) == ["eve"])
        mail.from = [.person("me")]
        #expect(names(Answer(.reply, to: mail, own: own).content.to) == ["bob"])
    }

    @Test("H-5: a reply to all omits the own address and duplicates")
    func replyAll() {
        let content = Answer(.replyAll, to: message(to: ["me", "bob", "anna"], cc: ["carl", "bob", "me"]), own: own)
            .content
        #expect(names(content.to) == ["anna", "bob"])
        #expect(names(content.cc) == ["carl"])
    }

    @Test("quoting a selection omits empty lines around it and keeps those within")
    func part() {
        let answer = Answer(.reply, to: message(), own: own)
        let lines = answer.quote(part: "\n \nOne\n\n> Two\n\n", of: nil).split(separator: "\n")
        #expect(lines.dropFirst() == ["> One", ">", ">> Two"])
        #expect(answer.quote(part: "\n", of: nil).split(separator: "\n").count == 1)
    }

    @Test("a reply to an own message goes to its recipients")
    func followUp() {
        let content = Answer(.replyAll, to: message(from: ["me"], to: ["bob"], cc: ["carl"]), own: own).content
        #expect(names(content.to) == ["bob"])
        #expect(names(content.cc) == ["carl"])
        #expect(names(Answer(.reply, to: message(from: ["me"], to: ["me"]), own: own).content.to) == ["me"])
    }

    @Test(
        "a reply to an own message without To goes to its copies, blind ones stay blind",
        arguments: [.reply, .replyAll] as [Answer.Kind])
    func followUpOfCopies(_ kind: Answer.Kind) {
        let copied = Answer(kind, to: message(from: ["me"], to: [], cc: ["carl", "bob"]), own: own).content
        #expect(names(copied.to) == ["carl", "bob"])
        #expect(copied.cc.isEmpty)
        var blind = message(from: ["me"], to: [])
        blind.bcc = [.person("carl"), .person("bob")]
        let unseen = Answer(kind, to: blind, own: own).content
        #expect(names(unseen.bcc) == ["carl", "bob"])
        #expect(unseen.to.isEmpty && unseen.cc.isEmpty)
    }

    @Test("a form's mail in the user's name is answered at its Reply-To; the user's own at its recipients")
    func forms() {
        let form = message(from: ["me"], to: ["me"], replyTo: ["customer"])
        #expect(names(Answer(.reply, to: form, own: own).content.to) == ["customer"])
        #expect(names(Answer(.replyAll, to: form, own: own).content.to) == ["customer"])
        let sent = message(from: ["me"], to: ["bob"], replyTo: ["office"])
        #expect(names(Answer(.reply, to: sent, own: own, isSent: true).content.to) == ["bob"])
        #expect(
            names(Answer(.reply, to: message(from: ["me"], to: ["bob"], replyTo: ["me"]), own: own).content.to) == [
                "bob"
            ])
    }

    @Test(
        "reply and forward prefixes do not pile up, in any language",
        arguments: [
            "Lunch", "Re: Lunch", "RE: AW: Lunch", "Fwd: re:Lunch", "回复：Lunch", "Sv: Lunch", "Re[2]: Lunch",
            "AW[12]: re[3]: Lunch",
        ])
    func subject(_ subject: String) {
        #expect(Answer(.reply, to: message(subject: subject), own: own).content.subject == "Re: Lunch")
        #expect(Answer(.forward, to: message(subject: subject), own: own).content.subject == "Fwd: Lunch")
    }

    @Test("a word with a colon is no prefix")
    func noMark() {
        #expect(Answer(.reply, to: message(subject: "Note: Re: x"), own: own).content.subject == "Re: Note: Re: x")
    }

    @Test("H-1: a sender whose name is a false address is quoted by the real one")
    func falseName() {
        func lead(_ name: String) -> String {
            var mail = message()
            mail.from = [MailAddress(name: name, email: "eve@evil.test")]
            return Answer(.reply, to: mail, own: own).quote(MessageBody(plain: "Hi"))
        }
        #expect(lead("boss@bank.test").contains(", eve@evil.test wrote:"))
        #expect(lead("Boss <boss＠bank.test>").contains(", eve@evil.test wrote:"))
        #expect(lead("Eve").contains(", Eve wrote:"))
        // What is written in Markdown would load the picture.
        #expect(lead("![Eve](p.png) [x] <b>").contains(", !(Eve)(p.png) (x) (b) wrote:"))
        #expect(lead("![Eve](https://t.test/p.png)").contains(", eve@evil.test wrote:"))
    }

    @Test("a quote has author and date, marks each line and omits the signature")
    func quote() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let body = MessageBody(plain: "Hi,\n> older\n\nBye\n-- \nAnna")
        let text = Answer(.reply, to: message(), own: own).quote(body, calendar: calendar)
        #expect(text == "On Thu, 1 Jan 2026 at 00:00, Anna wrote:\n> Hi,\n>> older\n>\n> Bye")
    }

    @Test("a reply to a message without text quotes nothing, not even who wrote it; a forward keeps its head")
    func noText() {
        for body in [MessageBody(plain: ""), MessageBody(plain: " \n\n"), MessageBody(html: "<p></p>")] {
            #expect(Answer(.reply, to: message(), own: own).quote(body).isEmpty)
            #expect(Answer(.forward, to: message(), own: own).quote(body).contains("\nFrom: Anna"))
        }
    }

    @Test("quotes and forwards show the date written if it differs from the date received")
    func written() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let body = MessageBody(plain: "Hi", writtenAt: Date(timeIntervalSince1970: 1_258_510_920))
        let lead = "On Wed, 18 Nov 2009 at 02:22, Anna wrote:"
        let answer = Answer(.reply, to: message(), own: own)
        #expect(answer.quote(body, calendar: calendar) == lead + "\n> Hi")
        #expect(answer.quote(part: "Hi", of: body, calendar: calendar) == lead + "\n> Hi")
        let forward = Answer(.forward, to: message(), own: own).quote(body, calendar: calendar)
        #expect(forward.contains("\nDate: Wed, 18 Nov 2009 at 02:22\n"))
    }

    @Test("the line above a quote can be customized, and sender names are not expanded in it")
    func ownLead() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var mail = message()
        mail.from = [MailAddress(name: "{address} {date}", email: "anna@example.test")]
        var answer = Answer(.reply, to: mail, own: own)
        answer.lead = "Am {date} schrieb {name} <{address}>, {nobody}:"
        let text = answer.quote(MessageBody(plain: "Hi"), calendar: calendar)
        #expect(
            text
                == "Am Thu, 1 Jan 2026 at 00:00 schrieb {address} {date} <anna@example.test>, {nobody}:\n> Hi")
        #expect(SendDoubt.ownText("Yes.\n\n\(text)") == "Yes.")
    }

    @Test("a signature above the quoted text cuts nothing off")
    func signatureAbove() {
        let body = MessageBody(plain: "Bye\n\n-- \nAnna\n\nOn Monday, Bob wrote:\n> Older\n")
        let lines = Answer(.reply, to: message(), own: own).quote(body).split(separator: "\n").dropFirst()
        #expect(lines.filter { $0 != ">" } == ["> Bye", "> On Monday, Bob wrote:", ">> Older"])
    }

    @Test(
        "the user's own signature is left out of a quote, marked or not; the same words within a text stay",
        arguments: [
            (
                "Fine.\n\n> Friday?\n>\n> Ann\n> Cogs Ltd.\n>\n> On Monday, Bob wrote:\n>> Older",
                "> Fine.\n>\n>> Friday?\n>>\n>> On Monday, Bob wrote:\n>>> Older"
            ),
            ("Fine.\n\n> Friday?\n> \n> -- \n> Ann\n> Cogs Ltd.", "> Fine.\n>\n>> Friday?"),
            (
                "> The address:\n>\n> Ann\n> Cogs Ltd.\n>\n> Write to it.\nYes.",
                ">> The address:\n>>\n>> Ann\n>> Cogs Ltd.\n>>\n>> Write to it.\n> Yes."
            ),
            ("> Yours,\n> Ann\n> Cogs Ltd.", ">> Yours,\n>> Ann\n>> Cogs Ltd."),
        ])
    func ownSignature(text: String, quoted: String) {
        var answer = Answer(.reply, to: message(), own: own)
        answer.signatures = ["Bo", "Ann\nCogs Ltd."]
        let quote = answer.quote(MessageBody(plain: text))
        #expect(quote.drop { $0 != "\n" }.dropFirst() == quoted)
        answer.kind = .forward
        #expect(answer.quote(MessageBody(plain: text)).contains("Cogs Ltd."))
        // In a follow-up to the user's own message the signature at the end is left out; in another's message it is
        // that person's name.
        for (from, names) in [("me", 0), ("anna", 1)] {
            var own = Answer(.reply, to: message(from: [from]), own: own)
            own.signatures = ["Ann"]
            let quote = own.quote(MessageBody(plain: "Friday?\n\nAnn\n\nOn Monday, Bob wrote:\n> Older"))
            #expect(quote.ranges(of: "> Ann").count == names && quote.contains(">> Older"))
        }
    }

    @Test("a forward adds link targets that differ from their text")
    func targets() {
        let html = """
            <p>Click <a href="https://shop.test/a">here</a>, or <a href="https://shop.test/b">https://shop.test/b</a>,
            or <a href="mailto:bo@shop.test">bo@shop.test</a>.</p>
            """
        func text(_ kind: Answer.Kind) -> String {
            Answer(kind, to: message(), own: own).quote(MessageBody(html: html)).replacingOccurrences(
                of: "\n", with: " ")
        }
        #expect(text(.forward).contains("Click here <https://shop.test/a>, or https://shop.test/b, or bo@shop.test."))
        #expect(!text(.reply).contains("<https"))
    }

    @Test("M-5: hidden text, scripts and image addresses are not quoted")
    func hidden() {
        let html = """
            <style>.x{display:none}</style><script>canary()</script><div style="display:none">canary</div><p class=x>canary</p>
            <p>Seen</p><img src="http://track.test/canary.gif" width=1 height=1><iframe src="http://canary.test"></iframe>
            """
        for kind in [Answer.Kind.reply, .replyAll, .forward] {
            let text = Answer(kind, to: message(), own: own).quote(MessageBody(html: html))
            #expect(text.contains("Seen") && !text.contains("canary") && !text.contains("track.test"))
        }
    }

    @Test("a clear-signed text is quoted as it is shown, without its armor; what only begins like one is kept")
    func clearSigned() {
        let head = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
        let signed = head + "Hello\n\n- - a dash\n- -- \nAnn\n"
        let proof = "-----BEGIN PGP SIGNATURE-----\n\niHUEARYI\n=abQl\n-----END PGP SIGNATURE-----\n"
        func quote(_ kind: Answer.Kind, _ text: String) -> String {
            let quote = Answer(kind, to: message(), own: own).quote(MessageBody(plain: text))
            return String(quote.drop { $0 != "\n" }.dropFirst())
        }
        #expect(quote(.reply, signed + proof) == "> Hello\n>\n> - a dash")
        #expect(quote(.reply, "Above\n" + head + "Hello\n" + proof + "Below") == "> Above\n> Hello\n> Below")
        #expect(quote(.reply, signed).hasPrefix("> -----BEGIN PGP SIGNED MESSAGE-----"))
        // The recipient of a forward may want to verify it.
        #expect(quote(.forward, signed + proof).contains(proof.dropLast()))
    }

    @Test("long quoted lines are wrapped, those of patches are not")
    func longLines() {
        let long = String(repeating: "word ", count: 30).trimmingCharacters(in: .whitespaces)
        let patch = "diff --git a/x b/x\n+" + String(repeating: "x", count: 90)
        let lines = Answer(.reply, to: message(), own: own).quote(MessageBody(plain: long + "\n" + patch))
            .split(separator: "\n")
        #expect(lines.dropFirst().dropLast(2).allSatisfy { $0.hasPrefix("> ") && $0.count <= 78 })
        #expect(lines.last?.count == 93)
    }

    @Test("quotes and forwards keep tabs, which patches and Makefiles need, and joiners, which words need")
    func exactText() {
        let text = "all: a.o\n\tcc -o all a.o\n\nmsg\tmode\u{7}\nمی\u{200C}خواهم"
        let quoted = Answer(.reply, to: message(), own: own).quote(MessageBody(plain: text)).split(separator: "\n")
        #expect(
            quoted.dropFirst() == [
                "> all: a.o", "> \tcc -o all a.o", ">", "> msg\tmode\u{FFFD}", "> می\u{200C}خواهم",
            ])
        let forward = Answer(.forward, to: message(), own: own).quote(MessageBody(plain: text))
        #expect(forward.hasSuffix("\n\n" + text.replacing("\u{7}", with: "\u{FFFD}")))
        let part = Answer(.reply, to: message(), own: own).quote(part: "\tcc", of: nil)
        #expect(part.hasSuffix("\n> \tcc"))
    }

    @Test("a word that is longer than a line stays whole in a quote")
    func longWords() {
        let link = "https://example.test/" + String(repeating: "path/", count: 20) + "end"
        for body in [MessageBody(plain: "See \(link) for more"), MessageBody(html: "<p>See \(link) for more</p>")] {
            let lines = Answer(.reply, to: message(), own: own).quote(body).split(separator: "\n").dropFirst()
            #expect(lines == ["> See", "> \(link)", "> for more"])
        }
    }

    @Test("a mailing list's footer is not quoted, text that looks like one is")
    func listFooter() {
        func quote(_ plain: String) -> [String] {
            let lines = Answer(.reply, to: message(), own: own).quote(MessageBody(plain: plain)).split(separator: "\n")
            return lines.dropFirst().map(String.init)
        }
        let line = String(repeating: "_", count: 47)
        let footer = "\(line)\na list\nlist@example.test\nhttps://lists.example.test/a\n"
        #expect(quote("Hi\n\n\(footer)") == ["> Hi"])
        #expect(quote("Hi\n-- \nAnna\n\n\(footer)") == ["> Hi"])
        #expect(
            quote("Hi\n\(footer)> more") == ["> Hi", "> \(line)", "> a list", "> list@example.test"] + [
                "> https://lists.example.test/a", ">> more",
            ])
    }

    @Test("a quote is wrapped once to its width and stays so in further replies")
    func quotedAgain() {
        let words = Array(repeating: "word", count: 60).joined(separator: " ")
        var body = MessageBody(html: "<p>\(words)</p><blockquote type=cite>\(words)</blockquote>")
        var count: Int?
        for _ in 0..<8 {
            let text = Answer(.reply, to: message(), own: own).quote(body)
            let lines = text.split(separator: "\n").filter { $0.hasSuffix("word") }
            #expect(lines.allSatisfy { $0.count <= 80 })
            // Only the last lines of the two paragraphs may be short.
            #expect(lines.count { $0.count < 60 } <= 2)
            #expect(lines.count == count ?? lines.count)
            count = lines.count
            body = MessageBody(plain: text)
        }
    }

    @Test("lines that the sender wrapped at 78 columns are quoted as they are")
    func brokenLines() {
        let broken = Array(repeating: "word", count: 15).joined(separator: " ") + " sun"
        #expect(broken.count == 78)
        let lines = Answer(.reply, to: message(), own: own).quote(MessageBody(plain: broken + "\n" + broken))
            .split(separator: "\n")
        #expect(lines.dropFirst() == ["> \(broken)", "> \(broken)"])
    }

    @Test("a forward has headers, text and files, and is no reply")
    func forward() {
        var original = message(cc: ["carl"])
        original.files = [MessageFile(remoteID: RemoteID("f"), fileName: "a.txt", contentType: "text/plain", size: 1)]
        let answer = Answer(.forward, to: original, own: own)
        #expect(answer.content.files == original.files)
        #expect(answer.content.inReplyTo == nil && answer.content.to.isEmpty)
        let text = answer.quote(MessageBody(plain: "Hi\n-- \nAnna"))
        #expect(
            text.contains("\nFrom: Anna <anna@example.test>\n") && text.contains("\nCc: Carl <carl@example.test>\n"))
        #expect(text.hasSuffix("\n\nHi\n-- \nAnna"))
    }

    @Test("a forward leaves out the signature of the original, not that of a file in it")
    func signature() {
        let files = [
            ("a.pdf", "application/pdf"), ("a.pdf.asc", "application/pgp-signature"),
            ("key.asc", "application/pgp-signature"), ("signature.asc", "application/pgp-signature"),
            ("", "application/pgp-signature"), ("smime.p7s", "application/pkcs7-signature; name=smime.p7s"),
        ]
        var original = message()
        original.files = files.map {
            MessageFile(remoteID: RemoteID("f"), fileName: $0.0, contentType: $0.1, size: 1)
        }
        let content = Answer(.forward, to: original, own: own).content
        #expect(content.files.map(\.fileName) == ["a.pdf", "a.pdf.asc", "key.asc"])
    }
}
