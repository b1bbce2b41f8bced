import InboxModel
import TerminalUI

/// Makes the screens that others open by name, so that no screen depends on another.
@UI
struct ScreenMaker {
    var login: (any Surroundings) -> any Screen
    var thread: (MailThread, any ThreadOrder, any Surroundings) -> any Screen
    /// The deck of the threads that a predicate selects, with its title and the list beneath it.
    var deck: (MailPredicate, String, ListScreen, any Surroundings) -> any Screen
    /// Nil when nothing can be written: no account can send, or the draft is being sent.
    var compose: (ComposeRequest, any Surroundings) -> (any Screen)?
    var outbox: (any Surroundings) -> any Screen
}
