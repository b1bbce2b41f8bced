"""Does with an old client for the Inbox API whatever that client can do, and looks at what comes back.

Each step is one row of what the client is known to ask (docs: the embedded server). The steps run in order and
build on each other, because the client's own objects carry state from one request to the next.
"""

import io
import sys
import time

from nylas import APIClient
from nylas.client import errors

from steps import main, refused, same, step


class Proof:
    def __init__(self, url, token):
        self.url = url
        self.client = APIClient(None, None, token, api_server=url)
        self.account = self.client.account
        self.has_labels = self.account.organization_unit == "label"
        self.address = self.account.email_address
        self.stamp = "proof %d" % time.time_ns()

    def mailbox(self, role):
        boxes = self.client.labels if self.has_labels else self.client.folders
        return [box for box in boxes.all() if box.name == role][0]

    def mine(self):
        return [{"email": self.address, "name": "Myself"}]

    def draft(self, subject, **fields):
        draft = self.client.drafts.create()
        draft.to = self.mine()
        draft.subject = "%s: %s" % (self.stamp, subject)
        draft.body = "<p>Good morning, <b>%s</b></p>" % subject
        for name, value in fields.items():
            setattr(draft, name, value)
        return draft


@step
def account(p):
    assert "@" in p.address
    same(p.account.object, "account", "object")
    assert p.account.organization_unit in ("folder", "label")


@step
def accounts(p):
    found = p.client.accounts.all()
    same([a.email_address for a in found], [p.address], "addresses")


@step
def wrong_token(p):
    stranger = APIClient(None, None, "wrong", api_server=p.url)
    refused(errors.NotAuthorizedError, lambda: stranger.threads.first())


@step
def iterating_and_all(p):
    threads = p.client.threads.all()
    assert threads, "the server needs some mail"
    same([t.id for t in p.client.threads], [t.id for t in threads], "iterated ids")
    dates = [t.last_message_timestamp for t in threads]
    same(dates, sorted(dates, reverse=True), "order")


@step
def first_and_slices(p):
    threads = p.client.threads.all()
    same(p.client.threads.first().id, threads[0].id, "first")
    same([t.id for t in p.client.threads[1:4]], [t.id for t in threads[1:4]], "slice")
    same(p.client.threads[0].id, threads[0].id, "index")


@step
def where(p):
    inbox = p.mailbox("inbox")
    message = p.client.messages.where(in_=inbox.id).first()
    sender = message["from"][0]["email"]
    mail = p.client.messages.where(in_="inbox", from_=sender).all(limit=100)
    same({found["from"][0]["email"] for found in mail}, {sender}, "senders")
    same({found.unread for found in p.client.threads.where(unread="true").all(limit=100)}, {True}, "unread")
    same(p.client.threads.where({"from": sender, "in": inbox.id}).first().object, "thread", "object")


@step
def find(p):
    thread = p.client.threads.first()
    same(p.client.threads.find(thread.id).subject, thread.subject, "subject")
    message = p.client.messages.first()
    same(p.client.messages.find(message.id).body, message.body, "body")
    refused(errors.NotFoundError, lambda: p.client.threads.find("0"))
    refused(errors.InvalidRequestError, lambda: p.client.threads.find("not-an-id"))
    refused(errors.InvalidRequestError, lambda: p.client.threads.where(limit=1001).first())


@step
def marking_a_thread(p):
    thread = p.client.threads.where(in_="inbox").first()
    for mark, name, value in (
        (thread.mark_as_unread, "unread", True),
        (thread.mark_as_read, "unread", False),
        (thread.mark_as_seen, "unread", False),
        (thread.star, "starred", True),
        (thread.unstar, "starred", False),
    ):
        mark()
        same(p.client.threads.find(thread.id)[name], value, name)


@step
def marking_a_message(p):
    message = p.client.messages.where(in_="inbox").first()
    for mark, name, value in (
        (message.mark_as_unread, "unread", True),
        (message.mark_as_read, "unread", False),
        (message.star, "starred", True),
        (message.unstar, "starred", False),
    ):
        mark()
        same(p.client.messages.find(message.id)[name], value, name)


@step
def folders(p):
    if p.has_labels:
        refused(errors.NotFoundError, lambda: p.client.folders.all())
        return
    inbox, archive = p.mailbox("inbox"), p.mailbox("archive")
    same(p.client.folders.find(inbox.id).name, "inbox", "name")
    thread = p.client.threads.where(in_=inbox.id).first()
    thread.update_folder(archive.id)
    assert archive.id in [f.id for f in p.client.threads.find(thread.id).folders]
    message = p.client.messages.where(thread_id=thread.id, in_=archive.id).first()
    same(message.update_folder(inbox.id).name, "inbox", "folder")
    thread.update_folder(inbox.id)
    refused(errors.NotFoundError, lambda: p.client.labels.all())


@step
def labels(p):
    if not p.has_labels:
        return
    inbox, important = p.mailbox("inbox"), p.mailbox("important")
    same(p.client.labels.find(inbox.id).name, "inbox", "name")
    thread = p.client.threads.where(in_=inbox.id).first()
    thread.add_label(important.id)
    assert important.id in [label.id for label in p.client.threads.find(thread.id).labels]
    thread.remove_label(important.id)
    assert important.id not in [label.id for label in p.client.threads.find(thread.id).labels]
    message = p.client.messages.where(thread_id=thread.id).first()
    message.add_labels([important.id])
    assert "important" in [label.name for label in message.labels]
    message.remove_labels([important.id])
    assert "important" not in [label.name for label in message.labels]


@step
def raw(p):
    message = p.client.messages.where(in_="inbox").first()
    assert b"\n" in message.raw and b":" in message.raw.split(b"\n")[0]


@step
def thread_messages_and_drafts(p):
    thread = p.client.threads.first()
    same(sorted(m.id for m in thread.messages), sorted(thread.message_ids), "messages")
    same([d.id for d in thread.drafts], thread.draft_ids, "drafts")


@step
def draft_life(p):
    draft = p.draft("life")
    draft.save()
    assert draft.id
    same(draft.version, 0, "version")
    draft.subject += ", again"
    draft.save()
    same(draft.version, 1, "version")
    same(p.client.drafts.find(draft.id).subject, draft.subject, "subject")
    assert draft.id in [d.id for d in p.client.drafts.all()]
    stale = p.client.drafts.find(draft.id)
    draft.save()
    refused(errors.ConflictError, stale.save)
    refused(errors.ConflictError, stale.delete)
    refused(errors.ConflictError, stale.send)
    draft.delete()
    refused(errors.NotFoundError, lambda: p.client.drafts.find(draft.id))


@step
def files(p):
    text = p.client.files.create()
    text.filename = "words.txt"
    text.data = "some words\n"
    text.save()
    same(text.download(), b"some words\n", "text")
    picture = p.client.files.create()
    picture.filename = "Käse 乳酪.bin"
    content = bytes(range(256)) * 40 + b"\r\n--\r\n"
    picture.stream = io.BytesIO(content)
    picture.save()
    same(picture.size, len(content), "size")
    same(picture.download(), content, "bytes")
    same(p.client.files.find(picture.id).filename, picture.filename, "name")
    same(p.client.files.where(filename="words.txt").first().filename, "words.txt", "name")
    p.client.files.delete(text.id)
    refused(errors.NotFoundError, lambda: p.client.files.find(text.id))
    p.picture, p.content = picture, content


@step
def attachments_stay_over_saves(p):
    draft = p.draft("attached")
    draft.attach(p.picture)
    draft.save()
    draft.subject += ", saved twice"
    draft.save()
    same(draft.file_ids, [p.picture.id], "file ids")
    refused(errors.InvalidRequestError, lambda: p.client.files.delete(p.picture.id))
    sent = draft.send()
    same(sent["object"], "message", "object")
    same(sent["id"], draft.id, "id")
    message = p.client.messages.where(subject=draft.subject, in_="inbox").first()
    same(message.unread, True, "unread")
    found = message.attachments.all()
    same([f.filename for f in found], [p.picture.filename], "names")
    same(found[0].download(), p.content, "bytes")
    refused(errors.InvalidRequestError, draft.save)


@step
def detaching(p):
    draft = p.draft("detached")
    draft.attach(p.picture)
    draft.save()
    draft.detach(p.picture)
    draft.save()
    same(draft.file_ids, [], "file ids")
    draft.delete()


@step
def sending_unsaved(p):
    draft = p.draft("unsaved", cc=[{"email": p.address}])
    sent = draft.send()
    same(sent["subject"], draft.subject, "subject")
    same(len(p.client.messages.where(subject=draft.subject, in_="inbox").all()), 1, "received")
    same(len(p.client.messages.where(subject=draft.subject, in_="sent").all()), 1, "sent")


@step
def replying(p):
    thread = p.client.threads.where(in_="inbox").first()
    reply = thread.create_reply()
    reply.to = p.mine()
    reply.body = "<p>An answer</p>"
    reply.save()
    same(reply.thread_id, thread.id, "thread")
    assert reply.id in p.client.threads.find(thread.id).draft_ids
    sent = reply.send()
    same(sent["thread_id"], thread.id, "thread")
    text = p.client.messages.find(sent["id"]).raw.lower()
    assert b"\nin-reply-to: <" in text and b"\nreferences: <" in text


@step
def hidden_recipients(p):
    draft = p.draft("hidden", bcc=[{"email": "hidden-" + p.address}])
    error = None
    try:
        draft.send()
    except errors.NylasError as caught:
        error = caught
    same(error, None, "error")
    for message in p.client.messages.where(subject=draft.subject).all():
        assert b"hidden-" not in message.raw


@step
def refused_sending(p):
    refused(errors.InvalidRequestError, lambda: p.draft("nobody", to=[]).send())
    refused(errors.InvalidRequestError, lambda: p.draft("nonsense", to=[{"email": "nonsense"}]).send())
    refused(errors.MessageRejectedError, lambda: p.draft("far", to=[{"email": "someone@no-such-host.internal"}]).send())


@step
def searching(p):
    word = p.stamp.split()[-1]
    found = p.client.threads.search(word)
    assert found and all(p.stamp in t.subject for t in found)
    found = p.client.messages.search('"Good morning" %s' % word)
    assert found and all(p.stamp in m.subject for m in found)
    same(p.client.messages.search("no-such-word-%s" % word[::-1]), [], "found")


@step
def contacts(p):
    contact = p.client.contacts.first()
    assert "@" in contact.email
    same(p.client.contacts.find(contact.id).email, contact.email, "email")


@step
def calendars_and_events(p):
    same(p.client.calendars.all(), [], "calendars")
    same(p.client.events.all(), [], "events")


@step
def deleting_messages_is_not_a_method(p):
    message = p.client.messages.first()
    refused(errors.MethodNotSupportedError, lambda: p.client.messages.delete(message.id))


if __name__ == "__main__":
    main(Proof(sys.argv[1], sys.argv[2]))
