import InboxModel
import TerminalUI

/// Where the user is, and was in the views that were left.
extension ListScreen {
    func keepPlace() {
        let now = restingPlace
        leave(now)
        keptPlace = now
        around.keep(places.text, for: ListPlaces.key)
    }

    /// The user has rested: where they are is kept, if that is elsewhere than before.
    func rested() {
        if loadingSince == nil, restingPlace != keptPlace { keepPlace() }
    }

    /// Where the user is, or goes back to.
    var restingPlace: ListPlace { search?.origin ?? drawer.home ?? place }

    /// Views that were looked at, the last first.
    var recentViews: [MailView] { places.views }

    /// What is new there is so no longer at the next visit.
    func leave(_ place: ListPlace) {
        var place = place
        place.leftAt = around.clock.now()
        places.keep(place)
    }

    /// Where the user is now.
    var place: ListPlace {
        let start = provider.above + max(0, (rows.selectedIndex ?? 0) - ListScreen.page / 2)
        let offset = rows.selectedIndex.map { $0 - rows.top }
        return ListPlace(
            view: view, thread: rows.selection.flatMap { entries[$0]?.thread.id }, message: selectedMessage,
            windowStart: start, offset: offset, look: look, leftAt: lastVisit)
    }
}
