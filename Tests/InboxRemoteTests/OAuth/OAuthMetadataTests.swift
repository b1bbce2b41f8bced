import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Where a server says how to sign in with OAuth")
struct OAuthMetadataTests {
    @Test(
        "of a host with several resources, the metadata of the one that is meant counts (RFC 9728 §3.1), or that of the host",
        arguments: [("/tenant/jmap", true), ("/tenant/jmap", false), ("/.well-known/jmap", false), ("/", false)])
    func resourceWithPath(path: String, isThere: Bool) async throws {
        let scripted = ScriptedTransport()
        let wellKnown = "GET /.well-known/oauth-protected-resource"
        if path == "/tenant/jmap" {
            scripted.answer(
                wellKnown + path, status: isThere ? 200 : 404,
                json: #"{"authorization_servers": ["https://id.example"]}"#)
        }
        if !isThere { scripted.answer(wellKnown, json: #"{"authorization_servers": ["https://id.example"]}"#) }
        scripted.answer(
            "GET /.well-known/oauth-authorization-server",
            json: #"{"issuer": "https://id.example", "token_endpoint": "https://id.example/t"}"#)
        let found = try await OAuthDiscovery(transport: scripted).metadata(for: "https://mail.example" + path)
        #expect(found?.tokenURL == "https://id.example/t" && scripted.answersLeft == 0)
    }

    @Test("metadata with plain HTTP elsewhere, or another issuer, is rejected")
    func badMetadata() async throws {
        let scripted = ScriptedTransport()
        let discovery = OAuthDiscovery(transport: scripted)
        scripted.answer(
            "GET /.well-known/oauth-protected-resource", json: #"{"authorization_servers": ["http://id.example"]}"#)
        #expect(
            await failure { _ = try await discovery.metadata(for: "https://mail.example") }?.nextStep
                == .retry(after: nil))
        scripted.answer(
            "GET /.well-known/oauth-protected-resource", status: 302, headers: ["Location": "https://evil.example"],
            json: "")
        scripted.answer(
            "GET /.well-known/oauth-authorization-server",
            json: #"{"issuer": "https://evil.example", "token_endpoint": "https://evil.example/t"}"#)
        let error = await failure { _ = try await discovery.metadata(for: "https://mail.example") }
        #expect(error?.reason == .insecure(detail: "the sign-in server gives another name for itself"))
        scripted.answer("GET /.well-known/oauth-protected-resource/x", status: 404, json: "")
        scripted.answer("GET /.well-known/oauth-protected-resource", status: 404, json: "")
        scripted.answer(
            "GET /.well-known/oauth-authorization-server",
            json: #"{"issuer": "https://mail.example", "token_endpoint": "http://mail.example/t"}"#)
        #expect(await failure { _ = try await discovery.metadata(for: "https://mail.example/x") } != nil)
        #expect(scripted.requests.allSatisfy { $0.url.hasPrefix("https://mail.example/") })
    }

    @Test("a server elsewhere sends no sign-in to this machine")
    func notHere() async {
        let scripted = ScriptedTransport()
        let discovery = OAuthDiscovery(transport: scripted)
        scripted.answer("GET /.well-known/oauth-protected-resource", status: 404, json: "")
        scripted.answer(
            "GET /.well-known/oauth-authorization-server",
            json: #"{"issuer": "https://mail.example", "token_endpoint": "https://mail.example/t", "#
                + #""registration_endpoint": "http://127.0.0.1:2375/build?remote=x"}"#)
        let endpoint = await failure { _ = try await discovery.metadata(for: "https://mail.example") }
        #expect(endpoint?.reason == .insecure(detail: "the sign-in server's address is not safe"))
        scripted.answer(
            "GET /.well-known/oauth-protected-resource", json: #"{"authorization_servers": ["http://localhost:9"]}"#)
        let issuer = await failure { _ = try await discovery.metadata(for: "https://mail.example") }
        #expect(issuer?.reason == endpoint?.reason)
        #expect(scripted.requests.allSatisfy { $0.url.hasPrefix("https://mail.example/") })
    }
}
