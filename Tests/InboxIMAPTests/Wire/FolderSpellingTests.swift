import InboxModel
import Testing

@testable import InboxIMAP

@Suite("How servers spell the names of folders")
struct FolderSpellingTests {
    private static func spelling(_ answer: String) throws -> FolderSpelling {
        let response = try IMAPResponse(ResponseFrame(text: Array("* NAMESPACE \(answer)".utf8), literals: []))
        guard case .spelling(let spelling) = response else {
            Issue.record("\(response)")
            return FolderSpelling()
        }
        return spelling
    }

    private static let courier = ##"(("INBOX." ".")) NIL (("#shared." ".")("shared." "."))"##
    private static let cyrus = #"(("INBOX." ".")) (("user." ".")) (("" "."))"#
    private static let dovecot = #"(("" "/")) (("~" "/")) (("Public/" "/" "X-PARAM" ("A" "B")))"#

    @Test(
        "what all names of the user begin with is left out, and comes back",
        arguments: [
            (courier, "INBOX", "INBOX"), (courier, "INBOX.Sent", "Sent"), (courier, "INBOX.Work.2026", "Work/2026"),
            (courier, "INBOX.INBOX.x", "INBOX/INBOX/x"), (courier, "INBOX.Entw&APw-rfe", "Entwürfe"),
            (courier, "#shared.ann", "Shared/ann"), (cyrus, "INBOX.Sent", "Sent"),
            (cyrus, "user.ann", "Other Users/ann"), (cyrus, "user.ann.Sent", "Other Users/ann/Sent"),
            (cyrus, "lists.swift", "Shared/lists/swift"), (cyrus, "INBOXES", "Shared/INBOXES"),
            (dovecot, "Work/2026", "Work/2026"), (dovecot, "INBOX/Work", "INBOX/Work"),
            (dovecot, "~ann/Sent", "Other Users/ann/Sent"), (dovecot, "Public/a", "Shared/a"),
        ])
    func names(answer: String, raw: String, name: String) throws {
        let spelling = try Self.spelling(answer)
        let delimiter: Character = answer == Self.dovecot ? "/" : "."
        #expect(spelling.shown(raw, delimiter: delimiter).name == name)
        #expect(spelling.raw(name, delimiter: delimiter) == raw)
    }

    @Test("the inbox has any case where all is in it, and a folder above those of others may be one itself")
    func odd() throws {
        let spelling = try Self.spelling(Self.cyrus)
        #expect(spelling.shown("inbox.Sent", delimiter: ".").name == "Sent")
        #expect(spelling.shown("Inbox", delimiter: ".").name == "INBOX")
        #expect(spelling.shown("user", delimiter: ".").name == "Other Users")
        #expect(spelling.shown("user", delimiter: ".").owner == .others)
        #expect(spelling.shown("INBOX.Sent", delimiter: ".").owner == .user)
    }

    @Test("one of several namespaces of the user that begins with nothing leaves all names as they are")
    func several() throws {
        let spelling = try Self.spelling(##"(("INBOX/" "/")("" "/")("#mh/" "/")) NIL NIL"##)
        #expect(spelling.shown("INBOX/a", delimiter: "/").name == "INBOX/a")
        #expect(spelling.shown("a", delimiter: "/").name == "a")
        #expect(try Self.spelling("NIL NIL NIL").shown("INBOX.a", delimiter: ".").name == "INBOX/a")
    }

    @Test("with UTF-8, an ampersand is one (RFC 6855)")
    func unicode() {
        let spelling = FolderSpelling(isUTF8: true)
        #expect(spelling.shown("R&APw-/ü", delimiter: "/").name == "R&APw-/ü")
        #expect(spelling.raw("R&APw-/ü", delimiter: "/") == "R&APw-/ü")
    }

    @Test(
        "without namespaces, a prefix is guessed only if all names have it",
        arguments: [
            (["INBOX", "INBOX.a", "inbox.b"], "INBOX."), (["INBOX", "INBOX.a", "b"], nil), (["INBOX"], nil),
            (["INBOX", "INBOX."], nil),
        ] as [([String], String?)])
    func guessed(names: [String], prefix: String?) {
        let spelling = FolderSpelling(guessedFrom: names, delimiter: ".", isUTF8: false)
        #expect(spelling.spaces.first?.prefix == prefix)
    }

    @Test(
        "rights are read in the letters of both RFCs",
        arguments: [
            ("lrs", true, [.setSeen]), ("lrswipkxtecda", true, .all), ("lrswipcda", false, .all),
            ("lrip", false, [.addItems, .submit]), ("lrsd", false, [.setSeen, .removeItems, .rename, .delete]),
            ("lrd", true, []), ("lrt", false, []),
        ] as [(String, Bool, MailboxRights)])
    func rights(letters: String, isNew: Bool, rights: MailboxRights) {
        #expect(MailboxRights(Set(letters), isNew: isNew) == rights)
    }
}
