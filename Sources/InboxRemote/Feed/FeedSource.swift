import Foundation
import InboxModel

/// Where a feed is read from: a server, or a local file.
struct FeedSource: Sendable {
    static let call = "GET feed"
    private static let largest = 32 << 20

    private let url: String
    private let authorization: String?
    private let transport: any Transport
    private let judge: AnswerJudge

    init(url: String, secret: String, transport: any Transport, judge: AnswerJudge) {
        self.url = url
        authorization = secret.isEmpty ? nil : APICaller.authorization(secret: secret)
        self.transport = transport
        self.judge = judge
    }

    /// Whether the text names a file, by path or by `file` URL.
    static func isFile(_ url: String) -> Bool {
        path(url) != nil
    }

    func entries() async throws(RemoteError) -> [FeedEntry] {
        let bytes =
            if let path = FeedSource.path(url) { try FeedSource.read(path) } else { try await fetch() }
        do {
            return try JSONReader.read(FeedDocument.self, from: bytes).inbox.elements
        } catch {
            let detail = "the feed is not a JSON object with an array named inbox"
            throw RemoteError(.unreadableAnswer(detail: detail), call: FeedSource.call)
        }
    }

    private func fetch() async throws(RemoteError) -> [UInt8] {
        var headers: HTTPHeaders = ["Accept": "application/json"]
        headers["Authorization"] = authorization
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await transport.send(
                HTTPRequest(url: url, headers: headers, maxResponseBytes: FeedSource.largest))
        } catch {
            throw AnswerJudge.error(error, call: FeedSource.call)
        }
        try judge.check(response, call: FeedSource.call)
        return response.body
    }

    private static func path(_ url: String) -> String? {
        if url.lowercased().hasPrefix("file://") { return URL(string: url)?.path(percentEncoded: false) }
        return url.contains("://") ? nil : (url as NSString).expandingTildeInPath
    }

    private static func read(_ path: String) throws(RemoteError) -> [UInt8] {
        let real = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        let attributes = try? FileManager.default.attributesOfItem(atPath: real)
        // Reading a pipe or device could block forever.
        guard attributes?[.type] as? FileAttributeType == .typeRegular,
            let data = FileManager.default.contents(atPath: real)
        else { throw RemoteError(.unreachable(detail: "the feed's file can't be read"), call: call) }
        guard data.count <= largest else {
            throw RemoteError(.unreadableAnswer(detail: AnswerJudge.tooLarge), call: call)
        }
        return Array(data)
    }
}
