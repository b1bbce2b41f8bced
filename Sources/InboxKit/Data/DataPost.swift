/// A data provider that reports in its turn.
protocol DataSpeaker: AnyObject {
    var member: SharedData.MemberID { get }
    var batch: (any BatchSpeaker)? { get }
    /// Takes what is new and reports it.
    /// - Returns: nil if there was nothing.
    func speak() -> Spoken?
}

/// Says that a provider has changed, with what was passed along with the change.
struct Spoken {
    var context: (any Sendable)?
}

/// Learns that some of its providers changed, after all of them have reported.
protocol BatchSpeaker: AnyObject {
    func speak(for changed: [any DataSpeaker], context: (any Sendable)?)
}

/// The providers of one manager on one actor: they report together, so that a batch learns of a change once.
///
/// `@unchecked Sendable`: `speakers` is used on `actor` alone, by `add`, `call` and `deliver`, which are called there.
final class DataPost: @unchecked Sendable {
    private final class Weak {
        weak var speaker: (any DataSpeaker)?
        init(_ speaker: any DataSpeaker) { self.speaker = speaker }
    }

    let actor: ObjectIdentifier
    private var speakers: [Weak] = []
    private var call: ActorCall?

    init(isolation: isolated any Actor) {
        actor = ObjectIdentifier(isolation)
        call = ActorCall { [weak self] in
            self?.deliver()
            return true
        }
    }

    deinit { call?.end() }

    func add(_ speaker: any DataSpeaker, isolation: isolated any Actor) {
        speakers.removeAll { $0.speaker == nil }
        speakers.append(Weak(speaker))
    }

    /// Lets all providers report soon.
    func ask() { call?.ask() }

    /// Lets all providers report now. Call it only on `actor`.
    func deliver() {
        var batches: [(batch: any BatchSpeaker, changed: [any DataSpeaker], context: (any Sendable)?)] = []
        for speaker in speakers.compactMap(\.speaker) {
            guard let spoken = speaker.speak(), let batch = speaker.batch else { continue }
            if let known = batches.firstIndex(where: { $0.batch === batch }) {
                batches[known].changed.append(speaker)
                batches[known].context = spoken.context
            } else {
                batches.append((batch, [speaker], spoken.context))
            }
        }
        for (batch, changed, context) in batches { batch.speak(for: changed, context: context) }
    }
}
