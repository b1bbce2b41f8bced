import InboxModel
import TerminalUI

/// The user's place, now and in the views left before.
extension ListScreen {
    var shownThing: AnyHashable? { view }

    func keepPlace() {
        let now = restingPlace
        leave(now)
        keptPlace = now
        around.keep(places.text, for: ListPlaces.key)
    }

    /// Keeps the user's place after a rest, if it has changed.
    func rested() {
        if loadingSince == nil, restingPlace != keptPlace { keepPlace() }
    }

    /// The user's place, or the one to which the user goes back.
    var restingPlace: ListPlace { search?.origin ?? drawer.home ?? place }

    /// The views shown recently, the last one first.
    var recentViews: [MailView] { places.views }

    /// Records the time of leaving a place.
    func leave(_ place: ListPlace) {
        let now = around.clock.now()
        var place = place
        place.leftAt = place.view == view ? sinceVisit.leaving(at: now) : now
        places.keep(place)
    }

    /// The user's current place.
    var place: ListPlace {
        let position = rows.selectedIndex.map { provider.above + $0 }
        let offset = rows.selectedIndex.map { $0 - rows.top }
        return ListPlace(
            view: view, thread: rows.selection.flatMap { loaded[$0]?.thread.id }, message: selectedMessage,
            position: position, offset: offset, look: look, leftAt: sinceVisit.lastVisit)
    }
}
