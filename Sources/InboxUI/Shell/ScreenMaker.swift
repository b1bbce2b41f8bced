import InboxModel
import TerminalUI

/// Makes the screens that others open by name, so that none of them knows another.
@UI
struct ScreenMaker {
    var login: (any Surroundings) -> any Screen
    var thread: (MailThread, any ThreadOrder, any Surroundings) -> any Screen
    /// The threads that a predicate selects, one at a time; the title says where they are, and the list is the one beneath.
    var deck: (MailPredicate, String, ListScreen, any Surroundings) -> any Screen
    /// Nil when nothing can be written: no account that sends, or a draft that is on its way.
    var compose: (ComposeRequest, any Surroundings) -> (any Screen)?
    var outbox: (any Surroundings) -> any Screen
}
