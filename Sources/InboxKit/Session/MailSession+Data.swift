public import InboxModel

/// Data stored beside the mail, and following single threads.
extension MailSession {
    /// The manager that shares data and stores it in this session's store. Threads, messages and contacts in its providers follow
    /// the mailbox.
    public var data: DataManager { dataAndFeed.manager }

    /// Follows one thread wherever it changes.
    /// - Returns: a provider whose `data` is loaded already; `data` is nil if there is no such thread.
    /// - Throws: if the store can't be read.
    public func threadData(_ id: ThreadID, isolation: isolated any Actor = #isolation) throws(DataError)
        -> DataProvider<MailThread>
    {
        let provider = DataProvider<MailThread>(manager: data)
        try provider.loadNow(MailThread.modelID(id), listens: true)
        return provider
    }

    /// Returns the ordered collection that is stored under a key, loaded already.
    /// - Throws: if the store can't be read, or the key has models of another type.
    public func collection<Model: DataModel>(
        _ key: String, of type: Model.Type = Model.self, isolation: isolated any Actor = #isolation
    ) throws(DataError) -> CollectionDataProvider<Model> {
        let provider = CollectionDataProvider<Model>(manager: data)
        if try provider.loadNow(key) == nil { try provider.listen(to: key) }
        return provider
    }
}
