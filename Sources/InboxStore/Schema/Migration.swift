import GRDB

/// One dated step of the schema. A released step is never edited: a new one gets a file of its own beside this one,
/// and a line in `all`.
struct Migration: Sendable {
    /// The date, and what the step adds. Stored in every file that has taken the step.
    let name: String
    /// The threads whose data must be derived again from their messages afterwards.
    let rebuilds: Rebuilding
    let run: @Sendable (Database) throws -> Void

    enum Rebuilding: Sendable, Equatable {
        case nothing
        case all
        /// The threads whose ids a statement selects.
        case selected(String)
    }

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
        .pairs,
        .ownMarks,
        .sortOrder,
        .spans,
        .vain,
        .merging,
        .answered,
        .sealKinds,
        .draftMarks,
    ]

    init(_ name: String, rebuilds: Rebuilding = .nothing, run: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.rebuilds = rebuilds
        self.run = run
    }

    init(_ name: String, rebuilds: Rebuilding = .nothing, sql: String) {
        self.init(name, rebuilds: rebuilds) { try $0.execute(sql: sql) }
    }
}
