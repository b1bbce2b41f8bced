import Foundation
public import InboxModel

/// Which labels and tags are offered for some threads, and in what order.
struct LabelChoices: Sendable {
    enum Choice: Hashable, Sendable {
        case label(MailboxID)
        case tag(Keyword)
        /// A label of that name is made.
        case new(String)
    }

    private let labels: [Mailbox]
    /// Labels chosen before, the last first.
    private let recent: [MailboxID]
    /// How deep labels may lie.
    private let depth: Int?
    /// Tags that are in use; nil where the server keeps none.
    private let tags: [Keyword]?
    private let hasLabels: Bool

    init(
        mailboxes: [Mailbox], account: AccountID, hasLabels: Bool = true, tags: [Keyword]? = nil,
        recent: [MailboxID], depth: Int? = nil
    ) {
        self.depth = depth
        self.hasLabels = hasLabels
        self.tags = tags
        labels =
            hasLabels
            ? mailboxes.filter { $0.account == account && $0.role == nil }
                .sorted { $0.name.lowercased() < $1.name.lowercased() } : []
        self.recent = recent
    }

    /// Tags alone.
    init(tags: [Keyword]) {
        (labels, recent, depth, hasLabels) = ([], [], nil, false)
        self.tags = tags
    }

    /// Those whose whole name fits the letters, the best first; without letters the last used ones, then by name, and tags after
    /// labels. What nothing is called can be made: a label, or with a `#`, or where there are no labels, a tag.
    func matching(_ letters: String) -> [Choice] {
        let letters = hasLabels ? Mailbox.name(typed: letters) : letters
        let used = recent.compactMap { id in labels.first { $0.id == id } }
        let ordered = used + labels.filter { !recent.contains($0.id) }
        let name = letters.trimmingCharacters(in: .whitespaces)
        let known = FuzzyMatch.best(ordered, for: letters, name: \.name).map { Choice.label($0.id) }
        let marked = FuzzyMatch.best(tags ?? [], for: letters, name: \.tagName).map { Choice.tag($0) }
        return known + marked + (new(name).map { [$0] } ?? [])
    }

    private func new(_ name: String) -> Choice? {
        guard !name.isEmpty else { return nil }
        guard hasLabels, !(name.hasPrefix("#") && tags != nil) else {
            let tag = Keyword(name.hasPrefix("#") ? String(name.dropFirst()) : name)
            let isNew = tags?.contains { $0.tagName == tag.tagName } == false
            return isNew && tag.isValid && tag.isTag ? .tag(tag) : nil
        }
        guard Wording.tooDeep(name, most: depth) == nil,
            !labels.contains(where: { $0.name.lowercased() == name.lowercased() })
        else { return nil }
        return .new(name)
    }

    /// Whether it is there already, and not to be made.
    func isKnown(_ choice: Choice) -> Bool {
        switch choice {
        case .label: true
        case .tag(let tag): tags?.contains(tag) == true
        case .new: false
        }
    }

    /// Whether a name that is typed may have a blank in it.
    var takesBlanks: Bool { hasLabels }

    var noun: String { hasLabels ? "Labels" : "Tags" }
    var placeholder: String { "letters of a \(hasLabels ? "label" : "tag"), or a new one" }

    /// Why nothing is offered.
    func flaw(_ letters: String) -> String {
        guard hasLabels else {
            return letters.isEmpty
                ? "No tags yet: type a name" : "Tags are plain letters, digits and signs, without blanks"
        }
        return Wording.tooDeep(letters, most: depth) ?? "No labels yet: type a name"
    }

    func name(of choice: Choice) -> String {
        switch choice {
        case .label(let id): labels.first { $0.id == id }.map { Wording.line($0.name) } ?? ""
        case .tag(let tag):
            isKnown(choice) ? Wording.line(tag.tagName) : "make \(Wording.line(tag.tagName))"
        case .new(let name): "make “\(Wording.line(name))”"
        }
    }
}

extension Collection<Keyword> {
    /// The tag that is meant by a name: one of these, or else a new one; nil where it can be none.
    func tag(typed name: String) -> Keyword? {
        let tag = tag(named: name) ?? Keyword(name.hasPrefix("#") ? String(name.dropFirst()) : name)
        return tag.isValid && tag.isTag ? tag : nil
    }
}

extension Account {
    /// Whether tags that are put on its mail are there on other machines too.
    public var keepsTags: Bool { dialect.keeps(Keyword("tag")) }
}
