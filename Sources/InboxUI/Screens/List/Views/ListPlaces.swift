import Foundation
import InboxModel

/// The user's place in a view, and how the view is shown.
struct ListPlace: Hashable, Sendable, Codable {
    var view: MailView
    var thread: ThreadID?
    /// The selected message, where rows are messages.
    var message: MessageID?
    /// The position of the selected row in the whole result: near it the thread is found again deep in a long list, and another one
    /// takes its place if it has gone.
    var position: Int?
    /// The number of rows between the first visible one and the selected one.
    var offset: Int?
    /// How the view is shown; nil for the default.
    var look: ViewLook?
    /// When the view was left; nil if it never was.
    var leftAt: Date?

    init(
        view: MailView, thread: ThreadID?, message: MessageID? = nil, position: Int? = nil, offset: Int? = nil,
        look: ViewLook? = nil, leftAt: Date? = nil
    ) {
        self.view = view
        self.thread = thread
        self.message = message
        self.position = position
        self.offset = offset
        self.look = look == .standard ? nil : look
        self.leftAt = leftAt
    }
}

/// The user's places in all views, stored for the next start; the view left last comes first.
struct ListPlaces: Hashable, Sendable {
    static let key = "list.places"
    /// The number of places stored.
    private static let most = 60

    private var places: [ListPlace] = []

    init(text: String? = nil) {
        places = [ListPlace](jsonText: text) ?? []
    }

    var last: ListPlace? { places.first }
    /// The views, the one left last first.
    var views: [MailView] { places.map(\.view) }

    subscript(view: MailView) -> ListPlace? { places.first { $0.view == view } }

    mutating func keep(_ place: ListPlace) {
        places.removeAll { $0.view == place.view }
        places.insert(place, at: 0)
        places = Array(places.prefix(Self.most))
    }

    var text: String? { try? places.jsonText() }
}
