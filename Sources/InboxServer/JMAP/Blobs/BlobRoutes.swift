import GRDB

/// `/jmap/upload/{accountId}` and `/jmap/download/{accountId}/{blobId}/{name}` (RFC 8620 §6.1 and §6.2).
enum BlobRoutes {
    static func upload(_ request: APIRequest, _ signedIn: ServedAccount, _ host: JMAPHost) async throws -> APIResponse {
        let account = try account(request, signedIn, host)
        guard request.body.count <= host.limits.sizeUpload else {
            return RequestProblem(kind: .limit, detail: "The upload is too large.", limit: "maxSizeUpload").response
        }
        let type = request.contentType.isEmpty ? "application/octet-stream" : request.contentType
        let blob = try await host.database.write { transaction in
            try BlobStore(account: account, oddities: host.oddities).keep(request.body, type: type, in: transaction)
        }
        return JMAPRoutes.json(
            .object([
                JSONMember("accountId", .text(account.publicID)), JSONMember("blobId", .text(blob.text)),
                JSONMember("size", .integer(request.body.count)), JSONMember("type", .text(type)),
            ]), status: 201)
    }

    static func download(_ request: APIRequest, _ signedIn: ServedAccount, _ host: JMAPHost) async throws -> APIResponse
    {
        let account = try account(request, signedIn, host)
        guard request.path.count == 5 else { throw APIError.notFound("/" + request.path.joined(separator: "/")) }
        let store = BlobStore(account: account, oddities: host.oddities)
        let id = request.path[3]
        guard let blob = try await host.database.read({ try store.bytes(id, in: $0) }) else {
            throw APIError.notFound("blob \(id)")
        }
        var bytes = blob.bytes
        if host.oddities.shows(.shortBlobs) { bytes = Array(bytes.prefix(bytes.count / 2)) }
        if host.oddities.shows(.longBlobs) { bytes += Array("more".utf8) }
        // Mail content must never render as a page: this type and `nosniff` make browsers treat it as a file.
        return APIResponse(
            contentType: "application/octet-stream",
            headers: [("Content-Disposition", FileContent.disposition(fileName: request.path[4]))], body: .bytes(bytes))
    }

    private static func account(_ request: APIRequest, _ signedIn: ServedAccount, _ host: JMAPHost) throws
        -> ServedAccount
    {
        guard request.path.count > 2,
            let account = host.accounts(for: signedIn).first(where: { $0.publicID == request.path[2] })
        else { throw APIError.notFound("this account") }
        return account
    }
}
