package import Foundation
package import InboxModel

/// A believable mailbox: two years of mail of someone who prints for a living, and new mail that keeps arriving.
///
/// On the same day, the same seed and owner give the same mail; only the dates of the newest mail (today's and yesterday's)
/// follow `now`, to the minute. Nothing is dated later than `now`.
package struct DemoMailbox: Sendable {
    /// The messages, oldest first.
    package let messages: [DemoMessage]
    private var arrivals: DemoArrivals

    package init(seed: UInt64, now: Date, owner: MailAddress) {
        let scribe = DemoScribe(owner: owner, seed: seed)
        let minute = Int(now.timeIntervalSince1970.rounded(.down)) / 60 * 60
        let day = minute / 86_400 * 86_400
        var random = DemoRandom(seed: seed)
        let stories = DemoStories.all + DemoRoutine.stories(day: day, random: &random)
        var messages: [DemoMessage] = []
        var tails: [DemoScribe.Tail] = []
        for story in stories {
            let (written, tail) = scribe.messages(of: story, now: minute, day: day)
            messages += written
            if let tail { tails.append(tail) }
        }
        // Equal times keep the order of the stories, so that the result is the same each time.
        self.messages = messages.enumerated()
            .sorted { ($0.element.receivedAt, $0.offset) < ($1.element.receivedAt, $1.offset) }
            .map(\.element)
        arrivals = DemoArrivals(scribe: scribe, tails: tails, random: DemoRandom(seed: random.next()))
    }

    /// Returns how long to wait for the next mail: 20 to 60 seconds.
    package mutating func nextDelay() -> Duration {
        arrivals.nextDelay()
    }

    /// Returns a new mail received at `now`: often a reply in a recent thread, otherwise the first of a new thread. Hours
    /// pass before a text comes again.
    package mutating func nextArrival(now: Date) -> DemoMessage {
        arrivals.next(now: now)
    }
}
