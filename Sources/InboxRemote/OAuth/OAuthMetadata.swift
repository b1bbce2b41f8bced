import Foundation
import InboxModel

/// Finds the metadata of authorization servers at their well-known URLs. Redirects are not followed.
struct OAuthDiscovery: Sendable {
    static let call = "sign-in"
    /// Servers name scopes by what each gives access to: by the capabilities of JMAP, by the profile for mail clients that are open to all
    /// servers (draft-ietf-mailmaint-oauth-public), or in their own way.
    private static let ours: Set<String> = [
        "urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail", "urn:ietf:params:jmap:submission",
        "urn:ietf:params:jmap:vacationresponse", "urn:ietf:params:jmap:contacts", "urn:ietf:params:jmap:quota",
        "urn:ietf:params:jmap:principals", "urn:ietf:params:oauth:scope:mail", "urn:ietf:params:oauth:scope:contacts",
        "offline_access", "openid", "email", "mail",
    ]

    let transport: any Transport

    /// - Parameter server: any URL on the mail server.
    /// - Returns: nil if the server has no OAuth.
    /// - Throws: if the server cannot be reached, or its metadata has an unsafe URL.
    func metadata(for server: String) async throws(RemoteError) -> OAuthMetadata? {
        let home = Origin(server)
        let resource = try await resource(server, for: home)
        let issuer: String
        if let named = resource?.authorization_servers?.first {
            issuer = named
        } else if let home {
            issuer = home.description
        } else {
            return nil
        }
        guard let found = try await self.server(of: issuer, for: home) else { return nil }
        return try checked(found, issuer: issuer, resource, for: home)
    }

    /// One host may have several resources: the well-known part goes before the path of the one that is meant (RFC 9728 §3.1). Many
    /// servers describe all of a host at its root.
    private func resource(_ server: String, for home: Origin?) async throws(RemoteError) -> Resource? {
        let wellKnown = "/.well-known/oauth-protected-resource"
        let path = server.afterOrigin
        if home != nil, path.count > 1, !path.hasPrefix("/.well-known/"),
            let found = try await read(Resource.self, (wellKnown + path).resolved(against: server), for: home)
        {
            return found
        }
        return try await read(Resource.self, wellKnown.resolved(against: server), for: home)
    }

    private func server(of issuer: String, for home: Origin?) async throws(RemoteError) -> Server? {
        let path = String(issuer.afterOrigin.reversed().drop { $0 == "/" }.reversed())
        // RFC 8414 §3.1 puts the well-known part before the issuer's path, OpenID after it.
        for place in ["/.well-known/oauth-authorization-server" + path, path + "/.well-known/openid-configuration"] {
            if let found = try await read(Server.self, place.resolved(against: issuer), for: home) { return found }
        }
        return nil
    }

    private func checked(_ found: Server, issuer: String, _ resource: Resource?, for home: Origin?)
        throws(RemoteError) -> OAuthMetadata
    {
        func bare(_ url: String) -> String { url.hasSuffix("/") ? String(url.dropLast()) : url }
        guard bare(found.issuer) == bare(issuer) else {
            throw RemoteError(.insecure(detail: "the sign-in server gives another name for itself"), call: Self.call)
        }
        let places = [found.authorization_endpoint, found.token_endpoint, found.device_authorization_endpoint]
        for place in places + [found.registration_endpoint] {
            guard let place else { continue }
            guard let origin = Origin(place), origin.isSafe, !origin.isLocal(for: home) else { throw Self.notSafe }
        }
        guard let token = found.token_endpoint else {
            throw RemoteError(.unreadableAnswer(detail: "the sign-in server gives no token address"), call: Self.call)
        }
        let known = resource?.scopes_supported ?? found.scopes_supported ?? []
        let takesProof = found.code_challenge_methods_supported?.contains("S256") ?? true
        return OAuthMetadata(
            issuer: found.issuer, authorizationURL: takesProof ? found.authorization_endpoint : nil, tokenURL: token,
            deviceURL: found.device_authorization_endpoint, registrationURL: found.registration_endpoint,
            scopes: known.filter(Self.ours.contains), resource: resource?.resource,
            namesItself: found.authorization_response_iss_parameter_supported ?? false)
    }

    private static var notSafe: RemoteError {
        RemoteError(.insecure(detail: "the sign-in server's address is not safe"), call: call)
    }

    /// - Parameter home: the mail server, on whose behalf it is read.
    /// - Returns: nil if there is no such document.
    private func read<Document: Decodable>(_ type: Document.Type, _ url: String, for home: Origin?)
        async throws(RemoteError) -> Document?
    {
        guard let origin = Origin(url), origin.isSafe else {
            throw RemoteError(
                .insecure(detail: "plain HTTP is for this machine only; use https://"), call: Self.call)
        }
        guard !origin.isLocal(for: home) else { throw Self.notSafe }
        let request = HTTPRequest(
            url: url, headers: ["Accept": "application/json"], totalTimeout: .seconds(30), maxResponseBytes: 1 << 18)
        do throws(TransportError) {
            let response = try await transport.send(request)
            guard response.status == 200 else { return nil }
            return try? JSONReader.read(type, from: response.body)
        } catch {
            throw AnswerJudge.error(error, call: Self.call)
        }
    }

    private struct Resource: Decodable {
        var resource: String?
        var authorization_servers: [String]?
        var scopes_supported: [String]?
    }

    private struct Server: Decodable {
        var issuer: String
        var authorization_endpoint: String?
        var token_endpoint: String?
        var device_authorization_endpoint: String?
        var registration_endpoint: String?
        var scopes_supported: [String]?
        var code_challenge_methods_supported: [String]?
        var authorization_response_iss_parameter_supported: Bool?
    }
}

extension String {
    /// The path and query of a URL.
    fileprivate var afterOrigin: String {
        guard let scheme = range(of: "://") else { return "" }
        return String(self[scheme.upperBound...].drop { $0 != "/" })
    }
}
