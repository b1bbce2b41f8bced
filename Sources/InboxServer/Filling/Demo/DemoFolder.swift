/// The folder of a message in the demo mailbox.
package enum DemoFolder: String, Sendable, CaseIterable {
    case inbox, archive, sent, drafts, junk, trash
}
