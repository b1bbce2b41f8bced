import GRDB
import InboxModel
import MailContent

/// A validated EmailSubmission that a client wants to create.
struct SubmissionOrder {
    let row: EmailRow
    let envelope: Envelope
    let sendAt: Int64
    let isHeld: Bool
    /// The message that is sent, without Bcc.
    let raw: [UInt8]

    /// - Throws: the error of RFC 8621 §7.5 that explains why it cannot be sent.
    init(_ object: JSONValue, emailID: String, _ call: MethodCall, _ db: Database) throws {
        let known: Set<String> = ["identityId", "emailId", "envelope"]
        let unknown = (object.members ?? []).map(\.name).filter { !known.contains($0) }
        guard unknown.isEmpty else { throw SetError.invalidProperties(unknown, "cannot be set") }
        guard object["identityId"]?.textValue == IdentityMethods.id(of: call.account) else {
            throw SetError.invalidProperties(["identityId"], "there is no such identity")
        }
        guard let row = try EmailRow.fetch(db, id: emailID, account: call.account) else {
            throw SetError.invalidProperties(["emailId"], "there is no such email")
        }
        self.row = row
        let bytes = try EmailBytes.of(row, account: call.account, in: db)
        let parsed = ParsedMessage.parse(bytes)
        guard !parsed.from.isEmpty else {
            throw SetError(
                type: "invalidEmail", description: "it names no sender",
                members: [JSONMember("properties", .texts(["from"]))])
        }
        raw = HeaderRemoval.removing(HeaderRemoval.blindCopies, from: bytes)
        let given = object["envelope"].flatMap { $0.isNull ? nil : $0 }
        let sender = given?["mailFrom"]?["email"]?.textValue ?? call.account.email
        guard sender.lowercased() == call.account.email.lowercased() else {
            throw SetError.plain("forbiddenMailFrom", "mail of this account leaves as \(call.account.email)")
        }
        envelope = Envelope(sender: sender, recipients: try Self.recipients(given, parsed))
        let hold = try Self.hold(given?["mailFrom"]?["parameters"], call)
        isHeld = hold != nil
        sendAt = hold ?? .now
    }

    private static func recipients(_ envelope: JSONValue?, _ message: ParsedMessage) throws -> [String] {
        let given = envelope?["rcptTo"]?.arrayValue.map { $0.compactMap { $0["email"]?.textValue } }
        var seen: Set<String> = []
        let recipients = (given ?? (message.to + message.cc + message.bcc).map(\.email)).filter {
            seen.insert($0.lowercased()).inserted
        }
        guard !recipients.isEmpty else { throw SetError.plain("noRecipients") }
        guard recipients.count <= 1000 else {
            throw SetError(type: "tooManyRecipients", members: [JSONMember("maxRecipients", .integer(1000))])
        }
        let wrong = recipients.filter { !Recipients.isPlausible($0) }
        guard wrong.isEmpty else {
            throw SetError(type: "invalidRecipients", members: [JSONMember("invalidRecipients", .texts(wrong))])
        }
        return recipients
    }

    /// Returns the send time; nil to send at once (RFC 4865).
    private static func hold(_ parameters: JSONValue?, _ call: MethodCall) throws -> Int64? {
        let values = (parameters?.members ?? []).filter { !$0.value.isNull }
        guard !values.isEmpty else { return nil }
        let longest = call.host.oddities.shows(.noHold) ? 0 : JMAPSession.maxDelayedSend
        for member in values {
            let time: Int64? =
                switch member.name.uppercased() {
                case "HOLDFOR": member.value.wholeNumber.map { .now + $0 }
                case "HOLDUNTIL": member.value.textValue.flatMap(UTCDate.seconds)
                default: nil
                }
            guard let time, time - .now <= Int64(longest) else {
                throw SetError.invalidProperties(["envelope"], "\(member.name) is not taken, or is too long")
            }
            return time
        }
        return nil
    }
}
