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
        let given = try object["envelope"].flatMap { try $0.isNull ? nil : GivenEnvelope($0) }
        let sender = given?.sender ?? call.account.email
        guard sender.lowercased() == call.account.email.lowercased() else {
            throw SetError.plain("forbiddenMailFrom", "mail of this account leaves as \(call.account.email)")
        }
        let named = given?.recipients ?? (parsed.to + parsed.cc + parsed.bcc).map(\.email)
        envelope = Envelope(sender: sender, recipients: try Self.checked(named))
        let hold = try Self.hold(given?.parameters ?? [], call)
        isHeld = hold != nil
        sendAt = max(hold ?? .now, .now)
    }

    private static func checked(_ named: [String]) throws -> [String] {
        var seen: Set<String> = []
        let recipients = named.filter { seen.insert($0.lowercased()).inserted }
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

    /// Returns the send time; nil to send at once. Of the two ways to say it, one may be used (RFC 4865 §4).
    private static func hold(_ parameters: [JSONMember], _ call: MethodCall) throws -> Int64? {
        let longest = call.host.oddities.shows(.noHold) ? 0 : JMAPSession.maxDelayedSend
        let times = try parameters.map { member in
            let time: Int64? =
                switch member.name.uppercased() {
                case "HOLDFOR": member.value.wholeNumber.flatMap { $0 < 0 ? nil : Int64.now + $0 }
                case "HOLDUNTIL": member.value.textValue.flatMap(UTCDate.seconds)
                default: nil
                }
            guard let time, time - .now <= Int64(longest) else {
                throw SetError.invalidProperties(["envelope"], "\(member.name) is not taken, or is too long")
            }
            return time
        }
        guard times.count <= 1 else {
            throw SetError.invalidProperties(["envelope"], "HOLDFOR and HOLDUNTIL are not taken together")
        }
        return times.first
    }
}

/// The envelope that a client gives. One that is not in order is refused: its mail would go to the recipients that the headers name, or
/// to some of those that were meant.
private struct GivenEnvelope {
    let sender: String?
    let recipients: [String]
    /// Of the sender, without those that are null.
    let parameters: [JSONMember]

    init(_ value: JSONValue) throws {
        let sender = value["mailFrom"].flatMap { $0.isNull ? nil : $0 }
        let parameters = sender?["parameters"].flatMap { $0.isNull ? nil : $0 } ?? .object([])
        guard sender == nil || sender?["email"]?.textValue != nil, let given = parameters.members,
            let recipients = value["rcptTo"]?.arrayValue
        else { throw SetError.invalidProperties(["envelope"], "it has mailFrom with an email, and rcptTo, a list") }
        self.sender = sender?["email"]?.textValue
        self.parameters = given.filter { !$0.value.isNull }
        self.recipients = try recipients.map { recipient in
            guard let email = recipient["email"]?.textValue else {
                throw SetError.invalidProperties(["envelope"], "every address in rcptTo has an email")
            }
            return email
        }
    }
}
