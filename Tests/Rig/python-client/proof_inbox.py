"""Does with the client of spring 2015 whatever that client can do, and looks at what comes back.

The client runs on Python 3 as it is, but for two things that it says in bytes where text is due: a token given to its
constructor, and the shortcut from the client to the first namespace. So the header is set by hand and namespaces are
asked for by name. What it cannot ask itself (searching, deltas, drafts of 2014) is asked with the session that it uses.
"""

import base64
import io
import json
import sys
import time

from inbox import APIClient
from nylas.client import errors

from steps import main, refused, same, step


class Proof:
    def __init__(self, url, token):
        self.url = url
        self.client = self.signed_in(token)
        self.namespace = self.client.get_namespace()
        self.address = self.namespace.email_address
        self.stamp = "proof %d" % time.time_ns()

    def signed_in(self, token):
        client = APIClient(api_server=self.url)
        basic = base64.b64encode((token + ":").encode()).decode()
        client.session.headers["Authorization"] = "Basic " + basic
        return client

    def ask(self, method, path, body=None, data=None):
        if body is not None:
            data = json.dumps(body)
        url = "%s/n/%s%s" % (self.url, self.namespace.id, path)
        return self.client.session.request(method, url, data=data)

    def tags(self, thread):
        return [tag["name"] for tag in self.namespace.threads.find(thread.id).tags]

    def inbox_thread(self):
        return self.namespace.threads.where(tag="inbox").first()

    def mine(self):
        return [{"email": self.address, "name": "Myself"}]

    def draft(self, subject, **fields):
        draft = self.namespace.drafts.create()
        draft.to = self.mine()
        draft.subject = "%s: %s" % (self.stamp, subject)
        draft.body = "<p>Good morning, <b>%s</b></p>" % subject
        for name, value in fields.items():
            setattr(draft, name, value)
        return draft


@step
def namespaces(p):
    assert "@" in p.address
    same(p.namespace.object, "namespace", "object")
    same(p.namespace.namespace_id, p.namespace.id, "namespace id")
    same([n.id for n in p.client.namespaces.all()], [p.namespace.id], "ids")
    same(p.client.namespaces.first().email_address, p.address, "address")
    same(p.client.namespaces.find(p.namespace.id).email_address, p.address, "address")


@step
def wrong_token(p):
    refused(errors.NotAuthorizedError, lambda: p.signed_in("wrong").get_namespace())
    refused(errors.NotAuthorizedError, lambda: APIClient(api_server=p.url).get_namespace())


@step
def iterating_and_all(p):
    threads = p.namespace.threads.all()
    assert threads, "the server needs some mail"
    same([t.id for t in p.namespace.threads], [t.id for t in threads], "iterated ids")
    same(threads[0].namespace_id, p.namespace.id, "namespace")


@step
def first_and_slices(p):
    threads = p.namespace.threads.all()
    same(p.namespace.threads.first().id, threads[0].id, "first")
    same([t.id for t in p.namespace.threads[1:4]], [t.id for t in threads[1:4]], "slice")
    same(p.namespace.threads[0].id, threads[0].id, "index")


@step
def where(p):
    message = p.namespace.messages.where(tag="inbox").first()
    sender = message["from"][0]["email"]
    mail = p.namespace.messages.where(tag="inbox", from_=sender).all(limit=100)
    same({found["from"][0]["email"] for found in mail}, {sender}, "senders")
    unread = p.namespace.threads.where({"from": sender, "tag": "unread"}).all(limit=100)
    same(["unread" in [tag["name"] for tag in found.tags] for found in unread], [True] * len(unread), "unread")
    same(p.ask("GET", "/threads?limit=1001").status_code, 400, "status")
    refused(errors.InvalidRequestError, lambda: p.namespace.threads.where(colour="red").first())


@step
def find(p):
    thread = p.namespace.threads.first()
    same(p.namespace.threads.find(thread.id).subject, thread.subject, "subject")
    message = p.namespace.messages.first()
    same(p.namespace.messages.find(message.id).body, message.body, "body")
    refused(errors.NotFoundError, lambda: p.namespace.threads.find("0"))
    refused(errors.InvalidRequestError, lambda: p.namespace.threads.find("not-an-id"))


@step
def archive_and_back(p):
    thread = p.inbox_thread()
    thread.archive()
    assert "archive" in p.tags(thread) and "inbox" not in p.tags(thread)
    thread.unarchive()
    assert "inbox" in p.tags(thread) and "archive" not in p.tags(thread)


@step
def star_and_back(p):
    thread = p.inbox_thread()
    thread.star()
    assert "starred" in p.tags(thread)
    assert thread.id in [t.id for t in p.namespace.threads.where(tag="starred").all()]
    thread.unstar()
    assert "starred" not in p.tags(thread)


@step
def trash_and_back(p):
    thread = p.inbox_thread()
    thread.trash()
    assert "trash" in p.tags(thread) and "inbox" not in p.tags(thread)
    thread.remove_tags(["trash"])
    assert "inbox" in p.tags(thread) and "trash" not in p.tags(thread)


@step
def reading(p):
    thread = p.inbox_thread()
    thread.add_tags(["unread"])
    assert "unread" in p.tags(thread)
    thread.mark_as_seen()
    assert "unread" in p.tags(thread) and "unseen" not in p.tags(thread)
    thread.mark_as_read()
    assert "unread" not in p.tags(thread)
    assert not any(message.unread for message in thread.messages)


@step
def reading_a_message(p):
    thread = p.inbox_thread()
    thread.add_tags(["unread"])
    for message in thread.messages:
        answer = p.ask("PUT", "/messages/" + message.id, {"unread": False})
        same(answer.json()["unread"], False, "unread")
    assert "unread" not in p.tags(thread)


@step
def tags(p):
    built_in = {tag.id for tag in p.namespace.tags.all() if tag.id == tag.name}
    assert {"inbox", "archive", "unread", "unseen", "starred", "trash", "spam", "drafts", "sent"} <= built_in
    tag = p.namespace.tags.create()
    tag.name = "Proof %d" % time.time_ns()
    tag.save()
    same(tag.name, tag.name.lower(), "name")
    thread = p.inbox_thread()
    thread.add_tags([tag.id])
    assert tag.name in p.tags(thread)
    same([t.id for t in p.namespace.threads.where(tag=tag.name).all()], [thread.id], "threads")
    one = p.ask("GET", "/tags/" + tag.id).json()
    same(one["thread_count"], 1, "count")
    tag.name += " again"
    tag.save()
    assert tag.name in p.tags(thread)
    twin = p.namespace.tags.create()
    twin.name = tag.name
    refused(errors.ConflictError, twin.save)
    twin.name = "Inbox"
    refused(errors.ConflictError, twin.save)
    thread.remove_tags([tag.name])
    assert tag.name not in p.tags(thread)
    refused(errors.InvalidRequestError, lambda: thread.add_tags(["sent"]))
    refused(errors.NotFoundError, lambda: thread.add_tags(["no such tag"]))
    p.namespace.tags.delete(tag.id)
    refused(errors.NotFoundError, lambda: p.namespace.tags.find(tag.id))
    refused(errors.InvalidRequestError, lambda: p.namespace.tags.delete("inbox"))


@step
def raw(p):
    message = p.namespace.messages.where(tag="inbox").first()
    bytes_ = message.raw.rfc2822
    assert b"\n" in bytes_ and b":" in bytes_.split(b"\n")[0]
    url = "%s/n/%s/messages/%s" % (p.url, p.namespace.id, message.id)
    answer = p.client.session.get(url, headers={"Accept": "message/rfc822"})
    same(answer.content, bytes_, "bytes")


@step
def thread_messages_and_drafts(p):
    thread = p.namespace.threads.first()
    same(sorted(m.id for m in thread.messages), sorted(thread.message_ids), "messages")
    same([d.id for d in thread.drafts], thread.draft_ids, "drafts")


@step
def draft_life(p):
    draft = p.draft("life")
    draft.save()
    same(draft.version, 0, "version")
    draft.subject += ", again"
    draft.save()
    same(draft.version, 1, "version")
    same(p.namespace.drafts.find(draft.id).subject, draft.subject, "subject")
    assert draft.id in [d.id for d in p.namespace.drafts.all()]
    stale = p.namespace.drafts.find(draft.id)
    draft.save()
    refused(errors.ConflictError, stale.save)
    refused(errors.ConflictError, stale.send)
    p.namespace.drafts.delete(draft.id)
    refused(errors.NotFoundError, lambda: p.namespace.drafts.find(draft.id))


@step
def files(p):
    text = p.namespace.files.create()
    text.filename = "words.txt"
    text.data = "some words\n"
    text.save()
    same(text.download(), b"some words\n", "text")
    same(text.is_embedded, False, "embedded")
    picture = p.namespace.files.create()
    picture.filename = "Käse 乳酪.bin"
    content = bytes(range(256)) * 40 + b"\r\n--\r\n"
    picture.stream = io.BytesIO(content)
    picture.save()
    same(picture.download(), content, "bytes")
    same(p.namespace.files.find(picture.id).filename, picture.filename, "name")
    same(p.namespace.files.where(filename="words.txt").first().filename, "words.txt", "name")
    p.namespace.files.delete(text.id)
    refused(errors.NotFoundError, lambda: p.namespace.files.find(text.id))
    p.picture, p.content = picture, content


@step
def attachments_stay_over_saves(p):
    draft = p.draft("attached")
    draft.attach(p.picture)
    draft.save()
    draft.subject += ", saved twice"
    draft.save()
    same(draft.file_ids, [p.picture.id], "file ids")
    draft.send()
    message = p.namespace.messages.where(subject=draft.subject, tag="inbox", unread="true").first()
    found = message.attachments.all()
    same([f.filename for f in found], [p.picture.filename], "names")
    same(found[0].message_id, message.id, "message")
    same(found[0].download(), p.content, "bytes")
    refused(errors.InvalidRequestError, draft.save)


@step
def sending_unsaved(p):
    draft = p.draft("unsaved", cc=[{"email": p.address}])
    draft.send()
    found = p.namespace.messages.where(subject=draft.subject).all()
    same(len(found), 2, "sent and received")
    thread = p.namespace.threads.where(subject=draft.subject).first()
    assert {"inbox", "sent", "unread", "unseen"} <= set(p.tags(thread))


@step
def replying(p):
    thread = p.inbox_thread()
    reply = thread.create_reply()
    reply.to = p.mine()
    reply.body = "<p>An answer</p>"
    reply.save()
    same(reply.thread_id, thread.id, "thread")
    assert reply.id in p.namespace.threads.find(thread.id).draft_ids
    assert "drafts" in p.tags(thread)
    reply.send()
    text = p.namespace.messages.find(reply.id).raw.rfc2822.lower()
    assert b"\nin-reply-to: <" in text and b"\nreferences: <" in text


@step
def refused_sending(p):
    refused(errors.InvalidRequestError, lambda: p.draft("nobody", to=[]).send())
    refused(errors.MessageRejectedError, lambda: p.draft("far", to=[{"email": "someone@no-such-host.internal"}]).send())


@step
def drafts_of_2014(p):
    thread = p.inbox_thread()
    answer = p.ask("POST", "/drafts", {"body": "<p>x</p>", "replying_to_thread": thread.id}).json()
    same(answer["thread_id"], thread.id, "thread")
    answer = p.ask("POST", "/drafts/" + answer["id"], {"subject": "%s: 2014" % p.stamp}).json()
    same(answer["subject"], "%s: 2014" % p.stamp, "subject")
    same(p.ask("DELETE", "/drafts/" + answer["id"]).text, "null", "answer")


@step
def searching(p):
    word = p.stamp.split()[-1]
    answer = p.ask("POST", "/messages/search", {"query": [{"subject": word}]}).json()
    assert answer["total"] == len(answer["results"]) > 0
    assert all(p.stamp in hit["object"]["subject"] for hit in answer["results"])
    answer = p.ask("POST", "/threads/search?limit=1", {"query": [{"all": word, "tags": "inbox"}], "sort": "relevance"}).json()
    assert p.stamp in answer["results"][0]["object"]["subject"]
    same(p.ask("POST", "/threads/search", {"sort": "colour"}).status_code, 400, "status")


@step
def deltas(p):
    cursor = p.ask("POST", "/delta/generate_cursor", {"start": int(time.time()) + 1000}).json()["cursor"]
    thread = p.inbox_thread()
    thread.star()
    answer = p.ask("GET", "/delta?cursor=%s" % cursor).json()
    same(answer["cursor_start"], cursor, "start")
    found = [d for d in answer["deltas"] if d["id"] == thread.id]
    same([(d["object"], d["object_type"], d["event"]) for d in found], [("thread", "thread", "modify")], "deltas")
    assert "starred" in [tag["name"] for tag in found[0]["attributes"]["tags"]]
    thread.unstar()
    start = p.ask("POST", "/delta/generate_cursor", {"start": 0}).json()["cursor"]
    same(start, "0", "cursor")
    seen = set()
    while True:
        answer = p.ask("GET", "/delta?cursor=%s&exclude_types=contact" % start).json()
        seen |= {d["object"] for d in answer["deltas"]}
        if answer["cursor_end"] == start:
            break
        start = answer["cursor_end"]
    assert {"thread", "message", "tag"} <= seen and "draft" not in seen and "contact" not in seen
    same(p.ask("GET", "/delta?cursor=%s&wait=true&timeout=0" % start).json()["deltas"], [], "deltas")


@step
def contacts(p):
    contact = p.namespace.contacts.first()
    same(p.namespace.contacts.find(contact.id).email, contact.email, "email")
    part = contact.email.split("@")[0]
    assert contact.id in [c.id for c in p.namespace.contacts.where({"filter": part}).all()]


@step
def calendars_and_events(p):
    same(p.namespace.calendars.all(), [], "calendars")
    same(p.namespace.events.all(), [], "events")


if __name__ == "__main__":
    main(Proof(sys.argv[1], sys.argv[2]))
