import InboxModel

/// Why a server could not perform a call, or not for one object (RFC 8620 §3.6.2, §5.3; RFC 8621 §7.5).
struct MethodError: Error, Decodable, Sendable {
    var type: String
    var description: String?
    /// The arguments that the server did not understand, or the properties that it refused.
    var names: [String] = []
    /// The id of the object that already exists (`alreadyExists`).
    var existingID: String?
    /// The recipients that were refused.
    var recipients: [String] = []

    private static let longestText = 200

    private enum CodingKeys: String, CodingKey {
        case type, description, arguments, properties, existingId, invalidRecipients
    }

    init(type: String) { self.type = type }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        type = fields.text(.type) ?? "unreadable"
        description = fields.text(.description)
        names = fields.list(.arguments, of: String.self) + fields.list(.properties, of: String.self)
        existingID = fields.text(.existingId)
        recipients = fields.list(.invalidRecipients, of: String.self)
        if lacksFile { type = RemoteError.blobNotFound }
    }

    /// Whether it means that the server no longer has a file, for which James has no type of its own (RFC 8621 §4.6).
    private var lacksFile: Bool {
        type == "invalidArguments" && (names == ["attachments"] || names == ["blobId"])
            && ["Attachment not found", "Blob not found"].contains { description?.hasPrefix($0) ?? false }
    }

    func remoteError(call: String) -> RemoteError {
        RemoteError(reason, call: call, type: type, names: names)
    }

    /// Returns the error of one object of a call, which may succeed for the others.
    func objectError(call: String) -> RemoteError {
        var error = remoteError(call: call)
        error.isAboutObject = !Self.typesOfAccount.contains(type)
        return error
    }

    /// Error types of single objects that hold for the whole account.
    private static let typesOfAccount: Set<String> = [
        "serverUnavailable", "rateLimit", "accountNotFound", "accountNotSupportedByMethod",
        RemoteError.accountReadOnly,
    ]

    /// The server's description in one line, after the type of the error.
    private var message: String {
        let text = (description ?? names.joined(separator: ", ")).inOneLine.prefix(MethodError.longestText)
        // The description may already name them.
        let people = recipients.filter { !text.contains($0) }.joined(separator: ", ").inOneLine
            .prefix(MethodError.longestText)
        let words = text.isEmpty ? String(people) : people.isEmpty ? String(text) : "\(text) (\(people))"
        // If a message's mailbox was deleted meanwhile, the property says more than the type.
        let isAboutPlaces = !names.isEmpty && names.allSatisfy { $0.hasPrefix("mailboxIds") }
        return (isAboutPlaces ? "mailboxIds" : type.inOneLine.prefix(60)) + (words.isEmpty ? "" : ": \(words)")
    }

    private var reason: RemoteError.Reason {
        switch type {
        case "serverUnavailable", "serverFail", "serverPartialFail": .busy(status: 0, message: message)
        // Only the session says whether the account exists and supports the method: it is read again before the call is repeated.
        case "accountNotFound", "accountNotSupportedByMethod": .busy(status: 0, message: message)
        // The state was changed, perhaps by this client: the caller must look before it repeats the call.
        case RemoteError.stateMismatch: .busy(status: 0, message: message)
        case "rateLimit": .limited(message: message)
        case "notFound": .notFound(message: message)
        case "cannotCalculateChanges", "tooManyChanges": .stateTooOld
        // Cyrus answers this to a state that it cannot read.
        case "invalidArguments" where isAboutSinceState: .stateTooOld
        default: .refused(status: 0, message: message)
        }
    }

    private var isAboutSinceState: Bool {
        names.contains { $0.hasPrefix("sinceState") } || (description ?? "").contains("sinceState")
    }
}

extension String {
    /// The text with each control character and line break replaced by a space.
    var inOneLine: String {
        let breaks: [Unicode.GeneralCategory] = [.control, .lineSeparator, .paragraphSeparator]
        let scalars = unicodeScalars.map { breaks.contains($0.properties.generalCategory) ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
