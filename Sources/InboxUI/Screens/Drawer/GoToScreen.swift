import InboxModel
import TerminalUI

/// A choice of a place in the drawer, found by letters of its full name; recently shown places come first, then those of the account shown.
@UI
final class GoToScreen: PickingScreen {
    let around: any Surroundings
    private let places: [MailView: (name: String, owner: String)]
    private let choose: @UI (MailView) -> Void
    var picker: Picker<MailView>

    /// - Parameters:
    ///   - items: The drawer's items, in its order.
    ///   - recent: Recently shown views, the last one first.
    ///   - current: The view shown now.
    ///   - choose: Called with the view after the picker has closed.
    init(
        _ items: [DrawerItem], recent: [MailView], current: MailView, around: any Surroundings,
        choose: @escaping @UI (MailView) -> Void
    ) {
        self.around = around
        self.choose = choose
        var places: [MailView: (name: String, owner: String)] = [:]
        var order: [MailView] = []
        let owners = DrawerItem.owners(of: items)
        for item in items {
            guard let view = item.row.target, places[view] == nil else { continue }
            places[view] = (item.fullName, owners[item.row] ?? "")
            order.append(view)
        }
        self.places = places
        let known = places
        let used = recent.filter { places[$0] != nil && $0 != current }
        let rest = Set(used + [current])
        let unused = order.filter { !rest.contains($0) }
        func isOwn(_ view: MailView) -> Bool { view.account != nil && view.account == current.account }
        let all = used + unused.filter(isOwn) + unused.filter { !isOwn($0) } + order.filter { $0 == current }
        picker = Picker(placeholder: "letters of a mailbox's name") { letters in
            FuzzyMatch.best(all, for: letters, name: { known[$0]?.name ?? "" }, beside: { known[$0]?.owner ?? "" })
        }
    }

    func chosen(_ view: MailView) { choose(view) }

    func draw(into grid: inout Grid) {
        let places = places
        picker.draw(
            into: &grid, title: "Go to", size: Size(width: 50, height: 16), nothing: "No mailbox by that name"
        ) { part, view in
            if let place = places[view] { part.draw(item: place.name, aside: place.owner) }
        }
    }
}
