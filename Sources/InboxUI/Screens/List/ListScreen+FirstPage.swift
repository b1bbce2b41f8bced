import InboxKit

extension ListScreen {
    /// Has the first page of this view's mailboxes fetched before other mail, while all mail is being read.
    func wantFirstPage() { around.session.wantFirstPage(of: view.mailboxes(mailboxes.items)) }
}
