import TestSupport
import Testing

@testable import InboxServer

/// A client that follows a server by changes alone, with checks of the law.
private struct Follower {
    let talk: JMAPTalk
    var state: String
    var emails: [String: JSONValue]

    static let properties = #""properties":["threadId","mailboxIds","keywords","subject","blobId"]"#

    init(_ talk: JMAPTalk) async throws {
        self.talk = talk
        state = try await talk.state("Email")
        emails = try await Self.all(talk)
    }

    static func all(_ talk: JMAPTalk) async throws -> [String: JSONValue] {
        let list = try await talk.call("Email/get", "{\(properties)}")["list"]?.arrayValue ?? []
        return Dictionary(uniqueKeysWithValues: list.map { ($0["id"]?.textValue ?? "", $0) })
    }

    /// Applies all changes in small steps. New ids must be reported as created, and known ones must not.
    mutating func follow() async throws {
        var hasMore = true
        while hasMore {
            let changes = try await talk.call("Email/changes", #"{"sinceState":"\#(state)","maxChanges":2}"#)
            let (created, updated) = (changes["created"]?.textList ?? [], changes["updated"]?.textList ?? [])
            let destroyed = changes["destroyed"]?.textList ?? []
            #expect(created.count + updated.count + destroyed.count <= 2)
            for id in destroyed { emails[id] = nil }
            let ids = JSONValue.texts(created + updated).compactText
            let list =
                try await talk.call("Email/get", #"{"ids":\#(ids),\#(Self.properties)}"#)["list"]?.arrayValue ?? []
            for email in list { emails[email["id"]?.textValue ?? ""] = email }
            // A later step reports what has been destroyed since.
            hasMore = changes["hasMoreChanges"] == .bool(true)
            let next = try #require(changes["newState"]?.textValue)
            #expect(!hasMore || next != state)
            state = next
        }
    }
}

/// A list that is maintained by its changes.
private struct FollowedList {
    let talk: JMAPTalk
    let query: String
    var state = ""
    var ids: [String] = []

    init(_ talk: JMAPTalk, _ query: String) async throws {
        self.talk = talk
        self.query = query
        (ids, state) = try await asked()
    }

    func asked() async throws -> ([String], String) {
        let answer = try await talk.call("Email/query", "{\(query)}")
        return (answer["ids"]?.textList ?? [], answer["queryState"]?.textValue ?? "")
    }

    mutating func follow() async throws {
        let changes = try await talk.call("Email/queryChanges", #"{\#(query),"sinceQueryState":"\#(state)"}"#)
        let removed = Set(changes["removed"]?.textList ?? [])
        ids.removeAll { removed.contains($0) }
        for item in changes["added"]?.arrayValue ?? [] {
            let index = Int(item["index"]?.wholeNumber ?? -1)
            guard (0...ids.count).contains(index) else {
                Issue.record("\(query): \(index) of \(ids.count)")
                return
            }
            ids.insert(item["id"]?.textValue ?? "", at: index)
        }
        state = changes["newQueryState"]?.textValue ?? ""
    }
}

@Suite("JMAP: correctness of changes")
struct JMAPChangesLawTests {
    @Test(
        "a client that follows the changes matches the server, whichever API made them",
        arguments: 0..<6)
    func law(seed: Int) async throws {
        var random = SeededRandom(seed: seed)
        let hasLabels = seed % 2 == 1
        let mail = (0..<8).map { number in MailText("\(number)") { $0.date = 1_400_000_000 + number * 60 } }
        try await TestServer.with(mail: mail, { $0.hasLabels = hasLabels }) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            var follower = try await Follower(talk)
            let inbox = try await talk.mailbox("inbox")
            let queries = [
                #""filter":{"inMailbox":"\#(inbox)"},"sort":[{"property":"receivedAt","isAscending":false}]"#,
                #""filter":{"inMailbox":"\#(inbox)"},"sort":[{"property":"receivedAt","isAscending":false}],"collapseThreads":true"#,
                #""filter":{"someInThreadHaveKeyword":"mill"},"sort":[{"property":"subject"}]"#,
                #""filter":{"notKeyword":"$seen"},"sort":[{"property":"hasKeyword","keyword":"$flagged"}]"#,
            ]
            var lists: [FollowedList] = []
            for query in queries { lists.append(try await FollowedList(talk, query)) }
            for step in 0..<12 {
                for _ in 0...random.int(0..<3) { try await change(test, talk, step, &random) }
                try await follower.follow()
                #expect(follower.emails == (try await Follower.all(talk)), "seed \(seed), step \(step)")
                for index in lists.indices {
                    try await lists[index].follow()
                    #expect(
                        lists[index].ids == (try await lists[index].asked().0),
                        "seed \(seed), step \(step), \(queries[index])")
                }
            }
        }
    }

    private func change(_ test: TestServer, _ talk: JMAPTalk, _ step: Int, _ random: inout SeededRandom) async throws {
        let ids = try await talk.emails()
        guard let id = ids.isEmpty ? nil : random.pick(ids) else { return }
        let keyword = random.pick(["$seen", "$flagged", "mill", "$answered"])
        switch random.int(0..<9) {
        case 0, 1:
            let value = random.chance(60) ? "true" : "null"
            _ = try await talk.call("Email/set", #"{"update":{"\#(id)":{"keywords/\#(keyword)":\#(value)}}}"#)
        case 2:
            let mailbox = try await talk.mailbox(random.pick(["inbox", "trash", "sent"]))
            _ = try await talk.call("Email/set", #"{"update":{"\#(id)":{"mailboxIds":{"\#(mailbox)":true}}}}"#)
        case 3: _ = try await talk.call("Email/set", #"{"destroy":["\#(id)"]}"#)
        case 4:
            // An answer to several messages joins their threads.
            let answered = random.some(of: Array(0..<8), percent: 30).map { #""\#($0)@mill.example""# }
            _ = try await talk.write(
                #""subject":"Step \#(step)","messageId":["s\#(random.int(0..<99999))@x"],"references":[\#(answered.joined(separator: ","))]"#
            )
        case 5: _ = try await talk.draft(to: "bob@example.test", subject: "Draft \(step)")
        case 6: _ = try await test.send(to: ["ann@example.test", "bob@example.test"], subject: "Note \(step)")
        case 7:
            let draft = try await test.ann.get("/drafts").json[0]
            guard let id = draft["id"]?.textValue, let version = draft["version"] else { return }
            let fields = JSONValue.of(("subject", .text("Changed \(step)")), ("version", version))
            _ = try await test.ann.call("PUT", "/drafts/\(id)", fields)
        default:
            let thread = try await test.ann.get("/threads").json[0]["id"]?.textValue ?? ""
            let marks = JSONValue.of(("unread", .bool(random.chance(50))), ("starred", .bool(random.chance(50))))
            _ = try await test.ann.call("PUT", "/threads/\(thread)", marks)
        }
    }

    @Test("unknown states give no changes", arguments: ["x", "", "zzzzzz-1", "future"])
    func unknownStates(state: String) async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let talk = try await JMAPTalk(test.ann)
            let known = try await talk.state("Email")
            let asked = state == "future" ? String(known.prefix(7)) + "zzz" : state
            for type in ["Email", "Mailbox", "Thread", "EmailSubmission", "Identity"] {
                let answer = try await talk.call("\(type)/changes", #"{"sinceState":"\#(asked)"}"#)
                #expect(answer.error == "cannotCalculateChanges", "\(type)")
            }
            let list = try await talk.call("Email/queryChanges", #"{"sinceQueryState":"\#(asked)"}"#)
            #expect(list.error == "cannotCalculateChanges")
            #expect(
                try await talk.call("Email/changes", #"{"sinceState":"\#(known)","maxChanges":0}"#).error
                    == "invalidArguments")
        }
    }
}
