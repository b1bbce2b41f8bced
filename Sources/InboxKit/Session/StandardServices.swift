import InboxIMAP
import InboxModel
public import InboxRemote

extension MailSession {
    /// Services for all dialects, over one transport.
    /// - Parameter mail: reaches mail servers that do not speak HTTP; nil uses the transport, if it can do that.
    public static func services(over transport: any Transport, mail: (any MailTransport)? = nil) -> ServiceMaker {
        let mail = mail ?? transport as? any MailTransport ?? RefusingMailTransport.unreachable
        return { account, secret in
            switch account.dialect {
            case .feed: FeedService(url: account.url, secret: secret, transport: transport)
            case .inbox: InboxAPIService(url: account.url, secret: secret, transport: transport)
            case .jmap:
                JMAPService(
                    url: account.url, userName: account.userName, secret: secret, address: account.address,
                    transport: transport)
            case .imap: IMAPService(account, secret, over: mail)
            }
        }
    }
}

extension IMAPService {
    fileprivate init(_ account: Account, _ secret: String, over transport: any MailTransport) {
        let places = IMAPPlaces(url: account.url)
        let credential = MailCredential(
            userName: account.userName.isEmpty ? account.address : account.userName, secret: secret,
            isToken: places?.usesToken ?? false)
        self.init(
            places ?? .nowhere, credential: credential, address: account.address,
            transport: places == nil ? RefusingMailTransport.misplaced : transport)
    }
}

extension IMAPPlaces {
    /// Stands for what can't be read as a place; nobody is asked there.
    fileprivate static let nowhere = IMAPPlaces(
        imap: MailPlace(host: "localhost", port: 993, security: .tls), smtp: nil)
}
