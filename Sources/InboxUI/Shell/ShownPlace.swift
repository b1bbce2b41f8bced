import TerminalUI

/// What the user looks at: a screen, and which of several things it shows.
struct ShownPlace: Equatable {
    private let screen: ObjectIdentifier
    private let thing: AnyHashable?

    @UI
    init(_ screen: any Screen) {
        self.screen = ObjectIdentifier(screen)
        thing = screen.shownThing
    }
}
