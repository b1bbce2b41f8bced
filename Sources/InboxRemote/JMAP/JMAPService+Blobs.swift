import Foundation
package import InboxModel

extension JMAPService {
    /// In bytes. Mail servers accept only a fraction of this.
    private static let largestFile = 256 << 20

    package func rawMessage(_ id: RemoteID) async throws(RemoteError) -> [UInt8] {
        let answer = try await caller.get(
            "Email/get", [id.rawValue], properties: ["blobId", "size"], as: WireBlob.self)
        guard let blob = answer.list.first else {
            throw RemoteError(.notFound(message: "the message is gone"), call: "Email/get")
        }
        let bytes = try await bytes(ofMessage: RemoteID(blob.blobId))
        // Anything made from these bytes would be truncated.
        if let size = blob.size, bytes.count < size {
            throw RemoteError(.unreadableAnswer(detail: "\(bytes.count) of \(size) bytes came"), call: "download")
        }
        return bytes
    }

    /// Returns the bytes of a message that the server has. If the server does not find them, throws `busy`, so that it is asked again.
    func bytes(ofMessage blob: RemoteID) async throws(RemoteError) -> [UInt8] {
        do throws(RemoteError) { return try await download(blob) } catch {
            guard error.isNotFound else { throw error }
            throw RemoteError(.busy(status: 0, message: "the message is there, but not its bytes"), call: error.call)
        }
    }

    package func headers(named names: [String], of id: RemoteID) async throws(RemoteError) -> [[String]] {
        let properties = names.map { "header:\($0):asRaw:all" }
        let answer = try await caller.get(
            "Email/get", [id.rawValue], properties: properties, as: [String: WireHeaders].self)
        let found = answer.list.first ?? [:]
        return properties.map { property in
            // Some servers change the case of property names.
            let values = found[property] ?? found.first { $0.key.lowercased() == property.lowercased() }?.value
            return values?.values.map { $0.split(whereSeparator: \.isNewline).joined() } ?? []
        }
    }

    package func download(_ file: RemoteID, meter: TransferMeter?) async throws(RemoteError) -> [UInt8] {
        try await answer(file, meter, into: nil).body
    }

    package func download(_ file: RemoteID, meter: TransferMeter?, into sink: @escaping FileSink)
        async throws(RemoteError)
    {
        _ = try await answer(file, meter, into: sink)
    }

    /// No text from a sender goes into the URL: name and type are always the same (RFC 8620 §6.2).
    private func answer(_ file: RemoteID, _ meter: TransferMeter?, into sink: FileSink?) async throws(RemoteError)
        -> HTTPResponse
    {
        let title = "download"
        return try await caller.answer(title: title, in: .downloads, into: sink) { session throws(RemoteError) in
            guard let template = session.downloadURL else { throw RemoteError(.unsupported, call: title) }
            let url = template.filled([
                "accountId": session.account, "blobId": file.rawValue, "name": "file",
                "type": "application/octet-stream",
            ])
            return HTTPRequest(
                url: url, headers: ["Accept": "*/*"], totalTimeout: .seconds(3600),
                maxResponseBytes: Self.largestFile, meter: meter)
        }
    }
}

private struct WireBlob: Decodable, Sendable {
    var blobId: String
    /// In bytes. Every server should report it (RFC 8621 §4.1.1); else the length is not checked.
    var size: Int?
}

/// The values of one header; empty for any other property of the object.
private struct WireHeaders: Decodable, Sendable {
    var values: [String]

    init(from decoder: any Decoder) throws {
        values = (try? decoder.singleValueContainer().decode([String].self)) ?? []
    }
}

extension String {
    /// A URL template (RFC 6570 level 1) with its variables filled in.
    func filled(_ values: [String: String]) -> String {
        values.reduce(self) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value.percentEncoded) }
    }
}
