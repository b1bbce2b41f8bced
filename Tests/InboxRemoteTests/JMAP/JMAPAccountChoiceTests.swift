import Foundation
import Testing

@testable import InboxRemote

@Suite("Which account of a JMAP session is opened")
struct JMAPAccountChoiceTests {
    /// Returns the account that is opened among some, by their ids and names; "P" is the primary one.
    private func opened(_ names: [String: String], address: String, login: String, userName: String = "") throws
        -> String?
    {
        let mail = "urn:ietf:params:jmap:mail"
        let all = names.map { id, name in #""\#(id)":{"name":"\#(name)","accountCapabilities":{"\#(mail)":{}}}"# }
        let text = #"""
            {"apiUrl":"/api","accounts":{\#(all.joined(separator: ","))},"primaryAccounts":{"\#(mail)":"P"},
            "capabilities":{"\#(mail)":{}},"username":"\#(userName)","state":"1"}
            """#
        let wire = try JSONReader.read(WireSession.self, from: Array(text.utf8))
        return Session(wire, url: JMAPFixtures.url, address: address, login: login)?.account
    }

    @Test("J-6: an alias opens the user's own account, not a shared one that is called like its first part")
    func alias() throws {
        let names = ["P": "u123", "S": "info"]
        #expect(try opened(names, address: "info@b.example", login: "info@b.example") == "P")
        #expect(try opened(names, address: "Info@b.example", login: "", userName: "INFO@b.example") == "P")
        #expect(try opened(names, address: "info@b.example", login: "u123@a.example") == "P", "another domain")
        #expect(try opened(names, address: "info@b.example", login: "u123", userName: "u123@a.example") == "P")
    }

    @Test("J-6: another account is opened by its name, or by its first part on a server that omits its domain")
    func shared() throws {
        let names = ["P": "ada", "S": "Info"]
        #expect(try opened(names, address: "info", login: "ada") == "S")
        #expect(try opened(names, address: "info@a.example", login: "ada") == "S")
        #expect(try opened(names, address: "info@a.example", login: "ada@A.example") == "S")
        #expect(try opened(["P": "ada", "S": "info@b.example"], address: "info@b.example", login: "info") == "S")
        #expect(try opened(names, address: "ada@a.example", login: "ada@a.example") == "P")
        #expect(try opened(["P": "", "S": ""], address: "", login: "") == "P")
    }

    @Test("without a primary account one of the user's own is opened, whatever others share")
    func noPrimary() throws {
        let mail = #""accountCapabilities":{"urn:ietf:params:jmap:mail":{}}"#
        func opened(_ accounts: String) throws -> String? {
            let wire = try JSONReader.read(
                WireSession.self, from: Array(#"{"apiUrl":"/api","accounts":{\#(accounts)},"primaryAccounts":{}}"#.utf8)
            )
            return Session(wire, url: JMAPFixtures.url)?.account
        }
        let team = #""a":{"name":"Team","isPersonal":false,\#(mail)}"#
        #expect(try opened(#"\#(team),"b":{"name":"Ada","isPersonal":true,\#(mail)}"#) == "b")
        #expect(try opened(#"\#(team),"b":{"name":"Ada",\#(mail)}"#) == "b")
        #expect(try opened(team) == "a")
    }
}
