/// A thread: who writes, what, and when the last of it came.
struct DemoStory: Sendable {
    /// When the newest letter was written; the others lie before it by their hours.
    enum End: Sendable {
        /// Minutes before the mailbox is opened: for what the first screen shows.
        case minutesAgo(Int)
        /// At an hour (9.5: half past nine, UTC) of a day before today, 1 being yesterday.
        case daysAgo(Int, at: Double)
    }

    /// What it is about: says which replies may still come in.
    enum Topic: Sendable {
        case press, family, folio, club, choir, presswork, lane, office
    }

    /// Short and unique; stands in Message-IDs.
    let key: String
    let topic: Topic
    let subject: String
    let end: End
    /// Where the letters of others lie.
    var folder: DemoFolder = .archive
    var list: DemoList?
    /// Everyone who gets it; who writes a letter is left out of its recipients.
    let people: [DemoPerson]
    /// How many of the last letters of others are unread.
    var unread = 0
    /// Whether the last letter of another is starred.
    var isStarred = false
    /// Whether a program wrote it: no replies, and it says so (RFC 3834 §5).
    var isAutomatic = false
    var headers: [(name: String, value: String)] = []
    let letters: [DemoLetter]

    init(
        _ key: String, _ topic: Topic, _ subject: String, _ end: End, in folder: DemoFolder = .archive,
        list: DemoList? = nil, with people: [DemoPerson] = [], unread: Int = 0, isStarred: Bool = false,
        isAutomatic: Bool = false, headers: [(name: String, value: String)] = [], _ letters: [DemoLetter]
    ) {
        self.key = key
        self.topic = topic
        self.subject = subject
        self.end = end
        self.folder = folder
        self.list = list
        self.people = people
        self.unread = unread
        self.isStarred = isStarred
        self.isAutomatic = isAutomatic
        self.headers = headers
        self.letters = letters
    }
}
