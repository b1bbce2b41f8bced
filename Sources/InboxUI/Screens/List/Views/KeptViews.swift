import InboxKit
import InboxModel
import TerminalUI

extension MailView: DataModel {
    /// A view is nobody in particular: it is kept with its collection.
    public var modelID: ModelID? { nil }
}

/// Views that the user keeps, in an order: the same wherever they are shown, and there again at the next start.
@UI
final class KeptViews {
    /// What the drawer holds besides mailboxes, in the user's own order.
    static let pinned = "views.pinned"
    /// What was searched for, the newest first.
    static let searched = "views.searched"

    private let provider: Result<CollectionDataProvider<MailView>, DataError>
    private let changed: () -> Void

    /// Where they can't be read there are none, and every change throws why.
    /// - Parameter changed: the views were changed elsewhere.
    init(_ key: String, session: MailSession, changed: @escaping () -> Void = {}) {
        do throws(DataError) { provider = .success(try session.collection(key)) } catch { provider = .failure(error) }
        self.changed = changed
        (try? provider.get())?.delegate = self
    }

    var views: [MailView] { (try? provider.get().data) ?? [] }

    /// What is to be said of searches that can't be read, as one that another version has written: they look for plain words.
    /// - Parameter key: what changes a view in the drawer.
    func flaws(changedBy key: String?) -> [String] {
        views.compactMap { view in
            guard let query = view.query, let problem = MailQuery(query).problem else { return nil }
            let remedy = key.map { "; \($0) in the drawer changes it" } ?? ""
            return "View “\(Wording.line(view.title([])))” looks for plain words: \(problem.message)\(remedy)"
        }
    }

    /// Puts a view before the others, once; those beyond the limit go.
    func putFirst(_ view: MailView, limit: Int) throws(DataError) {
        guard views.first != view else { return }
        try set(Array(([view] + views.filter { $0 != view }).prefix(limit)))
    }

    /// Puts a view behind the others, or takes it out.
    /// - Returns: whether it is kept now.
    func toggle(_ view: MailView) throws(DataError) -> Bool {
        let provider = try provider.get()
        guard let index = views.firstIndex(of: view) else {
            try provider.append([view])
            return true
        }
        try provider.remove(at: index)
        return false
    }

    /// Moves a view among the others, which stay in their order; at the ends it stays where it is.
    func move(_ view: MailView, by step: Int) throws(DataError) {
        guard let index = views.firstIndex(of: view), views.indices.contains(index + step) else { return }
        var moved = views
        moved.remove(at: index)
        moved.insert(view, at: index + step)
        try set(moved)
    }

    /// Puts a view in the place of another; one that is kept already moves there.
    func replace(_ old: MailView, with new: MailView) throws(DataError) {
        guard old != new else { return }
        try set(views.filter { $0 != new }.map { $0 == old ? new : $0 })
    }

    private func set(_ views: [MailView]) throws(DataError) {
        let provider = try provider.get()
        try provider.setData(views, cacheKey: provider.cacheKey)
    }
}

extension KeptViews: @UI CollectionDataProviderDelegate {
    func provider(
        _ provider: CollectionDataProvider<MailView>, did change: CollectionChange, context: (any Sendable)?
    ) {
        changed()
    }
}
