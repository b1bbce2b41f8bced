/// Every field name of the API that the client reads, in all versions of the API.
enum WireKey: String, CodingKey {
    case id, object, name, email, subject, from, to, cc, bcc, date, snippet, body, unread, starred, files, folder
    case labels, headers, version, messages, drafts, filename, mimetype, size, thread, type, message, event
    case attributes, cursor, deltas, failures, problems, folders
    case replyTo = "reply_to"
    case threadID = "thread_id"
    case contentType = "content_type"
    case contentID = "content_id"
    case messageIDs = "message_ids"
    case displayName = "display_name"
    case emailAddress = "email_address"
    case organizationUnit = "organization_unit"
    case lastMessageTimestamp = "last_message_timestamp"
    case objectType = "object_type"
    case objectID = "object_id"
    case cursorStart = "cursor_start"
    case cursorEnd = "cursor_end"
    case serverError = "server_error"
    case messageIDHeader = "Message-Id"
    case inReplyToHeader = "In-Reply-To"
}
