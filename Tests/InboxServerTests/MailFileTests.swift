import Foundation
import TestSupport
import Testing

@testable import InboxServer

@Suite("A mail in a file")
struct MailFileTests {
    private func read(_ text: String) throws -> MailFile {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("mail")))
        let time = Date(timeIntervalSince1970: 1_500_000_000)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder.file("mail"))
        return try MailFile(path: folder.file("mail"))
    }

    @Test("is all of the file, even where a line of its text begins with “From ”")
    func alone() throws {
        let text = "Subject: x\r\n\r\nHello\r\n\r\nFrom here at 12:30 on.\r\n>From there\r\n"
        let mail = try read(text)
        #expect(String(decoding: mail.bytes, as: UTF8.self) == text)
        #expect(mail.receivedAt == Date(timeIntervalSince1970: 1_500_000_000))
    }

    @Test("may be the only one of an mbox, as git writes patches, too")
    func mbox() throws {
        let mail = try read("From a@b Tue May 13 16:53:20 2014\nSubject: x\n\n>From there\n")
        #expect(String(decoding: mail.bytes, as: UTF8.self) == "Subject: x\n\nFrom there\n")
        #expect(mail.receivedAt == Date(timeIntervalSince1970: 1_400_000_000))
        let patch = try read("From 5a2006ab5f51d23e Mon Sep 17 00:00:00 2001\nSubject: [PATCH] x\n\n---\n")
        #expect(String(decoding: patch.bytes, as: UTF8.self) == "Subject: [PATCH] x\n\n---\n")
    }

    @Test("is refused where there are several, or none, or no such file")
    func refused() throws {
        func reason(_ read: () throws -> MailFile) -> String {
            do { return "\(try read())" } catch { return "\(error)" }
        }
        let line = "From a@b Tue May 13 16:53:20 2014\n"
        let several = reason { try read(line + "A: 1\n\nx\n\n" + line + "B: 2\n\ny\n") }
        #expect(several.contains("can't be read: it has 2 messages") && several.contains("maraca serve --mbox"))
        for text in ["", "\r\n \n"] {
            #expect(reason { try read(text) }.contains("there is no mail in it"))
        }
        #expect(reason { try MailFile(path: "/nowhere/x.eml") }.contains("there is no such file"))
        #expect(reason { try MailFile(path: "/") }.contains("it is a folder"))
    }
}
