import Testing

@testable import InboxServer

@Suite("JMAP: mailboxes")
struct JMAPMailboxTests {
    @Test("every account has the role mailboxes and counts its mail", arguments: [false, true])
    func get(hasLabels: Bool) async throws {
        let mail = [
            MailText("1"), MailText("2") { $0.status = "RO" },
            MailText("3") {
                $0.inReplyTo = "1"
                $0.status = "RO"
            },
        ]
        try await TestServer.with(mail: mail, { $0.hasLabels = hasLabels }) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let list = try #require(try await talk.call("Mailbox/get")["list"]?.arrayValue)
            let roles = Set(list.compactMap { $0["role"]?.textValue })
            let own: Set = hasLabels ? ["all", "important"] : ["archive"]
            #expect(roles == own.union(["inbox", "drafts", "sent", "trash", "junk"]))
            let inbox = try #require(list.first { $0["role"]?.textValue == "inbox" })
            let counts = ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"].map { inbox[$0]?.wholeNumber }
            #expect(counts == [3, 1, 2, 1])
            #expect(inbox["myRights"]?["mayAddItems"] == .bool(true) && inbox["myRights"]?["mayDelete"] == .bool(false))
            let one = try await talk.call(
                "Mailbox/get", #"{"ids":["x","\#(inbox["id"]?.textValue ?? "")"],"properties":["name"]}"#)
            #expect(one["notFound"] == .texts(["x"]))
            #expect(one["list"]?[0].members?.map(\.name) == ["id", "name"])
            #expect(try await talk.call("Mailbox/get", #"{"properties":["colour"]}"#).error == "invalidArguments")
        }
    }

    @Test("queries filter by name and role, sort and cut")
    func query() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            _ = try await talk.call("Mailbox/set", #"{"create":{"a":{"name":"Mill b"},"b":{"name":"Mill a"}}}"#)
            func names(_ arguments: String) async throws -> [String] {
                let answer = try await talk.call("Mailbox/query", arguments)
                let ids = answer["ids"]?.textList ?? []
                let list = try await talk.call("Mailbox/get")["list"]?.arrayValue ?? []
                return ids.compactMap { id in list.first { $0["id"]?.textValue == id }?["name"]?.textValue }
            }
            #expect(
                try await names(#"{"filter":{"name":"mill"},"sort":[{"property":"name"}]}"#) == ["Mill a", "Mill b"])
            let down = #"{"filter":{"hasAnyRole":false},"sort":[{"property":"name","isAscending":false}],"limit":1}"#
            #expect(try await names(down) == ["Mill b"])
            #expect(try await names(#"{"filter":{"role":"inbox"}}"#) == ["Inbox"])
            let both = #"{"operator":"OR","conditions":[{"role":"inbox"},{"name":"Mill a"}]}"#
            #expect(try await names(#"{"filter":\#(both)}"#) == ["Inbox", "Mill a"])
            #expect(
                try await names(#"{"filter":{"operator":"NOT","conditions":[\#(both),{"hasAnyRole":true}]}}"#) == [
                    "Mill b"
                ])
            #expect(try await talk.call("Mailbox/query", #"{"filter":{"colour":"red"}}"#).error == "unsupportedFilter")
            #expect(
                try await talk.call("Mailbox/query", #"{"sort":[{"property":"colour"}]}"#).error == "unsupportedSort")
            for wrong in [#"{"name":5}"#, #"{"hasAnyRole":"x"}"#, #"{"operator":"OR"}"#, #"{"role":5}"#, #""x""#] {
                let answer = try await talk.call("Mailbox/query", #"{"filter":\#(wrong)}"#)
                #expect(answer.error == "invalidArguments", "\(wrong)")
            }
            let changes = try await talk.call("Mailbox/queryChanges", #"{"sinceQueryState":"x"}"#)
            #expect(changes.error == "cannotCalculateChanges")
        }
    }

    @Test("a mailbox is made, renamed, filled and deleted, and changes show it", arguments: [false, true])
    func life(hasLabels: Bool) async throws {
        try await TestServer.with(mail: [MailText("1")], { $0.hasLabels = hasLabels }) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            var state = try await talk.state("Mailbox")
            func changes() async throws -> JSONValue {
                let answer = try await talk.call("Mailbox/changes", #"{"sinceState":"\#(state)"}"#)
                state = answer["newState"]?.textValue ?? ""
                return answer
            }
            let made = try await talk.call("Mailbox/set", #"{"create":{"m":{"name":"Mill","parentId":null}}}"#)
            let id = try #require(made["created"]?["m"]?["id"]?.textValue)
            #expect(try await changes()["created"] == .texts([id]))
            _ = try await talk.call("Mailbox/set", #"{"update":{"\#(id)":{"name":"Mills"}}}"#)
            let renamed = try await changes()
            #expect(renamed["updated"]?.textList.contains(id) == true && renamed["updatedProperties"] == .null)
            let email = try #require(try await talk.emails().first)
            _ = try await talk.call("Email/set", #"{"update":{"\#(email)":{"mailboxIds":{"\#(id)":true}}}}"#)
            let filled = try await changes()
            #expect(filled["updated"]?.textList.contains(id) == true)
            #expect(filled["updatedProperties"]?.textList.contains("totalEmails") == true)
            let refused = try await talk.call("Mailbox/set", #"{"destroy":["\#(id)","x"]}"#)
            #expect(refused["notDestroyed"]?[id]?.error == "mailboxHasEmail")
            #expect(refused["notDestroyed"]?["x"]?.error == "notFound")
            let gone = try await talk.call("Mailbox/set", #"{"destroy":["\#(id)"],"onDestroyRemoveEmails":true}"#)
            #expect(gone["destroyed"] == .texts([id]))
            #expect(try await changes()["destroyed"] == .texts([id]))
            // With labels the message is also in another mailbox.
            #expect(try await talk.emails().isEmpty == !hasLabels)
            #expect(try await changes()["updated"] == .array([]))
        }
    }

    @Test("mailbox changes come in steps, none lost, whatever happens in between", arguments: [1, 2, 3, 100])
    func steps(most: Int) async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            var state = try await talk.state("Mailbox")
            let made = try await talk.call("Mailbox/set", #"{"create":{"m":{"name":"Mill"}}}"#)
            let id = try #require(made["created"]?["m"]?["id"]?.textValue)
            let email = try #require(try await talk.emails().first)
            var (created, updated, steps, hasMore): ([String], Set<String>, Int, Bool) = ([], [], 0, true)
            while hasMore {
                let changes = try await talk.call(
                    "Mailbox/changes", #"{"sinceState":"\#(state)","maxChanges":\#(most)}"#)
                let news = (changes["created"]?.textList ?? [], changes["updated"]?.textList ?? [])
                #expect(news.0.count + news.1.count <= most)
                created += news.0
                updated.formUnion(news.1)
                state = try #require(changes["newState"]?.textValue)
                hasMore = changes["hasMoreChanges"] == .bool(true)
                steps += 1
                // A message moves once during the steps, which is reported at the end, in additional steps.
                if steps == 2 {
                    _ = try await talk.call("Email/set", #"{"update":{"\#(email)":{"mailboxIds":{"\#(id)":true}}}}"#)
                }
            }
            let all = Set(try await talk.call("Mailbox/get")["list"]?.ids ?? [])
            #expect(created == [id] && updated == all.subtracting([id]))
            let rest = try await talk.call("Mailbox/changes", #"{"sinceState":"\#(state)"}"#)
            #expect(Set(rest["updated"]?.textList ?? []) == (steps > 1 ? all : []))
        }
    }

    @Test("names are unique, roles are fixed, and mailboxes with roles stay")
    func refusals() async throws {
        try await TestServer.with { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let inbox = try await talk.mailbox("inbox")
            let set = try await talk.call(
                "Mailbox/set",
                #"{"create":{"a":{"name":"Sent"},"b":{"name":" "},"c":{"name":"x","role":"archive"},"d":{"name":"y","#
                    + #""colour":"red"},"e":{"name":"a\nb"},"f":{"name":"\#(String(repeating: "ü", count: 96))"}},"#
                    + #""update":{"\#(inbox)":{"name":"In"},"x":{"name":"z"}},"destroy":["\#(inbox)"]}"#)
            for name in ["a", "b", "c", "d", "e", "f"] {
                #expect(set["notCreated"]?[name]?.error == "invalidProperties", "\(name)")
            }
            #expect(set["notUpdated"]?[inbox]?.error == "forbidden" && set["notUpdated"]?["x"]?.error == "notFound")
            #expect(set["notDestroyed"]?[inbox]?.error == "forbidden")
            #expect(set["oldState"] == set["newState"])
        }
    }
}
