import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

/// Situations that several suites begin with.
extension FakeSurroundings {
    /// Surroundings with an account that is signed in, and whose server is asked nothing by itself.
    static func paused() async throws -> FakeSurroundings {
        let world = try FakeSurroundings(withAccount: false)
        world.account = try await world.session.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "s"
        ).id
        await world.session.pause(world.account)
        return world
    }

    /// Marks the first label or tag in the list's label box, names a new one, and closes the box with Enter.
    func label(_ list: ListScreen, withNew name: String) async throws {
        #expect(list.perform(.label))
        let picker = try #require(pushed.last as? LabelPickerScreen)
        #expect(picker.handle(.key(.space)))
        picker.type(name)
        #expect(picker.handle(.key(.enter)))
        await settle()
    }
}

extension WallClock {
    /// Noon of the day that the mail of the tests was made for.
    static var atNoon: WallClock {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return WallClock(calendar: calendar) { .test(FakeSurroundings.noon) }
    }
}

extension Settings {
    /// Without movements, which would not be reproducible.
    static var still: Settings {
        var settings = Settings()
        settings.animation = false
        return settings
    }
}
