import InboxModel

/// How a view is shown: in what order, and whether its days are set apart.
struct ViewLook: Hashable, Sendable, Codable {
    /// The name of a `MailSort.Field`.
    private var field = MailSort.Field.date.rawValue
    private var isAscending = false
    var isGrouped = false
    /// Whether rows are conversations; nil where the settings decide.
    var conversations: Bool?

    static let standard = ViewLook()

    var sort: MailSort {
        get { MailSort(MailSort.Field(rawValue: field) ?? .date, ascending: isAscending) }
        set { (field, isAscending) = (newValue.field.rawValue, newValue.isAscending) }
    }

    /// Days are set apart only where rows are in the order of time.
    var showsDays: Bool { isGrouped && sort.field == .date }

    /// How another view is shown for the first time: what a search finds, as the view in which it began.
    func first(in view: MailView) -> ViewLook {
        var look = ViewLook.standard
        if view.query != nil { look.conversations = conversations }
        return look
    }

    /// Sorts by a field as one expects it; sorted by it already, the other way round.
    mutating func sort(by field: MailSort.Field) {
        let isSame = sort.field == field
        let first = field == .from || field == .subject
        sort = MailSort(field, ascending: isSame ? !sort.isAscending : first)
    }
}
