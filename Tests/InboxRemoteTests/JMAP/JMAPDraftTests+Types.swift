import InboxModel
import MailContent
import TestSupport
import Testing

@testable import InboxRemote

/// The types of a draft's files.
extension JMAPDraftTests {
    @Test("a text that is passed on keeps its charset, without which nobody could read it")
    func charsets() throws {
        let parts = [
            ("text/plain", "ISO-8859-1"), ("text/plain", "UTF-8"), ("image/png", "koi8-r"), ("text/csv", "x;y"),
        ]
        var draft = draft
        draft.files = try parts.compactMap { type, charset in
            let part = #"{"blobId": "b", "name": "a", "size": 1, "type": "\#(type)", "charset": "\#(charset)"}"#
            return try JSONReader.read(WirePart.self, from: Array(part.utf8)).file
        }
        #expect(draft.files.map(\.contentType) == parts.map(\.0))
        let sent = DraftEmail(draft: draft, mailbox: RemoteID("dr"), references: []).json["attachments"]?.elements
        #expect(sent?.map { $0["charset"] } == ["iso-8859-1", nil, nil, nil])
        #expect(sent?.map { $0["type"] } == ["text/plain", "text/plain", "image/png", "text/csv"])
    }

    @Test("a calendar that is passed on keeps its method, unless it is an answer, which is only its sender's")
    func methods() throws {
        let types = [
            ("text/calendar", "method=Request; charset=utf-8", "utf-8"), ("text/calendar", "METHOD=CANCEL", "koi8-r"),
            ("text/calendar", "method=REPLY", "utf-8"), ("text/calendar", "method=\\\"a b\\\"", "utf-8"),
            ("text/plain", "method=REQUEST", "utf-8"),
        ]
        let files = try types.compactMap { type, parameters, charset in
            let part =
                #"{"blobId": "b", "name": "a.ics", "size": 1, "type": "\#(type)", "charset": "\#(charset)", "#
                + #""header:Content-Type": " \#(type); \#(parameters)"}"#
            return try JSONReader.read(WirePart.self, from: Array(part.utf8)).file
        }
        let request = "text/calendar; method=REQUEST; charset=utf-8"
        #expect(
            files.map(\.typeToPassOn) == [
                request, "text/calendar; method=CANCEL; charset=koi8-r", "text/calendar", "text/calendar", "text/plain",
            ])
        var draft = draft
        draft.files = Array(files.prefix(1))
        let email = DraftEmail(draft: draft, mailbox: RemoteID("dr"), references: [])
        #expect(email.needsOwnBytes && files[0].contentType == "text/calendar")
        let part = email.json["attachments"]?.elements.first
        #expect(part?["header:Content-Type:asRaw"] == .string(" \(request);name=\"a.ics\""))
        let sent = OutgoingFile(id: "", name: "a.ics", contentType: files[0].typeToPassOn, content: [0x41])
        #expect(sent.safeType == request)
    }

    @Test("a type with parameters is sent as a raw header with the name; a charset alone is a property")
    func parameters() {
        var draft = draft
        draft.files = ["text/calendar;method=REPLY", "text/plain", "text/csv; charset=UTF-8"].map {
            MessageFile(remoteID: RemoteID("b"), fileName: "an \"s\"wer.ics", contentType: $0, size: 1)
        }
        let files = DraftEmail(draft: draft, mailbox: RemoteID("dr"), references: []).json["attachments"]
        #expect(
            files == [
                [
                    "blobId": "b", "disposition": "attachment",
                    "header:Content-Type:asRaw": " text/calendar;method=REPLY;name=\"answer.ics\"",
                ], ["blobId": "b", "disposition": "attachment", "type": "text/plain", "name": "an \"s\"wer.ics"],
                [
                    "blobId": "b", "disposition": "attachment", "type": "text/csv", "charset": "UTF-8",
                    "name": "an \"s\"wer.ics",
                ],
            ])
        draft.files.removeFirst()
        #expect(!DraftEmail(draft: draft, mailbox: RemoteID("dr"), references: []).needsOwnBytes)
    }
}
