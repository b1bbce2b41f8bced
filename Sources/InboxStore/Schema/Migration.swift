import GRDB

/// One dated step of the schema. A released step is never edited: a new one gets a file of its own beside this one,
/// and a line in `all`.
struct Migration: Sendable {
    /// The date, and what the step adds. Stored in every file that has taken the step.
    let name: String
    /// Whether data that is derived from messages must be derived again afterwards.
    let rebuilds: Bool
    let run: @Sendable (Database) throws -> Void

    /// All steps from an empty file to the current schema, in order.
    static let all: [Migration] = [
        .first,
        .threadLists,
        .sorts,
        .writing,
        .commitLog,
        .collections,
        .contacts,
        .keeping,
        .rights,
        .contactCards,
        .references,
        .envelopes,
        .problems,
        .queue,
        .files,
        .drafts,
        .snoozing,
        .draftSaves,
        .refusals,
        .replyLater,
        .forwards,
        .numbers,
        .words,
        .blindCopies,
        .tags,
        .redated,
        .openings,
        .seals,
        .unfinished,
        .written,
        .comparing,
        .headers,
        .replies,
    ]

    init(_ name: String, rebuilds: Bool = false, run: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.rebuilds = rebuilds
        self.run = run
    }

    init(_ name: String, rebuilds: Bool = false, sql: String) {
        self.init(name, rebuilds: rebuilds) { try $0.execute(sql: sql) }
    }
}
