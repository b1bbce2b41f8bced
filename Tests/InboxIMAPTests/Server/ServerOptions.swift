/// What a test server can do, and how it behaves.
struct ServerOptions: Sendable {
    /// As CAPABILITY lists them.
    var capabilities: Set<String>
    /// Between the levels of a folder's name; nil for a server whose folders have no levels.
    var delimiter: Character? = "/"
    /// What the names of all folders but the inbox begin with, such as `INBOX.`.
    var prefix = ""
    /// What the names of folders of other users, and of those for all, begin with.
    var others: String?
    var shared: String?
    /// Whether no folder is opened for a client that has not said what it is.
    var needsID = false
    /// The encodings of searches.
    var charsets: Set<String> = ["US-ASCII", "UTF-8"]
    /// How many sessions there may be.
    var mostSessions = Int.max
    /// Whether folders are labels: each message is in All Mail, and has the same flags everywhere.
    var isGmail = false
    /// Whether flags of any name can be set.
    var takesKeywords = true
    /// Whether what is sent is put into the sent mail by the server itself.
    var keepsSent = false
    /// Whether the sizes of messages are estimates, which differ from folder to folder.
    var guessesSizes = false
    /// Sends answers in small pieces.
    var isCut = false
    /// Sends what nobody asked for, data of fetches in any order, and news in the middle of commands where that is allowed.
    var isChatty = false
    /// Of the randomness of the two above, and of random faults.
    var seed = 0

    /// A server of today, such as Dovecot.
    static let full = ServerOptions(capabilities: [
        "IMAP4rev1", "LITERAL+", "ID", "ENABLE", "IDLE", "UIDPLUS", "CONDSTORE", "QRESYNC", "ESEARCH", "LIST-EXTENDED",
        "LIST-STATUS", "MOVE", "SPECIAL-USE", "UNSELECT", "CHILDREN", "NAMESPACE",
    ])

    /// A server that has only what RFC 3501 asks for.
    static let bare = ServerOptions(capabilities: ["IMAP4rev1"])

    /// A server whose folders are below the inbox.
    static let below = ServerOptions(
        capabilities: ["IMAP4rev1", "IDLE", "UIDPLUS", "NAMESPACE", "CHILDREN"], delimiter: ".", prefix: "INBOX.")

    /// A server such as Courier, with folders of others.
    static var courier: ServerOptions {
        var options = ServerOptions(
            capabilities: [
                "IMAP4rev1", "UIDPLUS", "CHILDREN", "NAMESPACE", "IDLE", "ACL", "ACL2=UNION", "SORT", "QUOTA",
            ], delimiter: ".", prefix: "INBOX.")
        (options.shared, options.mostSessions) = ("shared.", 4)
        return options
    }

    /// A server such as Cyrus with its folders below the inbox: all others are of nobody.
    static var internalNames: ServerOptions {
        var options = full.with("ACL", "RIGHTS=kxten")
        (options.delimiter, options.prefix, options.others, options.shared) = (".", "INBOX.", "user.", "")
        return options
    }

    /// A server such as Exchange: no numbers of changes, each folder is asked for its status, and searches are in ASCII only.
    static var exchange: ServerOptions {
        var options = ServerOptions(capabilities: [
            "IMAP4", "IMAP4rev1", "LITERAL+", "ID", "IDLE", "UIDPLUS", "MOVE", "UNSELECT", "CHILDREN", "NAMESPACE",
        ])
        options.charsets = ["US-ASCII"]
        return options
    }

    /// A server such as that of 163.com.
    static var unsafe: ServerOptions {
        var options = ServerOptions(capabilities: ["IMAP4rev1", "ID", "SPECIAL-USE", "UIDPLUS", "MOVE"])
        options.needsID = true
        return options
    }

    /// As at Yandex: an odd delimiter, and mail that is sent is put into the sent mail.
    static let bars = ServerOptions(
        capabilities: ["IMAP4rev1", "LITERAL+", "ID", "IDLE", "UIDPLUS", "MOVE", "UNSELECT", "CHILDREN", "NAMESPACE"],
        delimiter: "|", keepsSent: true)

    static let gmail = ServerOptions(
        capabilities: [
            "IMAP4rev1", "LITERAL-", "ID", "ENABLE", "IDLE", "UIDPLUS", "CONDSTORE", "ESEARCH", "LIST-EXTENDED",
            "LIST-STATUS", "MOVE", "SPECIAL-USE", "UNSELECT", "CHILDREN", "NAMESPACE", "X-GM-EXT-1",
        ], isGmail: true, keepsSent: true)

    /// A server with ids of its own for messages, threads and folders (RFC 8474).
    static var objects: ServerOptions { full.with("OBJECTID") }

    func with(_ names: String...) -> ServerOptions {
        var options = self
        options.capabilities.formUnion(names)
        return options
    }

    func without(_ names: String...) -> ServerOptions {
        var options = self
        options.capabilities.subtract(names)
        return options
    }

    /// The same server, as inconvenient as the rules allow.
    func hard(seed: Int) -> ServerOptions {
        var options = self
        (options.isCut, options.isChatty, options.seed) = (true, true, seed)
        return options
    }

    func has(_ name: String) -> Bool { capabilities.contains(name) }
    var hasModSeq: Bool { has("CONDSTORE") || has("QRESYNC") }
}
