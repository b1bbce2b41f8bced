public import InboxModel
import InboxStore

extension MailThread: DataModel, MailModel {
    static let kind = "thread"
    public var modelID: ModelID? { Self.modelID(id) }
    /// The identity by which data providers know a thread, even one that is not here.
    public static func modelID(_ id: ThreadID) -> ModelID { ModelID(kind: kind, key: "\(id)") }
    static func find(_ key: Int64, _ reader: StoreReader) throws -> MailThread? { try reader.thread(ThreadID(key)) }
}

extension Message: DataModel, MailModel {
    static let kind = "message"
    public var modelID: ModelID? { Self.modelID(id) }
    /// The identity by which data providers know a message, even one that is not here.
    public static func modelID(_ id: MessageID) -> ModelID { ModelID(kind: kind, key: "\(id)") }
    static func find(_ key: Int64, _ reader: StoreReader) throws -> Message? { try reader.message(MessageID(key)) }
}

extension Contact: DataModel, MailModel {
    static let kind = "contact"
    public var modelID: ModelID? { Self.modelID(id) }
    /// The identity by which data providers know a contact, even one that is not here.
    public static func modelID(_ id: ContactID) -> ModelID { ModelID(kind: kind, key: "\(id)") }
    static func find(_ key: Int64, _ reader: StoreReader) throws -> Contact? { try reader.contact(ContactID(key)) }
}
