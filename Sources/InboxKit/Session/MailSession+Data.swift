public import InboxModel

/// What the client keeps beside the mail, and single pieces of mail to be followed.
extension MailSession {
    /// Shares and keeps data in this session's store. Threads, messages and contacts that its providers hold follow the
    /// mailbox.
    public var data: DataManager { dataAndFeed.manager }

    /// Follows one thread wherever it changes.
    /// - Returns: a provider whose `data` is read already; nil in it when there is no such thread.
    /// - Throws: when the store cannot be read.
    public func threadData(_ id: ThreadID, isolation: isolated any Actor = #isolation) throws(DataError)
        -> DataProvider<MailThread>
    {
        let provider = DataProvider<MailThread>(manager: data)
        try provider.loadNow(MailThread.modelID(id), listens: true)
        return provider
    }

    /// An ordered collection that is kept under a key, read already.
    /// - Throws: when the store cannot be read, or the key holds models of another type.
    public func collection<Model: DataModel>(
        _ key: String, of type: Model.Type = Model.self, isolation: isolated any Actor = #isolation
    ) throws(DataError) -> CollectionDataProvider<Model> {
        let provider = CollectionDataProvider<Model>(manager: data)
        if try provider.loadNow(key) == nil { try provider.setData([], cacheKey: key, shouldCache: false) }
        return provider
    }
}
