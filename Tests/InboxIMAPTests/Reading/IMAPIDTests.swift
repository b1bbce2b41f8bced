import InboxModel
import Testing

@testable import InboxIMAP

@Suite("Ids of messages")
struct IMAPIDTests {
    private func id(_ header: String, size: Int = 100, emailID: String? = nil) -> RemoteID {
        IMAPID.message(emailID: emailID, header: Array(header.utf8), size: size)
    }

    private let header = "From: Ada <ada@a.example>\r\nSubject: A long line that goes on\r\nMessage-ID: <1@a>\r\n\r\n"

    @Test("are the same however the server writes the header")
    func same() {
        #expect(
            id(header)
                == id(
                    "Received: x\r\nMESSAGE-ID:<1@a>\r\nsubject:  A long line\r\n\tthat goes  on \r\n"
                        + "From: Ada\r\n <ada@a.example>\nX-Other: 1\r\n\r\nThe text"))
    }

    @Test("differ with the message")
    func different() {
        #expect(id(header) != id(header, size: 101))
        #expect(id(header) != id(header.replacing("1@a", with: "2@a")))
        #expect(id(header) != id(header.replacing("Subject", with: "Cc")))
        #expect(id("Subject: a\r\nTo: b\r\n\r\n") != id("Subject: a To: b\r\n\r\n"))
    }

    @Test("are short and plain")
    func plain() throws {
        let id = id(header).rawValue
        #expect(id.wholeMatch(of: /m[A-Za-z0-9_\-]{24}/) != nil)
        #expect(try #require(FilePlace(RemoteID(id + "/1.2"))).message.rawValue == id)
    }

    @Test("are the server's where it has ids")
    func servers() {
        #expect(id(header, emailID: "M12_a-b").rawValue == "M12_a-b")
        for wrong in ["", "a/b", "upload", "a b", "ä", String(repeating: "a", count: 256)] {
            #expect(id(header, emailID: wrong) == id(header), "\(wrong)")
        }
    }

    @Test("a message without any header has one, too")
    func empty() { #expect(id("", size: 0) != id("", size: 1)) }
}

@Suite("Ids of files")
struct FilePlaceTests {
    @Test("name the message and the part", arguments: ["1", "1.2", "2#1", "1.2.3#12"])
    func text(section: String) throws {
        let place = FilePlace(message: RemoteID("mabc"), section: section)
        #expect(FilePlace(place.id) == place)
    }

    @Test("are nothing else", arguments: ["", "m/", "/1", "m", "m/1.", "m/a", "m/1#", "m/1\r\nx", "m/#1", "m/1.MIME"])
    func wrong(text: String) { #expect(FilePlace(RemoteID(text)) == nil) }

    @Test("tell the section and the file in it")
    func parts() {
        let place = FilePlace(message: RemoteID("m"), section: "1.2#3")
        #expect(place.partSection == "1.2")
        #expect(place.fileInText == "3")
        #expect(FilePlace(message: RemoteID("m"), section: "1.2").fileInText == nil)
    }
}
