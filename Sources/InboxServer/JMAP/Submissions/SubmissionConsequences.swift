/// The changes to emails after their submission: an implied Email/set (RFC 8621 §7.5).
struct SubmissionConsequences {
    private let call: MethodCall
    private let update: [JSONMember]
    private let destroy: [String]

    /// - Parameter emails: the emails of the successful submissions.
    init(_ call: MethodCall, _ results: SetResults, _ emails: [String: String]) throws {
        self.call = call
        func email(_ submission: String) -> String? { emails[results.id(submission, call)] }
        update = try (call.arguments.objects("onSuccessUpdateEmail") ?? []).compactMap { member in
            email(member.name).map { JSONMember($0, member.value) }
        }
        destroy = try (call.arguments.texts("onSuccessDestroyEmail") ?? []).compactMap(email)
    }

    /// Returns the answer; nil when there was nothing to do.
    func run(_ transaction: MailTransaction) throws -> JSONValue? {
        guard !update.isEmpty || !destroy.isEmpty else { return nil }
        let arguments = JSONValue.object([
            JSONMember("accountId", .text(call.account.publicID)), JSONMember("destroy", .texts(destroy)),
            JSONMember("update", .object(update)),
        ])
        let implied = MethodCall(
            arguments: Arguments(arguments), account: call.account, host: call.host, createdIDs: call.createdIDs)
        guard !call.host.oddities.shows(.implicitSetFails) else {
            let state = try StateString.of(.email, call.account, in: transaction.db)
            var results = SetResults(refusesFirst: false)
            let failure = SetError.plain("forbidden", "refused, as this server was told to")
            for member in update { try results.update(member.name) { throw failure } }
            for id in destroy { try results.destroy(id) { throw failure } }
            return results.outcome(implied, oldState: state, newState: state).arguments
        }
        return try EmailSet.apply(SetRequest(implied), implied, transaction).arguments
    }
}
