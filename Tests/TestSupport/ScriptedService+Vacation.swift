public import InboxModel
import InboxRemote

extension ScriptedService {
    public func vacation() async throws(RemoteError) -> VacationReply {
        try server.call("vacation", "") { _ throws(RemoteError) in
            guard let reply = server.vacation else { throw RemoteError(.unsupported, call: "vacation") }
            return reply
        }
    }

    public func setVacation(_ reply: VacationReply, before: VacationReply) async throws(RemoteError) {
        try server.call("setVacation", "") { _ in server.setVacation(reply) }
    }
}
