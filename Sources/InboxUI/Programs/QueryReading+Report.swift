public import InboxKit

extension QueryReading {
    /// The reading for people: a line for each section's title, followed by its lines, indented. They may contain what the user typed.
    public var report: [String] {
        section("Query", [normalForm.isEmpty ? "everything" : normalForm]) + section("Tree", tree)
            + section("Store", [sql, "with \(arguments)"]) + section("Plan", plan)
            + section("Servers", servers.map(\.line))
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        [title] + lines.flatMap { $0.split(separator: "\n") }.map { "  " + $0 }
    }
}

extension QueryReading.Server {
    fileprivate var line: String {
        guard let request else {
            let why = remainder == nil ? "all it has of this is stored here" : "it can't search for this"
            return "\(account): not asked; \(why)"
        }
        return "\(account): \(request)" + (remainder.map { ", then here: \($0)" } ?? "")
    }
}
