import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Updates that a JMAP server refuses together")
struct JMAPRefusedTogetherTests {
    @Test(
        "of updates that are refused together only those at fault are refused; a server that refuses all is believed soon"
    )
    func refusedTogether() async {
        func refused(_ bad: Set<String>?) async -> ([RemoteID], requests: Int) {
            let server = ScriptedJMAP()
            server.session = JMAPFixtures.session(core: #""maxObjectsInSet": 500, "maxObjectsInGet": 500"#)
            server.on("Email/set") { call in
                let ids = call["update"]?.keys ?? []
                guard let bad, bad.isDisjoint(with: ids) else {
                    return .error("invalidArguments")
                }
                return .json(#"{"updated": {\#(ids.map { "\"\($0)\": null" }.joined(separator: ","))}}"#)
            }
            let updates = (0..<250).map { (RemoteID("m\($0)"), RemoteUpdate(addKeywords: [.seen])) }
            let answers = await JMAPService.scripted(server).update(Dictionary(uniqueKeysWithValues: updates))
            #expect(answers.count == 250)
            let refused = answers.filter { if case .failure = $0.value { true } else { false } }
            return (refused.keys.sorted(), server.calls("Email/set").count)
        }
        let one = await refused(["m77"])
        #expect(one.0 == [RemoteID("m77")] && one.requests < 20)
        let two = await refused(["m3", "m200"])
        #expect(two.0 == [RemoteID("m200"), RemoteID("m3")])
        let all = await refused(nil)
        #expect(all.0.count == 250 && all.requests < 20)
    }
}
