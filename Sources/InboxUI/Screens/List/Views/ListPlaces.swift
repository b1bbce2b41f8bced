import Foundation
import InboxModel

/// Where the user is in a view, and how it is shown.
struct ListPlace: Hashable, Sendable, Codable {
    var view: MailView
    var thread: ThreadID?
    /// Where rows are messages, the one of it that is selected.
    var message: MessageID?
    /// The first row of a window that holds the thread, so that it is found again deep down in a long list.
    var windowStart: Int
    /// Rows between the first in sight and the selected one.
    var offset: Int?
    /// Nil for a view that is shown as all are at first.
    var look: ViewLook?
    /// When the view was left; nil when it never was.
    var leftAt: Date?

    init(
        view: MailView, thread: ThreadID?, message: MessageID? = nil, windowStart: Int = 0, offset: Int? = nil,
        look: ViewLook? = nil, leftAt: Date? = nil
    ) {
        self.view = view
        self.thread = thread
        self.message = message
        self.windowStart = windowStart
        self.offset = offset
        self.look = look == .standard ? nil : look
        self.leftAt = leftAt
    }
}

/// Where the user was in each view, for the next start: the view that was left last comes first.
struct ListPlaces: Hashable, Sendable {
    static let key = "list.places"
    /// How many are kept over restarts.
    private static let most = 60

    private var places: [ListPlace] = []

    init(text: String? = nil) {
        guard let text else { return }
        places = (try? JSONDecoder().decode([ListPlace].self, from: Data(text.utf8))) ?? []
    }

    var last: ListPlace? { places.first }
    /// The one that was left last comes first.
    var views: [MailView] { places.map(\.view) }

    subscript(view: MailView) -> ListPlace? { places.first { $0.view == view } }

    mutating func keep(_ place: ListPlace) {
        places.removeAll { $0.view == place.view }
        places.insert(place, at: 0)
        places = Array(places.prefix(Self.most))
    }

    var text: String? { (try? JSONEncoder().encode(places)).map { String(decoding: $0, as: UTF8.self) } }
}
