import InboxKit
import InboxModel
import TerminalUI

/// Signing in with address, password and server, or starting the demo.
@UI
final class LoginScreen: Screen {
    let keyContext = KeyContext.login
    let takesText = true

    let around: any Surroundings
    private let account: Account?
    private let server: SignIn
    private var looking: Task<Void, Never>?
    private(set) var form: LoginForm
    var places: [LoginForm.Field: Rect] = [:]
    private var task: Task<Void, Never>?
    private(set) var isStartingDemo = false
    /// The new account, until its mail opens.
    private var newcomer: Account?

    /// - Parameters:
    ///   - account: An account that its server no longer lets in; the screen asks only for its password.
    ///   - server: Finds and asks servers; nil uses the network.
    init(around: any Surroundings, again account: Account? = nil, server: SignIn? = nil) {
        self.around = around
        self.account = account
        self.server = server ?? SignIn(session: around.session)
        form = LoginScreen.emptyForm(account)
    }

    isolated deinit {
        task?.cancel()
        looking?.cancel()
    }

    private static func emptyForm(_ account: Account?) -> LoginForm {
        account.map { LoginForm(address: $0.address, server: $0.url, isFixed: true) } ?? LoginForm()
    }

    /// Whether there is mail to go back to.
    var canGoBack: Bool { account != nil || !around.session.knownAccounts.isEmpty }
    /// Whether signing in is in progress.
    var isSigningIn: Bool { task != nil }
    /// The demo takes the place of the mail: only where there is none yet.
    var hasDemo: Bool { around.startDemo != nil && !canGoBack }
    public var deadCommands: Set<Command> { hasDemo ? [] : [.demo] }

    // MARK: Keys

    func perform(_ command: Command) -> Bool {
        switch command {
        case .back: back()
        case .demo:
            guard hasDemo else { return false }
            startDemo()
        case .changeServer: form.changeServer()
        case .open: submit()
        case .down, .nextLink: form.moveFocus(1)
        case .up, .previousLink: form.moveFocus(-1)
        default: return false
        }
        around.setNeedsDraw()
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        // Input while the demo is being created is for no field.
        if isStartingDemo { return true }
        switch event {
        case .key(.enter): submit()
        case .key(.tab), .key(.down): form.moveFocus(1)
        case .key(.backTab), .key(.up): form.moveFocus(-1)
        case .mouse(let mouse):
            guard case .press(.left) = mouse.action,
                let hit = places.first(where: { $0.value.contains(mouse.position) })
            else { return false }
            form.setFocus(hit.key)
        default:
            guard form.type(event) else { return false }
        }
        around.setNeedsDraw()
        return true
    }

    private func back() {
        if let newcomer { return signedIn(to: newcomer.address) }
        if let task {
            task.cancel()
            self.task = nil
            isStartingDemo = false
            return form.stopped()
        }
        if form.phase != .editing {
            looking?.cancel()
            return form.stopped()
        }
        guard canGoBack else {
            let quit = around.keyName(of: .quit, in: .login) ?? ""
            return around.say("There is no account to go back to; \(quit) quits.", kind: .info)
        }
        form = LoginScreen.emptyForm(account)
        if account != nil { around.close(self) } else { around.switchFlow(.main) }
    }

    // MARK: Signing in

    private func submit() {
        if !isStartingDemo { take(form.submit(at: .now)) }
    }

    private func take(_ step: LoginForm.Step?) {
        switch step {
        case .look(let place): look(for: place)
        case .signIn(let request): signIn(request)
        case .browse(let address, let ways): browse(address, ways)
        case nil: break
        }
        around.setNeedsDraw()
    }

    private func look(for place: String) {
        looking?.cancel()
        looking = Task { [weak self, server] in
            let result: Result<SignInWays, RemoteError>
            do throws(RemoteError) {
                result = .success(try await server.ways(of: place))
            } catch {
                result = .failure(error)
            }
            guard let self, !Task.isCancelled else { return }
            let key = self.around.keyName(of: .open, in: .login)
            self.take(self.form.looked(place, result, key: key, at: .now))
        }
    }

    /// Signs in by a browser on this machine, or by a code to enter in any browser.
    private func browse(_ address: String, _ ways: SignInWays) {
        let clients = around.settings.oauthClients
        task = Task { [weak self, server] in
            do throws(RemoteError) {
                let secret = try await server.withBrowser(ways, address: address, clients: clients) {
                    [weak self] prompt in await self?.show(prompt)
                }
                guard let secret, !Task.isCancelled else { return }
                self?.signIn(SignIn.Request(address: address, url: ways.url, secret: secret))
            } catch {
                if !Task.isCancelled { self?.failed(LoginFailure(error, isInBrowser: true)) }
            }
        }
    }

    func show(_ prompt: SignInPrompt, opening: Bool = SignIn.hasBrowser) {
        form.prompted(prompt)
        if opening, case .visit(let url) = prompt { _ = LinkOpener().open(url) }
        around.setNeedsDraw()
    }

    private func signIn(_ request: SignIn.Request) {
        let (around, server, account) = (around, server, account)
        let session = around.session
        task = Task { [weak self] in
            do throws(SessionError) {
                if let account {
                    if !request.approved.isEmpty { try await session.approve(request.approved, of: account.id) }
                    try await session.signInAgain(account, secret: request.secret)
                    guard !Task.isCancelled else { return }
                    self?.signedIn(to: request.address)
                } else {
                    let new = try await server.account(request)
                    around.tellOfOtherPlaces(new)
                    around.tellOfNoSending(new)
                    await self?.letIn(new)
                }
            } catch {
                if !Task.isCancelled { self?.refused(request, error) }
            }
        }
    }

    /// Handles a refusal. If the server wants the password at other origins too, asks the user; nothing has been stored until then.
    private func refused(_ request: SignIn.Request, _ error: SessionError) {
        failed(LoginFailure(error, at: request.url))
        guard let origins = error.unapprovedOrigins else { return }
        around.askToApprove(origins, of: request.address) { [weak self] in
            guard let self, !self.isSigningIn else { return }
            var again = request
            again.approved += origins
            self.form.signsIn(at: .now)
            self.signIn(again)
            self.around.setNeedsDraw()
        }
    }

    /// Asks for the owner's name if nobody knows it, and then opens the mail: over a list, letters meant for the list would go into the name.
    private func letIn(_ new: Account) async {
        guard !Task.isCancelled else { return }
        newcomer = new
        form.letIn(lookingSince: .now)
        around.setNeedsDraw()
        let isNameless = await around.isNameless(new)
        guard !Task.isCancelled else { return }
        guard isNameless else { return signedIn(to: new.address) }
        form.letIn(lookingSince: nil)
        around.answer(self, tookText: true) { [weak self] in
            self?.around.askForName(of: new) { self?.signedIn(to: new.address) }
        }
    }

    private func signedIn(to address: String) {
        task?.cancel()
        (task, newcomer) = (nil, nil)
        form.signedIn()
        around.say("Signed in as \(Wording.line(address))", kind: .done)
        if account != nil { around.close(self) } else { around.switchFlow(.main) }
        around.setNeedsDraw()
    }

    /// Shows a failure; nil when the user stopped signing in.
    private func failed(_ failure: LoginFailure?) {
        task = nil
        if let failure { form.failed(failure) } else { form.stopped() }
        around.setNeedsDraw()
    }

    private func startDemo() {
        guard let start = around.startDemo, task == nil else { return }
        isStartingDemo = true
        demoBegin = .now
        task = Task { [weak self] in
            await start()
            guard let self, !Task.isCancelled else { return }
            self.task = nil
            self.isStartingDemo = false
            self.around.setNeedsDraw()
        }
    }

    private(set) var demoBegin = ContinuousClock.now
}
