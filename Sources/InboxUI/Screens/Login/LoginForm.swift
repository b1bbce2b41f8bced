import InboxKit
import InboxModel
import TerminalUI

/// The state of the login's fields and their problems. It contacts no server, but returns what to ask one.
struct LoginForm: Sendable {
    enum Field: CaseIterable, Hashable, Sendable {
        case address, user, password, server
    }

    enum Phase: Hashable, Sendable {
        case editing
        case signingIn(since: ContinuousClock.Instant)
        /// The server is still being looked up; signing in continues once it is found.
        case finding(since: ContinuousClock.Instant)
        /// The user has to act in a browser.
        case inBrowser(SignInPrompt?, since: ContinuousClock.Instant)
        /// The server let the user in. The mail opens once the owner's name is known, or the user has been asked for it.
        case signedIn(lookingSince: ContinuousClock.Instant?)
    }

    /// What Enter leads to.
    enum Step: Hashable, Sendable {
        /// Look up the server of an address, while the user goes on typing.
        case look(String)
        case signIn(SignIn.Request)
        case browse(address: String, SignInWays)
    }

    private(set) var address: TextField
    private(set) var user = TextField(placeholder: "as your address", limit: 320)
    private(set) var password = TextField(isSecret: true, limit: 4_096)
    private(set) var server: TextField
    private(set) var focus: Field
    private(set) var errors: [Field: String] = [:]
    /// A problem that concerns no particular field.
    private(set) var notice: String?
    private(set) var phase = Phase.editing
    private(set) var lookup = ServerLookup()
    /// Whether the form has a field for a user name. Most people sign in with their address, so the field appears only after a refusal.
    private(set) var asksUser = false
    /// Whether typing replaces the password instead of adding to it: after a failure, since nobody sees what would be added to.
    private var replacesPassword = false
    /// Whether the user signs in again to a known account, so that only the password can be changed.
    let isFixed: Bool

    init(address: String = "", server: String = "", isFixed: Bool = false) {
        self.address = TextField(address, placeholder: "ann@example.org", limit: 320)
        self.server = TextField(server, placeholder: "found from the address", limit: 2_048)
        self.isFixed = isFixed
        focus = isFixed ? .password : .address
    }

    subscript(field: Field) -> TextField {
        get {
            switch field {
            case .address: address
            case .user: user
            case .password: password
            case .server: server
            }
        }
        set {
            switch field {
            case .address: address = newValue
            case .user: user = newValue
            case .password: password = newValue
            case .server: server = newValue
            }
        }
    }

    // MARK: Typing

    /// Passes an event to the focused field. Returns whether the event had a meaning there.
    mutating func type(_ event: InputEvent) -> Bool {
        guard phase == .editing else { return false }
        if isFixed, focus != .password { return false }
        let event = LoginForm.trimmed(event)
        var field = self[focus]
        if focus == .password, replacesPassword, LoginForm.isText(event) { field.set("") }
        let response = field.handle(event)
        self[focus] = field
        if focus == .password, response != .ignored { replacesPassword = false }
        if response == .edited {
            errors[focus] = nil
            notice = nil
        }
        return response != .ignored
    }

    /// Whether an event puts text into a field, rather than moving in it or deleting from it.
    private static func isText(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key): key.typed != nil
        case .paste(let text): !text.isEmpty
        default: false
        }
    }

    /// Removes the line end or blanks around a pasted text that users rarely mean to paste.
    private static func trimmed(_ event: InputEvent) -> InputEvent {
        guard case .paste(let text) = event else { return event }
        return .paste(trimmed(text))
    }

    private static func trimmed(_ text: String) -> String {
        let blanks: (Character) -> Bool = { $0 == "\n" || $0 == "\t" || $0 == " " }
        var clean = Substring(text).drop(while: blanks)
        while let last = clean.last, blanks(last) { clean.removeLast() }
        return String(clean)
    }

    /// The address that is meant: nobody sees a blank typed before or after it.
    private var meantAddress: String { LoginForm.trimmed(address.text) }

    mutating func moveFocus(_ direction: Int) {
        guard !isFixed else { return }
        let all = fields
        guard let place = all.firstIndex(of: focus) else { return }
        focus = all[(place + direction + all.count) % all.count]
    }

    /// The fields shown, in order.
    var fields: [Field] { Field.allCases.filter { $0 != .user || asksUser } }

    mutating func setFocus(_ field: Field) {
        if !isFixed { focus = field }
    }

    /// Moves to the server field, to type another one, and clears the messages about the previous server.
    mutating func changeServer() {
        setFocus(.server)
        guard phase == .editing, !isFixed else { return }
        (errors, notice) = ([:], nil)
    }

    /// Returns the text under a field: an error from a server or from submitting, otherwise what is wrong with the text so far.
    func complaint(_ field: Field) -> (text: String, isError: Bool)? {
        if let error = errors[field] { return (error, true) }
        switch field {
        case .address:
            let wanted = meantAddress
            if wanted.isEmpty { return nil }
            return AccountAddress.flaw(wanted).map { ($0, false) }
        case .server: return server.isEmpty ? nil : ServerAddress.flaw(server.text).map { ($0, false) }
        case .user, .password: return nil
        }
    }

    // MARK: Signing in

    /// Handles Enter: goes to the next empty field, or returns the next step. The address is checked first, and the server is looked up
    /// while the user types the password.
    mutating func submit(at now: ContinuousClock.Instant) -> Step? {
        guard phase == .editing else { return nil }
        errors = [:]
        notice = nil
        let wanted = meantAddress
        if !isFixed, let flaw = AccountAddress.flaw(wanted) {
            return complain(.address, wanted.isEmpty ? "type your address here" : flaw)
        }
        if !server.isEmpty, let flaw = ServerAddress.flaw(server.text) { return complain(.server, flaw) }
        if server.isEmpty, focus != .address, lookup.address == wanted, case .foreign(let url, let why) = lookup.state {
            return confirm(url, why)
        }
        let place = server.isEmpty ? wanted : ServerAddress.url(server.text)
        if password.isEmpty { return submitWithoutPassword(wanted, place, at: now) }
        if !server.isEmpty { return signIn(wanted, place, at: now) }
        switch lookup.address == wanted ? lookup.state : .none {
        case .found(let ways): return signIn(wanted, ways.url, at: now)
        case .foreign(let url, let why): return confirm(url, why)
        case .failed(let why):
            return complain(
                .server,
                focus == .server ? "type your server's address, such as https://mail.example.org" : why)
        case .running, .none:
            phase = .finding(since: now)
            return lookup.begin(wanted) ? .look(wanted) : nil
        }
    }

    /// Shows a server that the user did not name; nothing is sent there unless the user goes on.
    private mutating func confirm(_ url: String, _ why: String) -> Step? {
        server.set(url)
        notice = MailProvider.of(server: url).flatMap(Wording.advice)
        return complain(.server, why)
    }

    private mutating func signIn(_ address: String, _ url: String, at now: ContinuousClock.Instant) -> Step? {
        phase = .signingIn(since: now)
        let name = LoginForm.trimmed(user.text)
        return .signIn(
            SignIn.Request(
                address: address, url: url, userName: name.isEmpty ? nil : name, secret: password.text))
    }

    /// Starts signing in with an earlier request, regardless of the fields: a browser's key is in none of them.
    mutating func signsIn(at now: ContinuousClock.Instant) {
        errors = [:]
        notice = nil
        phase = .signingIn(since: now)
    }

    /// Continues without a password, which some servers do not need.
    private mutating func submitWithoutPassword(_ address: String, _ place: String, at now: ContinuousClock.Instant)
        -> Step?
    {
        if lookup.address == place, let ways = lookup.ways, ways.oauth != nil, focus != .address || !ways.takesPassword
        {
            phase = .inBrowser(nil, since: now)
            return .browse(address: address, ways)
        }
        _ = complain(.password, focus == .address ? nil : "type your password here")
        return lookup.begin(place) ? .look(place) : nil
    }

    /// Handles the result of a server lookup.
    /// - Parameters:
    ///   - key: The key that signs in, for the hint.
    /// - Returns: The step that was waiting for the result.
    mutating func looked(
        _ place: String, _ result: Result<SignInWays, RemoteError>, key: String?, at now: ContinuousClock.Instant
    ) -> Step? {
        lookup.end(place, result)
        notice = phase == .editing && password.isEmpty ? lookup.hint(key: key) ?? notice : notice
        // Enter may have asked for a password before that was known.
        if let ways = lookup.ways, ways.oauth != nil, !ways.takesPassword { errors[.password] = nil }
        guard case .finding = phase else { return nil }
        phase = .editing
        return submit(at: now)
    }

    mutating func prompted(_ prompt: SignInPrompt) {
        if case .inBrowser(_, let since) = phase { phase = .inBrowser(prompt, since: since) }
    }

    private mutating func complain(_ field: Field, _ text: String?) -> Step? {
        errors[field] = text
        focus = field
        return nil
    }

    /// Handles a refusal by the server or the store: shows it at its field, and keeps the typed text. The password stays only until
    /// another is typed.
    mutating func failed(_ failure: LoginFailure) {
        phase = .editing
        notice = nil
        replacesPassword = true
        guard let field = failure.field else { return notice = failure.text }
        if let place = failure.server, !isFixed {
            _ = confirm(place, failure.text)
            return
        }
        errors[field] = failure.text
        focus = isFixed ? .password : field
        if isFixed, field != .password { notice = failure.text }
        if field == .password, !isFixed, user.isEmpty {
            asksUser = true
            errors[field] = failure.text + " If you sign in with another name than your address, say it above."
        }
    }

    mutating func stopped() {
        phase = .editing
        if lookup.state == .running { lookup = ServerLookup() }
        notice = "Stopped. Nothing was saved."
    }

    /// Handles that the server let the user in; the password is not kept longer than needed.
    /// - Parameter begin: When the server was asked for the owner's name; nil once it has answered.
    mutating func letIn(lookingSince begin: ContinuousClock.Instant?) {
        password.set("")
        phase = .signedIn(lookingSince: begin)
    }

    /// Clears the form, as the mail opens.
    mutating func signedIn() {
        self = isFixed ? LoginForm(address: address.text, server: server.text, isFixed: true) : LoginForm()
    }
}
