import InboxModel

/// How a view is shown: its order, and whether it is grouped by day.
struct ViewLook: Hashable, Sendable, Codable {
    /// The name of a `MailSort.Field`.
    private var field = MailSort.Field.date.rawValue
    private var isAscending = false
    var isGrouped = false
    /// Whether rows are conversations; nil where the user has not chosen.
    var conversations: Bool?

    static let standard = ViewLook()

    var sort: MailSort {
        get { MailSort(MailSort.Field(rawValue: field) ?? .date, ascending: isAscending) }
        set { (field, isAscending) = (newValue.field.rawValue, newValue.isAscending) }
    }

    /// Whether days have headings, which requires the order of time.
    var showsDays: Bool { isGrouped && sort.field == .date }

    /// Returns the initial look of another view: for search results, conversations or messages as chosen in the view in which the search
    /// began.
    func first(in view: MailView) -> ViewLook {
        var look = ViewLook.standard
        if view.query != nil { look.conversations = conversations }
        return look
    }

    /// Sorts by a field in its usual direction; if it is the sort field already, reverses the direction.
    mutating func sort(by field: MailSort.Field) {
        let isSame = sort.field == field
        let first = field == .from || field == .subject
        sort = MailSort(field, ascending: isSame ? !sort.isAscending : first)
    }
}
