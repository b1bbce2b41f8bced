import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Ways to sign in")
struct SignInWaysTests {
    @Test(
        "a password is taken if any of a server's challenges is Basic (RFC 9110 §11.6.1)",
        arguments: [
            (["Bearer", "Basic realm=\"mail\""], true), (["Basic", "Bearer"], true), (["Bearer, Basic"], true),
            (["Bearer", "DPoP"], false), (["Bearer"], false), ([], true),
        ] as [([String], Bool)])
    func challenges(lines: [String], takesPassword: Bool) async throws {
        let transport = ScriptedTransport()
        transport.answer("GET /.well-known/oauth-protected-resource", status: 404, json: "")
        transport.answer(
            "GET /.well-known/oauth-authorization-server",
            json: """
                {"issuer": "https://mail.example", "authorization_endpoint": "https://mail.example/authorize",
                 "token_endpoint": "https://mail.example/token"}
                """)
        var headers: HTTPHeaders = [:]
        for line in lines { headers.append(line, for: "WWW-Authenticate") }
        transport.answer("GET /.well-known/jmap", status: 401, headers: headers, json: "")
        let ways = try await SignInWays.find(at: "https://mail.example", transport: transport)
        #expect(ways.takesPassword == takesPassword && ways.oauth?.tokenURL == "https://mail.example/token")
        #expect(transport.answersLeft == 0)
    }

    @Test("fields with one name are a list, in their order, whatever the case of the name (RFC 9110 §5.3)")
    func lists() {
        let headers: HTTPHeaders = ["Vary": "a", "vary": "b, c", "Date": "d"]
        #expect(headers.list("VARY") == "a, b, c" && headers.list("Date") == "d" && headers.list("Age").isEmpty)
    }
}
