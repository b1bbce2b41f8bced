import Foundation
import InboxModel
import MailContent
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Drafts as JSON")
struct DraftEmailTests: JMAPSendingCase {
    let server = ScriptedJMAP()

    private static func nasty(_ random: inout SeededRandom) -> String {
        let pieces = [
            "\r\n", "\n", "\r", "\0", "\u{1b}", "\u{85}", "\u{7f}", "\u{2028}", "\u{2029}", "\\", "\"", "</", "\\u000a",
            "a", "é",
            "e\u{301}", "東", "🙂", "Bcc: x@y", ":", ";", " ",
        ]
        let text = (0..<Int.random(in: 1..<12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
        return String(repeating: text, count: Int.random(in: 0..<12, using: &random) == 0 ? 300 : 1)
    }

    private func strings(_ json: JSON) -> [String] {
        switch json {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(strings)
        case .object(let fields): fields.values.flatMap(strings)
        default: []
        }
    }

    /// Replaces control characters by blanks.
    private func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || [0x2028, 0x2029].contains($0.value)
                        ? " " : $0
                }))
    }

    private func people(_ json: Any?) -> [[String]] {
        (json as? [[String: Any]] ?? []).map { [$0["name"] as? String ?? "", $0["email"] as? String ?? ""] }
    }

    @Test(
        "J-57, M-1: header values are sent without line breaks or control characters and read back unchanged",
        arguments: 0..<300)
    func clean(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        func address() -> MailAddress { MailAddress(name: Self.nasty(&random), email: Self.nasty(&random)) }
        var draft = draft
        draft.subject = Self.nasty(&random)
        (draft.from, draft.to, draft.cc) = (address(), [address(), address()], [address()])
        (draft.bcc, draft.replyTo) = ([address()], [address()])
        draft.messageIDHeader = Self.nasty(&random)
        draft.inReplyToHeader = Self.nasty(&random)
        draft.files = (0..<3).map { _ in
            MessageFile(
                remoteID: RemoteID("b"), fileName: Self.nasty(&random), contentType: Self.nasty(&random), size: 1,
                contentID: Self.nasty(&random))
        }
        draft.body.html = draft.files.map { "cid:" + ($0.contentID ?? "") }.joined()
        let references = [Self.nasty(&random), Self.nasty(&random)]
        let json = DraftEmail(draft: draft, mailbox: RemoteID("dr"), references: references).json
        guard case .object(var fields) = json else { Issue.record("no object"); return }
        fields["bodyValues"] = nil
        for text in strings(.object(fields)) {
            #expect(line(text) == text, "seed \(seed)")
        }
        let data = try JSONEncoder().encode(json)
        let read = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(read["subject"] as? String == line(draft.subject), "seed \(seed)")
        for (name, meant) in [
            ("from", [try #require(draft.from)]), ("to", draft.to), ("cc", draft.cc), ("bcc", draft.bcc),
            ("replyTo", draft.replyTo),
        ] {
            #expect(people(read[name]) == meant.map { [line($0.name), line($0.email)] }, "seed \(seed)")
        }
        for (name, meant) in [
            ("messageId", [draft.messageIDHeader]), ("inReplyTo", [try #require(draft.inReplyToHeader)]),
            ("references", references),
        ] {
            let ids = meant.map { line($0).trimmingCharacters(in: CharacterSet(charactersIn: "<> ")) }
            #expect(read[name] as? [String] == ids, "seed \(seed)")
        }
        let files = try #require(read["attachments"] as? [[String: Any]])
        for (file, meant) in zip(files, draft.files) {
            #expect(file["name"] == nil || file["name"] as? String == line(meant.fileName), "seed \(seed)")
            let raw = file["header:Content-Type:asRaw"] as? String ?? ""
            #expect(raw.utf8.count < 998, "seed \(seed)")
        }
        #expect(files.count == 3, "seed \(seed)")
    }

    @Test("a draft's other headers are sent folded, once each with all values, as bytes and as JSON")
    func otherHeaders() throws {
        var draft = draft
        let long = Array(repeating: "<https://example.test/unsubscribe>,", count: 5).joined(separator: " ")
        draft.headers = [("X-A", "one"), ("List-Unsubscribe", long), ("x-a", "two\r\nBcc: x@y.test"), ("X-Ü", "no")]
            .compactMap { DraftHeader(name: $0.0, value: $0.1) }
        let email = DraftEmail(draft: draft, mailbox: RemoteID("dr"), references: [])
        #expect(email.needsOwnBytes)
        let text = String(decoding: email.bytes([], now: Date(timeIntervalSince1970: 0)), as: UTF8.self)
        #expect(text.contains("\r\nX-A: one\r\n") && text.contains("\r\nx-a: two Bcc: x@y.test\r\n"))
        guard case .object(let fields) = email.json else { Issue.record("no object"); return }
        #expect(fields["header:X-A:asRaw:all"] == .array([.string(" one"), .string(" two Bcc: x@y.test")]))
        let folded = try #require(strings(fields["header:List-Unsubscribe:asRaw"] ?? .null).first)
        #expect(folded.split(separator: "\r\n").allSatisfy { $0.hasPrefix(" ") && $0.utf8.count <= 78 })
        #expect(folded.replacing("\r\n", with: "") == " " + long)
    }

    @Test("a Date that a program gave the draft is kept while it is about now, and is never there twice")
    func givenDate() throws {
        var draft = draft
        draft.headers = [try #require(DraftHeader(name: "Date", value: "Thu, 1 Jan 1970 02:00:07 +0200"))]
        let email = DraftEmail(draft: draft, mailbox: RemoteID("dr"), references: [])
        for (now, second) in [(2, 7), (600, 600)] {
            let date = Date(timeIntervalSince1970: TimeInterval(now))
            let written = ParsedMessage.headers(named: "Date", of: email.bytes([], now: date))
            #expect(written == [HeaderDate.text(Date(timeIntervalSince1970: TimeInterval(second)))])
        }
        guard case .object(let fields) = email.json else { Issue.record("no object"); return }
        #expect(!fields.keys.contains { $0.lowercased().hasPrefix("header:date") })
    }
}
