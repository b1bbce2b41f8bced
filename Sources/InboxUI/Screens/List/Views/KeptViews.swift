import InboxKit
import InboxModel
import TerminalUI

extension MailView: DataModel {
    /// Nil, as a view has no identity of its own: it is stored with its collection.
    var modelID: ModelID? { nil }
}

/// Views that the user keeps, in order: shared by all places that show them, and stored for the next start.
@UI
final class KeptViews {
    /// The views in the drawer, in the user's own order.
    static let pinned = "views.pinned"
    /// The earlier searches, newest first.
    static let searched = "views.searched"

    private let provider: Result<CollectionDataProvider<MailView>, DataError>
    private let changed: () -> Void

    /// If the views cannot be read, there are none, and every change throws the reason.
    /// - Parameter changed: Called when the views change, also from elsewhere.
    init(_ key: String, session: MailSession, changed: @escaping () -> Void = {}) {
        do throws(DataError) { provider = .success(try session.collection(key)) } catch { provider = .failure(error) }
        self.changed = changed
        (try? provider.get())?.delegate = self
    }

    var views: [MailView] { (try? provider.get().data) ?? [] }

    /// Returns the problems of kept searches that cannot be read, perhaps written by another version; they search for plain words.
    /// - Parameter key: The key that edits a view in the drawer.
    func flaws(changedBy key: String?) -> [String] {
        views.compactMap { view in
            guard let query = view.query, let problem = MailQuery(query).problem else { return nil }
            let remedy = key.map { "; \($0) in the drawer changes it" } ?? ""
            return "View “\(Wording.line(view.title([])))” looks for plain words: \(problem.message)\(remedy)"
        }
    }

    /// Puts a view first, without duplicates; views beyond the limit are dropped.
    func putFirst(_ view: MailView, limit: Int) throws(DataError) {
        guard views.first != view else { return }
        try set(Array(([view] + views.filter { $0 != view }).prefix(limit)))
    }

    /// Appends a view, unless it is kept already.
    func add(_ view: MailView) throws(DataError) {
        let provider = try provider.get()
        if !views.contains(view) { try provider.append([view]) }
    }

    /// Removes a view, if it is still kept.
    func remove(_ view: MailView) throws(DataError) {
        let provider = try provider.get()
        if let index = views.firstIndex(of: view) { try provider.remove(at: index) }
    }

    /// Moves a view to the place of another one; the others keep their order.
    func move(_ view: MailView, to other: MailView) throws(DataError) {
        guard let index = views.firstIndex(of: view), let place = views.firstIndex(of: other) else { return }
        var moved = views
        moved.remove(at: index)
        moved.insert(view, at: place)
        try set(moved)
    }

    /// Replaces a view by another; a new view that is kept already moves there.
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
