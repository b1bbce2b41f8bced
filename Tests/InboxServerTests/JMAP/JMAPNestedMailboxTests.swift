import TestSupport
import Testing

@testable import InboxServer

@Suite("JMAP: mailboxes in mailboxes")
struct JMAPNestedMailboxTests {
    /// An account's mailboxes as JMAP and the Inbox API tell of them.
    private struct Boxes {
        let test: TestServer
        let talk: JMAPTalk

        init(_ test: TestServer) async throws {
            self.test = test
            talk = try await JMAPTalk(test.ann)
        }

        /// The names from the top down, by id: `Work/2026`.
        func paths() async throws -> [String: String] {
            let list = try await talk.call("Mailbox/get")["list"]?.arrayValue ?? []
            let byID = Dictionary(uniqueKeysWithValues: list.map { ($0["id"]?.textValue ?? "", $0) })
            return byID.mapValues { mailbox in
                var (path, level, steps) = (mailbox["name"]?.textValue ?? "", mailbox, 0)
                while let parent = level["parentId"]?.textValue, steps < 100 {
                    level = byID[parent] ?? .null
                    path = (level["name"]?.textValue ?? "?") + "/" + path
                    steps += 1
                }
                return path
            }
        }

        /// The user's own mailboxes, sorted.
        func own() async throws -> [String] {
            let roles = Set(
                (try await talk.call("Mailbox/get")["list"]?.arrayValue ?? []).filter { $0["role"] != .null }
                    .compactMap { $0["id"]?.textValue })
            return try await paths().filter { !roles.contains($0.key) }.map(\.value).sorted()
        }

        func id(_ path: String) async throws -> String {
            try await paths().first { $0.value == path }?.key ?? "none of \(path)"
        }

        func mailbox(_ path: String) async throws -> JSONValue {
            try await talk.call("Mailbox/get", #"{"ids":["\#(try await id(path))"]}"#)["list"]?[0] ?? .null
        }

        /// Makes mailboxes, outer ones first.
        func make(_ paths: String...) async throws {
            for path in paths {
                let cut = path.lastIndex(of: "/")
                let name = cut.map { path[path.index(after: $0)...] } ?? path[...]
                var parent = "null"
                if let cut { parent = "\"\(try await id(String(path[..<cut])))\"" }
                let made = try await talk.call(
                    "Mailbox/set", #"{"create":{"m":{"name":"\#(name)","parentId":\#(parent)}}}"#)
                #expect(made["created"]?["m"]?["id"] != nil, "\(path): \(made)")
            }
        }

        /// - Returns: the error; nil if it was done.
        @discardableResult
        func update(_ path: String, _ patch: String) async throws -> String? {
            let id = try await id(path)
            return try await talk.call("Mailbox/set", #"{"update":{"\#(id)":\#(patch)}}"#)["notUpdated"]?[id]?.error
        }

        func displayNames(_ kind: String = "folders") async throws -> [String] {
            try await test.ann.get("/\(kind)").json.texts("display_name")
        }

        /// Makes a mailbox by the Inbox API.
        func makeFolder(_ name: String) async throws {
            _ = try await test.ann.call("POST", "/folders", .of(("display_name", .text(name))))
        }
    }

    @Test(
        "a mailbox is made in another, also of the same call, and the server says how deep that goes",
        arguments: ["folders", "labels"])
    func make(kind: String) async throws {
        try await TestServer.with({ $0.hasLabels = kind == "labels" }) { test async throws in
            let boxes = try await Boxes(test)
            let made = try await boxes.talk.call(
                "Mailbox/set",
                ##"{"create":{"a":{"name":"May","parentId":"#b"},"b":{"name":"2026","parentId":"#c"},"##
                    + ##""c":{"name":"Work"}}}"##)
            #expect(made["notCreated"] == .null && made["created"]?.members?.count == 3)
            #expect(try await boxes.own() == ["Work", "Work/2026", "Work/2026/May"])
            let child = try await boxes.mailbox("Work/2026")
            #expect(child["name"] == .text("2026") && child["myRights"]?["mayCreateChild"] == .bool(true))
            #expect(child["parentId"]?.textValue == made["created"]?["c"]?["id"]?.textValue)
            #expect(Set(try await boxes.displayNames(kind)).isSuperset(of: ["Work", "Work/2026", "Work/2026/May"]))
            let session = try await test.ann.get("/jmap/session").json
            let mail = session["accounts"]?[boxes.talk.account]?["accountCapabilities"]?["urn:ietf:params:jmap:mail"]
            #expect(
                mail?["maxMailboxDepth"] == .integer(15 as Int64) && mail?["mayCreateTopLevelMailbox"] == .bool(true))
        }
    }

    @Test("what lies in a mailbox comes along when it is renamed or moved, and changes tell of it")
    func along() async throws {
        try await TestServer.with { test async throws in
            let boxes = try await Boxes(test)
            try await boxes.make("Work", "Work/2026", "Work/2026/May", "Worker")
            let child = try await boxes.id("Work/2026/May")
            let (state, cursor) = (try await boxes.talk.state("Mailbox"), try await test.cursor())
            #expect(try await boxes.update("Work", #"{"name":"Job"}"#) == nil)
            #expect(try await boxes.own() == ["Job", "Job/2026", "Job/2026/May", "Worker"])
            let changes = try await boxes.talk.call("Mailbox/changes", #"{"sinceState":"\#(state)"}"#)
            #expect(changes["updated"]?.textList.contains(child) == true && changes["updatedProperties"] == .null)
            let told = try await test.changes(since: cursor, more: "&exclude_folders=false").map(\.what)
            #expect(told == ["folder modify", "folder modify", "folder modify"])

            let inbox = try await boxes.id("Inbox")
            #expect(try await boxes.update("Job/2026", #"{"parentId":"\#(inbox)","name":"Old"}"#) == nil)
            #expect(try await boxes.id("Inbox/Old/May") == child)
            #expect(try await boxes.displayNames().suffix(4) == ["Job", "INBOX/Old", "INBOX/Old/May", "Worker"])
            #expect(try await boxes.update("Inbox/Old", #"{"parentId":null}"#) == nil)
            #expect(try await boxes.own() == ["Job", "Old", "Old/May", "Worker"])
        }
    }

    @Test("names with levels, missing parents, circles, and taken names are refused, and nothing changes")
    func refusals() async throws {
        try await TestServer.with { test async throws in
            let boxes = try await Boxes(test)
            try await boxes.make("Work", "Work/2026", "Play", "Play/2026", "Play/2026/May")
            // Of old: a level that is no mailbox.
            try await boxes.makeFolder("Home/Work/2026")
            let before = try await boxes.own()
            let (work, year, inbox) = (
                try await boxes.id("Work"), try await boxes.id("Work/2026"), try await boxes.id("Inbox")
            )
            let set = try await boxes.talk.call(
                "Mailbox/set",
                ##"{"create":{"a":{"name":"A/B"},"b":{"name":"B","parentId":"x"},"c":{"name":"C","parentId":"#d"},"##
                    + ##""d":{"name":"D","parentId":"#c"},"e":{"name":"2026","parentId":"\##(work)"},"f":{"name":"F","parentId":5}}}"##
            )
            #expect(set["created"] == .null)
            for name in ["a", "b", "c", "d", "e", "f"] {
                #expect(set["notCreated"]?[name]?.error == "invalidProperties", "\(name)")
            }
            for (path, patch) in [
                ("Work", #"{"name":"Work/Old"}"#), ("Work", #"{"parentId":"\#(work)"}"#),
                ("Work", #"{"parentId":"\#(year)"}"#), ("Work", #"{"parentId":"x"}"#),
                ("Work", #"{"parentId/x":true}"#),
                ("Play/2026", #"{"parentId":"\#(work)"}"#), ("Work/2026", #"{"parentId":null,"name":"play"}"#),
                ("Work", #"{"name":"/"}"#),
            ] {
                #expect(try await boxes.update(path, patch) == "invalidProperties", "\(path) \(patch)")
            }
            #expect(try await boxes.update("Inbox", #"{"parentId":"\#(work)"}"#) == "forbidden")
            #expect(try await boxes.update("Inbox", #"{"parentId":null,"name":"Inbox"}"#) == nil)
            #expect(try await boxes.update("Work/2026", #"{"parentId":"\#(work)","name":"2026"}"#) == nil)
            #expect(try await boxes.own() == before)
            // What would take the place of another's child.
            try await boxes.make("Home")
            #expect(try await boxes.own().contains("Home/Work/2026"))
            let home = try await boxes.id("Home")
            #expect(try await boxes.update("Work", #"{"parentId":"\#(home)"}"#) == "invalidProperties")
            let gone = try await boxes.talk.call("Mailbox/set", #"{"destroy":["\#(work)","\#(inbox)"]}"#)
            #expect(gone["notDestroyed"]?[work]?.error == "mailboxHasChild")
            let both = try await boxes.talk.call("Mailbox/set", #"{"destroy":["\#(work)","\#(year)"]}"#)
            #expect(Set(both["destroyed"]?.textList ?? []) == [work, year])
        }
    }

    @Test("mailboxes go as deep as the server says, and no deeper, moved ones with all that lie in them")
    func depth() async throws {
        try await TestServer.with { test async throws in
            let boxes = try await Boxes(test)
            var path = "1"
            try await boxes.make(path)
            for level in 2...15 {
                path += "/\(level)"
                try await boxes.make(path)
            }
            let deepest = try await boxes.id(path)
            let refused = try await boxes.talk.call(
                "Mailbox/set", #"{"create":{"m":{"name":"16","parentId":"\#(deepest)"}}}"#)
            #expect(refused["notCreated"]?["m"]?.error == "invalidProperties")
            try await boxes.make("Other", "Other/Inner")
            let before = try await boxes.id("1/2/3/4/5/6/7/8/9/10/11/12/13/14")
            #expect(try await boxes.update("Other", #"{"parentId":"\#(before)"}"#) == "invalidProperties")
            #expect(try await boxes.update("Other/Inner", #"{"parentId":"\#(before)"}"#) == nil)
            #expect(try await boxes.update("Other", #"{"name":"Others"}"#) == nil)
        }
    }

    @Test("a level that is no mailbox stays in the name, until there is one")
    func missingLevel() async throws {
        try await TestServer.with { test async throws in
            let boxes = try await Boxes(test)
            try await boxes.makeFolder("Work/2026/May")
            let id = try await boxes.id("Work/2026/May")
            let may = try await boxes.mailbox("Work/2026/May")
            #expect(may["name"] == .text("Work/2026/May") && may["parentId"] == .null)
            #expect(try await boxes.update("Work/2026/May", #"{"name":"Work/2026/June"}"#) == nil)
            #expect(try await boxes.update("Work/2026/June", #"{"name":"Work/2027/June"}"#) == "invalidProperties")
            try await boxes.make("work")
            let june = try await boxes.talk.call("Mailbox/get", #"{"ids":["\#(id)"]}"#)["list"]?[0]
            #expect(june?["name"] == .text("2026/June"))
            #expect(june?["parentId"]?.textValue == (try await boxes.id("work")))
            #expect(try await boxes.displayNames().suffix(2) == ["Work/2026/June", "work"])
            #expect(try await boxes.update("work", #"{"name":"Job"}"#) == nil)
            #expect(try await boxes.displayNames().suffix(2) == ["Job/2026/June", "Job"])
            #expect(try await boxes.update("Job/2026/June", #"{"name":"June"}"#) == nil)
            #expect(try await boxes.own() == ["Job", "Job/June"])
        }
    }

    @Test("names that no JMAP client could give are told whole, and each is another")
    func oddNames() async throws {
        try await TestServer.with { test async throws in
            let boxes = try await Boxes(test)
            let names = ["/", "/a", "a", "a/", "a//", "a//b", "a/ ", "//"]
            for name in names { try await boxes.makeFolder(name) }
            #expect(Set(try await boxes.own()) == Set(names))
            let list = try await boxes.talk.call("Mailbox/get")["list"]?.arrayValue ?? []
            #expect(list.allSatisfy { $0["name"] != .text("") })
        }
    }

    @Test("the Inbox API takes along what lies in a folder that it renames, and leaves it if the folder is deleted")
    func inboxAPI() async throws {
        try await TestServer.with { test async throws in
            let boxes = try await Boxes(test)
            try await boxes.make("Work", "Work/2026", "Play")
            try await boxes.makeFolder("Play/2026")
            let path = "/folders/" + (try await boxes.id("Work"))
            for name in ["Play", "work/2026"] {
                #expect(try await test.ann.call("PUT", path, .of(("display_name", .text(name)))).status == 400)
            }
            _ = try await test.ann.call("DELETE", "/folders/" + (try await boxes.id("Play")))
            #expect(try await boxes.mailbox("Play/2026")["parentId"] == .null)
            // Its child would take the name of another.
            #expect(try await test.ann.call("PUT", path, .of(("display_name", .text("Play")))).status == 400)
            #expect(try await test.ann.call("PUT", path, .of(("display_name", .text("Work/Old")))).status == 200)
            #expect(Set(try await boxes.own()) == ["Work/Old", "Work/Old/2026", "Play/2026"])
        }
    }

    @Test("queries sort and filter as trees, and find what lies in a mailbox")
    func queries() async throws {
        try await TestServer.with { test async throws in
            let boxes = try await Boxes(test)
            try await boxes.make("Zoo", "Zoo/Ape", "Zoo/Ape/Bob", "Ape", "Bear", "Inbox/Cat")
            let zoo = try await boxes.id("Zoo")
            func found(_ arguments: String) async throws -> [String] {
                let paths = try await boxes.paths()
                return try await boxes.talk.call("Mailbox/query", arguments)["ids"]?.textList.compactMap { paths[$0] }
                    ?? []
            }
            let own = #""filter":{"hasAnyRole":false}"#
            let byName = #""sort":[{"property":"name"}]"#
            #expect(
                try await found("{\(own),\(byName)}")
                    == ["Zoo/Ape", "Ape", "Bear", "Zoo/Ape/Bob", "Inbox/Cat", "Zoo"])
            let tree = #""sortAsTree":true"#
            #expect(
                try await found("{\(own),\(byName),\(tree)}")
                    == ["Ape", "Bear", "Inbox/Cat", "Zoo", "Zoo/Ape", "Zoo/Ape/Bob"])
            let down = #""sort":[{"property":"name","isAscending":false}]"#
            #expect(
                try await found("{\(own),\(down),\(tree)}")
                    == ["Zoo", "Zoo/Ape", "Zoo/Ape/Bob", "Inbox/Cat", "Bear", "Ape"])
            #expect(
                try await found("{\(own),\(byName),\(tree),\"filterAsTree\":true}")
                    == ["Ape", "Bear", "Zoo", "Zoo/Ape", "Zoo/Ape/Bob"])
            #expect(try await found(#"{"filter":{"name":"b"},\#(byName),"filterAsTree":true}"#) == ["Bear", "Inbox"])
            #expect(try await found(#"{"filter":{"parentId":"\#(zoo)"}}"#) == ["Zoo/Ape"])
            let tops = #"{"operator":"AND","conditions":[{"parentId":null},{"hasAnyRole":false}]}"#
            #expect(try await found(#"{"filter":\#(tops)}"#) == ["Zoo", "Ape", "Bear"])
            let wrong = try await boxes.talk.call("Mailbox/query", #"{"sortAsTree":1}"#)
            #expect(wrong.error == "invalidArguments")
        }
    }

    /// Whatever is done over either API, JMAP's tree says the names of the Inbox API.
    @Test("the tree and the whole names say the same after any history", arguments: 0..<6)
    func law(seed: Int) async throws {
        var random = SeededRandom(seed: seed)
        try await TestServer.with({ $0.hasLabels = seed % 2 == 1 }) { test async throws in
            let boxes = try await Boxes(test)
            let kind = seed % 2 == 1 ? "labels" : "folders"
            let names = ["a", "b", "c", "A", "ä", "a b"]
            for step in 0..<40 {
                let ids = try await boxes.paths().keys.sorted()
                let (id, other, name) = (random.pick(ids), random.pick(ids + ["none"]), random.pick(names))
                let parent = other == "none" ? "null" : "\"\(other)\""
                switch random.int(0..<6) {
                case 0, 1:
                    _ = try await boxes.talk.call(
                        "Mailbox/set", #"{"create":{"m":{"name":"\#(name)","parentId":\#(parent)}}}"#)
                case 2:
                    _ = try await boxes.talk.call(
                        "Mailbox/set", #"{"update":{"\#(id)":{"name":"\#(name)","parentId":\#(parent)}}}"#)
                case 3: _ = try await boxes.talk.call("Mailbox/set", #"{"destroy":["\#(id)"]}"#)
                case 4:
                    let whole = (0...random.int(0..<3)).map { _ in random.pick(names) }.joined(separator: "/")
                    _ = try await test.ann.call(
                        random.chance(50) ? "POST" : "PUT", random.chance(50) ? "/\(kind)" : "/\(kind)/\(id)",
                        .of(("display_name", .text(whole))))
                default: _ = try await test.ann.call("DELETE", "/\(kind)/\(id)")
                }
                let told = try await test.ann.get("/\(kind)").json
                let whole = Dictionary(uniqueKeysWithValues: zip(told.ids, told.texts("display_name")))
                let paths = try await boxes.paths()
                #expect(
                    paths.mapValues { $0.lowercased() } == whole.mapValues { $0.lowercased() },
                    "seed \(seed), step \(step)")
                #expect(Set(paths.values.map { $0.lowercased() }).count == paths.count, "seed \(seed), step \(step)")
            }
        }
    }
}
