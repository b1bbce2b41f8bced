import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Sending exactly once")
struct SendingOnceTests {
    @Test("an order that is given twice is carried out once")
    func twice() async throws {
        let rig = try WritingRig()
        let draft = try await rig.service.save(rig.draft())
        let order = try await rig.order(draft.id)
        _ = try await rig.service.send(order)
        #expect(try await rig.service.send(order).leftover == nil)
        #expect(rig.server.submissions.count == 1 && rig.server.mail(in: "Sent").count == 1)
    }

    @Test("a message that left is known to have left, though no copy could be made")
    func taken() async throws {
        var rig = try WritingRig()
        let draft = try await rig.service.save(rig.draft())
        let order = try await rig.order(draft.id)
        rig.server.script(.refuse("[OVERQUOTA] full"), at: "APPEND")
        #expect(try await rig.service.send(order).leftover != nil)
        #expect(rig.server.mail(in: "Sent").isEmpty && rig.subjects("Drafts") == ["Lunch"])
        try rig.restart()
        guard
            case .sent = try await rig.service.whereabouts(
                of: draft.id, messageIDHeader: order.messageIDHeader, sending: order)
        else {
            Issue.record("it is not known")
            return
        }
        #expect(rig.server.mail(in: "Sent").count == 1 && rig.subjects("Drafts") == [])
        #expect(rig.server.submissions.count == 1)
    }

    @Test("nothing leaves while there is no place for its copy")
    func noPlace() async throws {
        let rig = try WritingRig()
        rig.server.deleteFolder("Sent")
        let draft = try await rig.service.save(rig.draft())
        let order = try await rig.order(draft.id)
        rig.server.script(.refuse("[CANNOT] no"), at: "CREATE")
        await #expect(throws: RemoteError.self) { try await rig.service.send(order) }
        #expect(rig.server.submissions.isEmpty && rig.subjects("Drafts") == ["Lunch"])
    }

    @Test("older mail with the same Message-ID is no copy of what left now")
    func older() async throws {
        let rig = try WritingRig()
        rig.server.deliver(WritingRig.mail("draft"), to: "Sent", date: .test(0))
        let draft = try await rig.service.save(rig.draft())
        _ = try await rig.service.send(try await rig.order(draft.id))
        #expect(rig.subjects("Sent") == ["Lunch", "draft"])
    }

    @Test("a whole message is kept once, though the answer to its filing is lost")
    func resent() async throws {
        let rig = try WritingRig()
        let bytes = Array(WritingRig.mail("sealed").utf8)
        var order = try await rig.order(RemoteID(""))
        order.messageIDHeader = "<sealed@example.test>"
        rig.server.script(.hangUpAfter, at: "APPEND")
        #expect(try await rig.service.resend(bytes, order).leftover == nil)
        #expect(rig.server.mail(in: "Sent").map(\.bytes) == [bytes])
    }

    @Test("an order that is known to have left is not in doubt without its journal")
    func left() async throws {
        let rig = try WritingRig()
        let draft = try await rig.service.save(rig.draft())
        var order = try await rig.order(draft.id)
        (order.state, order.left) = ("of another journal", draft.id)
        guard
            case .sent = try await rig.service.whereabouts(
                of: draft.id, messageIDHeader: order.messageIDHeader, sending: order)
        else {
            Issue.record("it is in doubt")
            return
        }
        #expect(rig.server.submissions.isEmpty && rig.subjects("Drafts") == [] && rig.subjects("Sent") == ["Lunch"])
    }
}
