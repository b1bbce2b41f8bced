import InboxModel
public import InboxRemote

extension MailSession {
    /// Services for all dialects, over one transport.
    public static func services(over transport: any Transport) -> ServiceMaker {
        { account, secret in
            switch account.dialect {
            case .feed: FeedService(url: account.url, secret: secret, transport: transport)
            case .inbox: InboxAPIService(url: account.url, secret: secret, transport: transport)
            case .jmap:
                JMAPService(
                    url: account.url, userName: account.userName, secret: secret, address: account.address,
                    transport: transport)
            }
        }
    }
}
