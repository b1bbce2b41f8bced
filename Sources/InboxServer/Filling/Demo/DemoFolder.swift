/// Where a message of the demo mailbox lies.
package enum DemoFolder: String, Sendable, CaseIterable {
    case inbox, archive, sent, drafts, junk, trash
}
