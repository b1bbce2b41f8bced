/// What a provider of data does when it is its turn.
protocol DataSpeaker: AnyObject {
    var member: SharedData.MemberID { get }
    var batch: (any BatchSpeaker)? { get }
    /// Takes what is new and tells of it.
    /// - Returns: whether there was something.
    func speak() -> Spoken?
}

/// That a provider changed, with what the maker of the change gave along.
struct Spoken {
    var context: (any Sendable)?
}

/// Hears that some of its providers changed, after all of them have spoken.
protocol BatchSpeaker: AnyObject {
    func speak(for changed: [any DataSpeaker], context: (any Sendable)?)
}

/// The providers of one manager on one actor: they speak together, so that a batch hears of a change once.
///
/// `@unchecked Sendable`: `speakers` is used on `actor` alone: by `add`, by `call`, and by `deliver`, which
/// are called there.
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

    /// Lets everyone speak soon.
    func ask() { call?.ask() }

    /// Lets everyone speak now. Only to be called on `actor`.
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
