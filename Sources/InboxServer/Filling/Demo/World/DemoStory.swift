/// A thread: its authors, its letters, and the time of the last letter.
struct DemoStory: Sendable {
    /// When the newest letter was written; the other letters precede it by their hours.
    enum End: Sendable {
        /// Minutes before the mailbox is opened, for mail on the first screen.
        case minutesAgo(Int)
        /// An hour (9.5: half past nine, UTC) on a day before today, where 1 is yesterday.
        case daysAgo(Int, at: Double)
    }

    /// The topic, which decides the replies that may still arrive.
    enum Topic: Sendable {
        case press, family, folio, club, choir, presswork, lane, office
    }

    /// A short and unique key, used in Message-IDs.
    let key: String
    let topic: Topic
    let subject: String
    let end: End
    /// The folder for letters from other people.
    var folder: DemoFolder = .archive
    var list: DemoList?
    /// All recipients; the author of a letter is left out of its recipients.
    let people: [DemoPerson]
    /// How many of the last letters from other people are unread.
    var unread = 0
    /// Whether the last letter from another person is starred.
    var isStarred = false
    /// Whether a program wrote it: it gets no replies, and says so (RFC 3834 §5).
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
