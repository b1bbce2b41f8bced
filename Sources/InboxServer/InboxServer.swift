package import Foundation

/// The embedded mail server: the Inbox API and JMAP on 127.0.0.1, for mail that it stores itself.
///
/// It listens only on the loopback interface and opens no connections. Outgoing mail goes through the sending command.
package actor InboxServer {
    private let configuration: ServerConfiguration
    private let progress: @Sendable (FillingProgress) -> Void
    private let faults: FaultInjector
    private let oddities: OddityBox
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private var running: Running?
    private var hasStarted = false

    private struct Running {
        let database: MailDatabase
        let listener: LoopbackListener
        let arrivals: Task<Void, Never>?
        let maildir: Task<Void, Never>?
        let submissions: SubmissionQueue
    }

    /// - Parameters:
    ///   - clock: times slow answers and writes (``Fault/Kind/slow``), pings of JMAP, and mail held for later.
    ///   - now: returns the current time, which decides when held mail is due.
    ///   - progress: called while mail is read, on an arbitrary thread.
    package init(
        configuration: ServerConfiguration, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        progress: @escaping @Sendable (FillingProgress) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.progress = progress
        faults = FaultInjector(configuration.faults, clock: clock)
        oddities = OddityBox(configuration.oddities)
        self.clock = clock
        self.now = now
    }

    /// Reads the mail and starts listening; returns when both are done. A server starts only once.
    package func start() async throws(ServerError) -> ServerAddress {
        guard !hasStarted else { throw .alreadyStarted }
        hasStarted = true
        let filling = ServerFilling(configuration: configuration, progress: progress)
        let command = try configuration.sendmail.map { (text) throws(ServerError) in try SendmailCommand(text) }
        let database = try MailDatabase(path: configuration.dataFile)
        do {
            let accounts = try await filling.openAccounts(in: database)
            let demo = try await database.filling { try await filling.fill(database, accounts: accounts) }
            let maildir = try await filling.keeper(database, account: accounts.main)
            let directory = AccountDirectory(accounts: accounts.served, trustsLoopback: configuration.trustsLoopback)
            let sender = MailSender(
                database: database, directory: directory, command: command, demoPeople: accounts.demoPeople)
            let waiting = WaitingRoom(capacity: Limits.waiting)
            let submissions = SubmissionQueue(database: database, sender: sender, clock: clock, now: now)
            try await submissions.start()
            let routes = APIRoutes(
                database: database, directory: directory, sender: sender, waiting: waiting,
                jmap: JMAPHost(
                    database: database, directory: directory, sender: sender, waiting: waiting, oddities: oddities,
                    submissions: submissions, clock: clock))
            let listener = try await LoopbackListener(
                port: configuration.port, routes: routes, faults: faults, trustsLoopback: configuration.trustsLoopback)
            running = Running(
                database: database, listener: listener, arrivals: demo?.start(), maildir: maildir?.start(),
                submissions: submissions)
            let url = "http://127.0.0.1:\(listener.port)"
            return ServerAddress(
                url: url, jmapURL: url + "/jmap/session", token: accounts.main.token, account: accounts.main.email,
                pid: ProcessInfo.processInfo.processIdentifier)
        } catch let error as ServerError {
            database.close()
            throw error
        } catch {
            database.close()
            throw .dataFileUnusable(path: configuration.dataFile ?? "in memory", reason: "\(error)")
        }
    }

    /// Sets the faults for later writes, replacing the previous ones.
    package func setFaults(_ faults: [Fault]) {
        self.faults.set(faults)
    }

    /// Sets how JMAP deviates from now on, replacing the previous oddities.
    package func setOddities(_ oddities: [Oddity]) {
        self.oddities.set(oddities)
    }

    /// The oddities that clients have met so far.
    var metOddities: Set<Oddity.Kind> { oddities.met }

    /// Ends long polls and streams, gives other requests two seconds to finish, waits for mail that is being handed over, and closes the
    /// database.
    package func stop() async {
        guard let running else { return }
        self.running = nil
        running.arrivals?.cancel()
        running.maildir?.cancel()
        running.submissions.stop()
        running.database.signal.close()
        await running.listener.stop(within: .seconds(2))
        await running.maildir?.value
        await running.submissions.finish()
        running.database.close()
    }
}
