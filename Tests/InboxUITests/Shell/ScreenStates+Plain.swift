import InboxModel
import TerminalUI
import TestSupport

@testable import InboxKit
@testable import InboxUI

/// For terminals without UTF-8, and for users who want no other signs.
extension ScreenState {
    static let plain: [ScreenState] = [
        .init("ascii-list", "x", shows: "Nightly", settings: ascii),
        .init("ascii-list-two-lines", "L", shows: "Nightly", settings: ascii),
        .init("ascii-thread", "Enter", shows: "one folder for all", settings: ascii),
        .init("ascii-drawer", "d", shows: "Starred                   1", settings: ascii),
        .init("ascii-deck", "S", shows: "of 2", settings: ascii),
        .init("ascii-reply", "r", shows: "Re: Working", settings: ascii),
        .init("ascii-help", "?", shows: "Keys", settings: ascii),
        .init("ascii-outbox", "e s o", shows: "mark as read", settings: ascii),
        .init("ascii-question", "e o x", shows: "Discard this?", settings: ascii),
        .init("ascii-login", "ann@example", shows: "not an address", hasAccount: false, settings: ascii),
        .init("ascii-getting", shows: "getting", settings: ascii) {
            $0.is(
                .live, .init(work: .messages, done: 41_200, total: 60_000, startedAt: .test(FakeSurroundings.noon - 4)))
        },
    ]

    private static var ascii: Settings {
        var settings = Settings()
        settings.ascii = true
        return settings
    }
}
