extension Schema {
    /// The lengths of the lists without a filter, so that nothing is counted for `view=count`.
    static let counts = """
        ALTER TABLE account ADD COLUMN threadCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN messageCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN draftCount INTEGER NOT NULL DEFAULT 0;
        UPDATE account SET
            threadCount = (SELECT count(*) FROM thread WHERE accountID = account.id),
            messageCount = (SELECT count(*) FROM message WHERE accountID = account.id AND NOT isDraft),
            draftCount = (SELECT count(*) FROM message WHERE accountID = account.id AND isDraft);
        CREATE TRIGGER threadCounted AFTER INSERT ON thread BEGIN
            UPDATE account SET threadCount = threadCount + 1 WHERE id = NEW.accountID;
        END;
        CREATE TRIGGER threadUncounted AFTER DELETE ON thread BEGIN
            UPDATE account SET threadCount = threadCount - 1 WHERE id = OLD.accountID;
        END;
        CREATE TRIGGER messageCounted AFTER INSERT ON message BEGIN
            UPDATE account SET messageCount = messageCount + NOT NEW.isDraft, draftCount = draftCount + NEW.isDraft
            WHERE id = NEW.accountID;
        END;
        CREATE TRIGGER messageUncounted AFTER DELETE ON message BEGIN
            UPDATE account SET messageCount = messageCount - NOT OLD.isDraft, draftCount = draftCount - OLD.isDraft
            WHERE id = OLD.accountID;
        END;
        CREATE TRIGGER messageRecounted AFTER UPDATE OF isDraft ON message WHEN NEW.isDraft <> OLD.isDraft BEGIN
            UPDATE account SET messageCount = messageCount + OLD.isDraft - NEW.isDraft,
            draftCount = draftCount + NEW.isDraft - OLD.isDraft WHERE id = NEW.accountID;
        END;
        """
}
