import Foundation
package import InboxModel

/// The labels and tags offered for some threads, and their order.
struct LabelChoices: Sendable {
    enum Choice: Hashable, Sendable {
        case label(MailboxID)
        case tag(Keyword)
        /// A new label of that name.
        case new(String)
    }

    private let labels: [Mailbox]
    /// The names of all labels, in lower case, including those that are not offered.
    private let taken: Set<String>
    /// The labels chosen before, the last one first.
    private let recent: [MailboxID]
    /// The maximum nesting of labels.
    private let depth: Int?
    /// The tags in use; nil where the server keeps no tags.
    private let tags: [Keyword]?
    private let hasLabels: Bool

    init(
        mailboxes: [Mailbox], account: AccountID, hasLabels: Bool = true, tags: [Keyword]? = nil,
        recent: [MailboxID], depth: Int? = nil
    ) {
        self.depth = depth
        self.hasLabels = hasLabels
        self.tags = tags
        let own = hasLabels ? mailboxes.filter { $0.account == account && $0.role == nil } : []
        taken = Set(own.map { $0.name.lowercased() })
        // A label that can only be removed is offered, since choosing it removes it where all have it.
        labels = own.filter { !$0.rights.isDisjoint(with: [.addItems, .removeItems]) }
            .sorted { $0.name.lowercased() < $1.name.lowercased() }
        self.recent = recent
    }

    /// The choices of tags only.
    init(tags: [Keyword]) {
        (labels, taken, recent, depth, hasLabels) = ([], [], [], nil, false)
        self.tags = tags
    }

    /// Returns the choices whose whole name matches the letters, best first. Without letters, the last used labels come first, then the
    /// others by name, and tags after labels. An unused name can be created: as a label, or as a tag if it begins with `#` or there are no
    /// labels.
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
            // Signs say what happens to a tag: `tag +todo -later` in the palette.
            guard !name.hasPrefix("+"), !name.hasPrefix("-") else { return nil }
            return isNew && tag.isValid && tag.isTag ? .tag(tag) : nil
        }
        guard Wording.tooDeep(name, most: depth) == nil, !taken.contains(name.lowercased()) else { return nil }
        return .new(name)
    }

    /// Whether it exists already.
    func isKnown(_ choice: Choice) -> Bool {
        switch choice {
        case .label: true
        case .tag(let tag): tags?.contains(tag) == true
        case .new: false
        }
    }

    /// Whether a typed name may contain blanks.
    var takesBlanks: Bool { hasLabels }

    var noun: String { hasLabels ? "Labels" : "Tags" }
    var placeholder: String { "letters of a \(hasLabels ? "label" : "tag"), or a new one" }

    /// Returns why nothing is offered.
    func flaw(_ letters: String) -> String {
        guard hasLabels else {
            if letters.isEmpty { return "No tags yet: type a name" }
            return letters.hasPrefix("+") || letters.hasPrefix("-")
                ? "With signs: the palette's tag +this -that" : "A tag: plain letters, digits, signs, no spaces"
        }
        return Wording.tooDeep(letters, most: depth) ?? "No labels yet: type a name"
    }

    func name(of choice: Choice) -> String {
        switch choice {
        case .label(let id): labels.first { $0.id == id }.map { Wording.line($0.name) } ?? ""
        case .tag(let tag):
            isKnown(choice) ? Wording.line(tag.tagName) : "create \(Wording.line(tag.tagName))"
        case .new(let name): "create “\(Wording.line(name))”"
        }
    }
}

extension Collection<Keyword> {
    /// Returns the tag meant by a name: one of these, otherwise a new one; nil where it cannot be a tag.
    func tag(typed name: String) -> Keyword? {
        let tag = tag(named: name) ?? Keyword(name.hasPrefix("#") ? String(name.dropFirst()) : name)
        return tag.isValid && tag.isTag ? tag : nil
    }
}

extension Account {
    /// Whether the server keeps tags on this account's mail, so that other clients see them.
    package var keepsTags: Bool { dialect.keeps(Keyword("tag")) }
}
