package import Foundation
package import InboxModel

/// A mailbox that a person believes: two years of mail of someone who prints for a living, and new mail that keeps
/// coming in.
///
/// The same seed and owner give the same mails on the same day; of the newest ones (today's and yesterday's) only the
/// dates follow `now`, to the minute. Nothing is dated later than `now`.
package struct DemoMailbox: Sendable {
    /// Oldest first.
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

    /// How long to wait for the next mail: 20 to 60 seconds.
    package mutating func nextDelay() -> Duration {
        arrivals.nextDelay()
    }

    /// A new mail, received at `now`: often a reply in a recent thread, else the first of a new one. Hours pass before
    /// a text comes again.
    package mutating func nextArrival(now: Date) -> DemoMessage {
        arrivals.next(now: now)
    }
}
