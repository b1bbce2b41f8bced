import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// Passes requests from the HTTP server to the API, and answers back.
struct APIResponder: HTTPResponder {
    typealias Context = ServerRequestContext

    let port: BoundPort
    let trustsLoopback: Bool
    let api: APIRoutes
    let faults: FaultInjector

    func respond(to request: Request, context: ServerRequestContext) async throws -> Response {
        let guarding = RequestGuard(port: port.value, trustsLoopback: trustsLoopback)
        if let refusal = guarding.refusal(of: request.head) { return Self.response(APIResponse(refusal), closes: true) }
        do {
            let incoming = try await read(request, context: context)
            let answer = try await spoiled(incoming, context: context) { try await api.answer(incoming) }
            return Self.response(answer, closes: false)
        } catch let error as APIError {
            // After a refusal the rest of an unread body would be taken for the next request.
            return Self.response(APIResponse(error), closes: error.status == 413)
        } catch let error as CancellationError {
            throw error
        } catch {
            return Self.response(APIResponse(.internalError), closes: true)
        }
    }

    private func read(_ request: Request, context: ServerRequestContext) async throws -> APIRequest {
        let target = request.head.path ?? "/"
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        let channel = context.channel
        let body = try await body(of: request, path: path, over: channel)
        return APIRequest(
            method: request.method, path: path, query: QueryParameters(parts.count > 1 ? String(parts[1]) : ""),
            authority: request.head.authority ?? "", headers: request.headers, body: body,
            onDisconnect: { action in
                // A closed connection has already lost its handlers.
                guard let watch = try? await channel.pipeline.handler(type: DisconnectWatch.self).get() else {
                    return action()
                }
                watch.reset()
                watch.onDisconnect(action)
            })
    }

    /// Reads the whole body. Without a valid token it gets little memory and little time: connections are limited.
    private func body(of request: Request, path: [String], over channel: any Channel) async throws -> [UInt8] {
        let isStranger = api.directory.account(for: request.headers, path: path) == nil
        let limit = isStranger ? Limits.strangersBodyBytes : Limits.bodyBytes
        let tooLarge = APIError(
            status: 413, type: "invalid_request_error", message: "The request is larger than this server takes.")
        if let length = request.headers[.contentLength].flatMap(Int.init), length > limit { throw tooLarge }
        // Some clients wait a while for this before they send a body (RFC 9110 §10.1.1).
        if request.headers[.expect]?.lowercased() == "100-continue" {
            try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
        }
        let patience =
            isStranger
            ? channel.eventLoop.scheduleTask(in: .seconds(Limits.strangersBodySeconds)) { channel.close(promise: nil) }
            : nil
        defer { patience?.cancel() }
        do {
            return Array(try await request.body.collect(upTo: limit).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
    }

    /// Runs a write subject to the current fault; reads are never affected.
    private func spoiled(
        _ request: APIRequest, context: ServerRequestContext, _ answer: () async throws -> APIResponse
    ) async throws -> APIResponse {
        guard !faults.isIdle, api.isWrite(request), let fault = faults.next() else { return try await answer() }
        switch fault {
        case .refuse, .busy, .limit: throw FaultInjector.refusal(fault)
        case .slow:
            try await faults.clock.sleep(for: FaultInjector.slowness)
            return try await answer()
        case .drop:
            try await context.channel.close()
            throw CancellationError()
        case .lost:
            _ = try? await answer()
            try await context.channel.close()
            throw CancellationError()
        case .gateway:
            _ = try? await answer()
            return .plain(503, "upstream connect error or disconnect/reset before headers\n")
        }
    }

    private static func response(_ answer: APIResponse, closes: Bool) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = answer.contentType
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        if closes { headers[.connection] = "close" }
        let status = HTTPResponse.Status(code: answer.status)
        switch answer.body {
        case .bytes(let bytes):
            return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        case .stream(let stream):
            let body = ResponseBody { writer in
                try await stream(&writer)
                try await writer.finish(nil)
            }
            return Response(status: status, headers: headers, body: body)
        }
    }
}
