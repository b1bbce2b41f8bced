/// Opens the accounts of a server, and fills the main account with the mail named in the configuration.
struct ServerFilling: Sendable {
    let configuration: ServerConfiguration
    let progress: @Sendable (FillingProgress) -> Void

    /// The accounts. `demoPeople` receives a demo's mail to invented people; clients cannot sign in to it.
    struct Accounts: Sendable {
        let main: ServedAccount
        let others: [ServedAccount]
        let demoPeople: ServedAccount?

        var served: [ServedAccount] { [main] + others }
    }

    func openAccounts(in database: MailDatabase) async throws -> Accounts {
        for account in [configuration.account] + configuration.otherAccounts
        where !Recipients.isPlausible(account.address) {
            throw ServerError.badAddress(account.address)
        }
        let configuration = configuration
        let accounts = try await database.write { transaction in
            func open(_ account: AccountConfiguration) throws -> ServedAccount {
                try ServedAccount.open(account, hasLabels: configuration.hasLabels, in: transaction)
            }
            return Accounts(
                main: try open(configuration.account), others: try configuration.otherAccounts.map(open),
                demoPeople: configuration.demo == nil || configuration.sendmail != nil
                    ? nil
                    : try open(AccountConfiguration(address: "everybody-else@demo.invalid", name: "Everybody else")))
        }
        if let other = accounts.served.first(where: { $0.hasLabels != configuration.hasLabels }) {
            throw ServerError.dataFileIsOfAnotherKind(path: configuration.dataFile ?? "", hasLabels: other.hasLabels)
        }
        return accounts
    }

    /// Reads all configured sources, one after another. Returns the demo filling when more mail should arrive later.
    func fill(_ database: MailDatabase, accounts: Accounts) async throws -> DemoFilling? {
        let importer = MailImporter(database: database, account: accounts.main, progress: progress)
        for path in configuration.mboxFiles { try await importer.importMbox(path) }
        for path in configuration.maildirs { try await importer.importMaildir(path) }
        guard let demo = configuration.demo else { return nil }
        let filling = DemoFilling(demo: demo, importer: importer)
        try await filling.fill()
        return demo.keepsArriving ? filling : nil
    }

    /// Reads the Maildir that the account is kept in step with. Returns what keeps it so; nil without one.
    func keeper(_ database: MailDatabase, account: ServedAccount) async throws -> MaildirKeeper? {
        guard let path = configuration.syncedMaildir else { return nil }
        let progress = progress
        let sync = try await MaildirSync(path: path, database: database, account: account, progress: progress)
        try await database.filling { try await sync.pass() }
        return MaildirKeeper(sync: sync, database: database, account: account.id) { words in
            var state = FillingProgress(source: path, done: 0, total: 0)
            state.problems = [.init(file: path, number: nil, reasons: [words])]
            state.missing = 1
            progress(state)
        }
    }
}
