import Foundation
import GRDB
import InboxModel
import MailContent

/// The content of files, uploaded or inside messages, and their download headers.
enum FileContent {
    static func read(_ db: Database, publicID: String, account: Int64) throws -> (FileRow, [UInt8])? {
        let found = try Row.fetchOne(
            db, sql: "SELECT \(FileRow.columns), file.content FROM file WHERE publicID = ? AND accountID = ?",
            arguments: [publicID, account])
        guard let found else { return nil }
        let file = FileRow(row: found)
        if let content = found["content"] as Data? { return (file, Array(content)) }
        let raw = try Data.fetchOne(
            db,
            sql: """
                SELECT messageContent.raw FROM messageFile JOIN messageContent ON messageContent.messageID = messageFile.messageID
                WHERE messageFile.fileID = ?
                """, arguments: [file.id])
        guard let raw, let partID = file.partID,
            let content = ParsedMessage.fileContents(of: Array(raw), partID: partID)
        else {
            return nil
        }
        return (file, content)
    }

    /// Returns the header's value. Names beyond printable ASCII are MIME encoded words, as in the original server (RFC 2047).
    static func disposition(fileName: String) -> String {
        let isPlain = fileName.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) }
        guard isPlain else {
            return "attachment; filename=\"=?utf-8?b?\(Data(fileName.utf8).base64EncodedString())?=\""
        }
        let escaped = fileName.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "attachment; filename=\"\(escaped)\""
    }

    static func `extension`(of contentType: String) -> String {
        let known = [
            "text/plain": "txt", "text/html": "html", "text/calendar": "ics", "image/jpeg": "jpg", "image/png": "png",
            "image/gif": "gif", "image/svg+xml": "svg", "application/pdf": "pdf", "application/zip": "zip",
            "message/rfc822": "eml",
        ]
        return known[contentType.lowercased()] ?? "bin"
    }
}

extension FileRow {
    /// Returns the file's name, without a path, for a message that includes it: files of other mail as shown and saved,
    /// messages without a name by their subject.
    /// - Parameter number: its position there, from 1.
    func passedOnName(_ content: [UInt8], number: Int) -> String {
        guard partID != nil else { return FileName.last(of: fileName) }
        let file = MessageFile(
            remoteID: RemoteID(publicID), fileName: fileName, contentType: contentType, size: content.count)
        return SafeFileName.of(file, number: number, start: content)
    }
}
