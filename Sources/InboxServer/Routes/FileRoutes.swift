import GRDB
import HTTPTypes

/// `/files`
enum FileRoutes {
    static func answer(_ call: APICall, _ path: [String]) async throws -> APIResponse {
        switch (path.count, call.request.method) {
        case (0, .get): return try await list(call)
        case (0, .post): return try await upload(call)
        case (1, .get): return try await one(call, id: path[0])
        case (1, .delete): return try await delete(call, id: path[0])
        case (2, .get) where path[1] == "download": return try await download(call, id: path[0])
        case (0, _), (1, _): throw call.wrongMethod
        case (2, _) where path[1] == "download": throw call.wrongMethod
        default: throw call.unknownPath
        }
    }

    private static func list(_ call: APICall) async throws -> APIResponse {
        try call.query.allowOnly(Page.names.union(["filename", "message_id", "content_type"]))
        let page = try Page(call.query)
        var conditions: [SQL] = ["file.accountID = \(call.account.id)"]
        if let name = try call.query.text("filename") { conditions.append("file.fileName = \(name)") }
        if let type = try call.query.text("content_type") { conditions.append("file.contentType = \(type)") }
        if let message = try call.query.id("message_id") {
            conditions.append(
                """
                file.id IN (SELECT fileID FROM messageFile JOIN message ON message.id = messageFile.messageID
                WHERE message.publicID = \(message))
                """)
        }
        let condition = conditions.joined(separator: " AND ")
        return .json(
            try await call.database.read { db in
                let reader = try call.reader(db)
                let list = ListAnswer(
                    table: "file", columns: FileRow.columns, order: "file.id",
                    rows: { columns, isOrdered in
                        SQL(sql: "SELECT \(columns) FROM file") + " WHERE \(condition)"
                            + (isOrdered ? " ORDER BY file.id" : "")
                    })
                return try list.answer(db, page: page) { try reader.json(FileRow(row: $0)) }
            })
    }

    private static func one(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        guard let file = try await call.database.read({ try call.reader($0).file(id) }) else {
            throw APIError.notFound("file \(id)")
        }
        return .json(file)
    }

    /// Stores every part that has a file name; the names of the form fields do not matter.
    private static func upload(_ call: APICall) async throws -> APIResponse {
        guard let boundary = MultipartForm.boundary(in: call.request.contentType) else {
            throw APIError.invalid("Files are uploaded as multipart/form-data")
        }
        let parts = MultipartForm.parts(call.request.body, boundary: boundary).filter { $0.fileName != nil }
        guard !parts.isEmpty else { throw APIError.invalid("No file was uploaded") }
        return .json(
            try await call.database.write { transaction in
                let ids = try parts.map { part in
                    try transaction.createFile(
                        name: part.fileName ?? "", contentType: part.contentType ?? "application/octet-stream",
                        content: part.content,
                        account: call.account.id)
                }
                let reader = try call.reader(transaction.db)
                return .array(try ids.compactMap(reader.file))
            })
    }

    private static func download(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        guard
            let (file, content) = try await call.database.read({
                try FileContent.read($0, publicID: id, account: call.account.id)
            })
        else {
            throw APIError.notFound("file \(id)")
        }
        let name = file.fileName.isEmpty ? "attachment.\(FileContent.extension(of: file.contentType))" : file.fileName
        return APIResponse(
            contentType: "application/octet-stream",
            headers: [("Content-Disposition", FileContent.disposition(fileName: name))],
            body: .bytes(content))
    }

    private static func delete(_ call: APICall, id: String) async throws -> APIResponse {
        let id = try call.id(id)
        try await call.database.write { transaction in
            let db = transaction.db
            guard
                let file = try Int64.fetchOne(
                    db, sql: "SELECT id FROM file WHERE publicID = ? AND accountID = ?",
                    arguments: [id, call.account.id])
            else { throw APIError.notFound("file \(id)") }
            let isUsed = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM messageFile WHERE fileID = ?)", arguments: [file])
            if isUsed == true { throw APIError.invalid("The file \(id) is attached to a message") }
            try db.execute(sql: "DELETE FROM file WHERE id = ?", arguments: [file])
            transaction.note(.delete, .file, id, account: call.account.id)
        }
        return .json(.null)
    }
}
