"""Does with jmapc whatever that client can do, and looks at what comes back.

The steps run in order and build on each other: each is one thing that a client does in a day.
"""

import functools
import sys
import tempfile
import threading
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from urllib.parse import urljoin

from jmapc import (
    Address, Client, Comparator, Email, EmailAddress, EmailBodyPart, EmailBodyValue,
    EmailQueryFilterCondition, EmailQueryFilterOperator, EmailSubmission, Envelope, Mailbox,
    MailboxQueryFilterCondition, Operator, Ref, UndoStatus, errors)
from jmapc.client import EventSourceConfig
from jmapc.methods import (
    CoreEcho, CustomMethod, EmailChanges, EmailGet, EmailQuery, EmailQueryChanges, EmailSet, EmailSubmissionChanges,
    EmailSubmissionGet, EmailSubmissionQuery, EmailSubmissionSet, IdentityGet, MailboxChanges, MailboxGet,
    MailboxQuery, MailboxSet, ThreadChanges, ThreadGet)
from jmapc.models import EmailSubmissionQueryFilterCondition
from jmapc.session import Session

from steps import main, same, step

CORE = "urn:ietf:params:jmap:core"
MAIL = "urn:ietf:params:jmap:mail"
SUBMISSION = "urn:ietf:params:jmap:submission"


class PlainClient(Client):
    """jmapc insists on https; a server on this machine has none. Its addresses may be relative."""

    url = ""

    @functools.cached_property
    def jmap_session(self):
        answer = self.requests_session.get(self.url, timeout=30)
        answer.raise_for_status()
        self.told = answer.json()
        for name in ("apiUrl", "downloadUrl", "uploadUrl", "eventSourceUrl"):
            self.told[name] = urljoin(answer.url, self.told[name])
        return Session.from_dict(self.told)


class Proof:
    def __init__(self, url, user, secret, *lacks):
        self.client = PlainClient.create_with_password("", user, secret)
        self.client.url = url
        # The library stores downloads as they come over the wire.
        self.client.requests_session.headers["Accept-Encoding"] = "identity"
        self.lacks = lacks
        self.user = user
        self.stamp = "proof%d" % time.time_ns()
        self.folder = self.other = None
        self.emails = {}

    def ask(self, call):
        """The answer to one call, which may not be refused."""
        answer = self.client.request(call)
        if isinstance(answer, errors.Error):
            raise AssertionError("%s: %s" % (call.jmap_method_name, answer))
        return answer

    def set(self, call):
        """The answer to a call that changes something, all of which must be done."""
        answer = self.ask(call)
        answer = answer[0] if isinstance(answer, list) else answer
        for refused in (answer.not_created, answer.not_updated, answer.not_destroyed):
            if refused:
                raise AssertionError("%s refused %s" % (call.jmap_method_name, refused))
        return answer

    def custom(self, name, data):
        """A call that the library knows nothing of, or not enough."""
        method = CustomMethod(data=dict(data, accountId=self.client.account_id))
        method.jmap_method, method.using = name, {MAIL}
        return method

    def identity(self):
        """Asked without the library, which cannot read one that says nothing of where answers go."""
        call = ["Identity/get", {"accountId": self.client.account_id, "ids": None}, "i"]
        answer = self.client.requests_session.post(
            self.client.told["apiUrl"], json={"using": [CORE, SUBMISSION], "methodCalls": [call]}, timeout=30)
        return answer.json()["methodResponses"][0][1]["list"][0]["id"]

    def role(self, role):
        return [box for box in self.ask(MailboxGet(ids=None)).data if box.role == role][0].id

    def state(self, method=EmailGet):
        return self.ask(method(ids=[])).state

    def email(self, id, *properties):
        return self.ask(EmailGet(ids=[id], properties=list(properties) or None)).data[0]

    def write(self, subject, keywords=(), folder=None, text="Good morning, harbour.", received=None, **fields):
        email = Email(
            mailbox_ids={folder or self.folder: True}, keywords={word: True for word in keywords},
            mail_from=[EmailAddress(name="Änne Ørsted", email=self.address)],
            to=[EmailAddress(name=None, email=self.address)], subject="%s %s" % (self.stamp, subject),
            text_body=[EmailBodyPart(part_id="t", type="text/plain")], body_values={"t": EmailBodyValue(value=text)},
            received_at=received, **fields)
        made = self.set(EmailSet(create={"new": email})).created["new"]
        self.emails[subject] = made.id
        return made

    @property
    def address(self):
        return self.user if "@" in self.user else self.user + "@rig.example"

    def can_send(self):
        account = self.client.told["accounts"][self.client.account_id]
        if SUBMISSION in account["accountCapabilities"]:
            return True
        print("        (this server cannot send)")
        return False


@step
def a_session_names_an_account_with_mail(proof):
    session = proof.client.jmap_session
    assert {"urn:ietf:params:jmap:core", MAIL} <= session.capabilities.urns, session.capabilities.urns
    account = proof.client.told["accounts"][session.primary_accounts.mail]
    assert MAIL in account["accountCapabilities"]
    assert session.capabilities.core.max_objects_in_get > 0 and session.capabilities.core.max_calls_in_request > 0
    assert session.state


@step
def an_echo_comes_back(proof):
    same(proof.ask(CoreEcho(data={"hello": [1, "ä", None]})).data, {"hello": [1, "ä", None]}, "echo")


@step
def mailboxes_are_listed_and_found_by_role(proof):
    boxes = proof.ask(MailboxGet(ids=None)).data
    roles = {box.role for box in boxes}
    assert {"inbox", "drafts", "sent", "trash"} <= roles, roles
    inbox = proof.ask(MailboxQuery(filter=MailboxQueryFilterCondition(role="inbox"))).ids
    same(inbox, [box.id for box in boxes if box.role == "inbox"], "inbox")
    one = proof.ask(MailboxGet(ids=inbox + ["nosuchbox"], properties=["name"]))
    same(([box.id for box in one.data], one.not_found), (inbox, ["nosuchbox"]), "mailboxes by id")


@step
def a_mailbox_is_made_and_renamed_and_the_changes_tell(proof):
    state = proof.state(MailboxGet)
    names = {"a": Mailbox(name=proof.stamp + " A"), "b": Mailbox(name=proof.stamp + " B")}
    made = proof.set(MailboxSet(create=names)).created
    proof.folder, proof.other = made["a"].id, made["b"].id
    changes = proof.ask(MailboxChanges(since_state=state))
    assert {proof.folder, proof.other} <= set(changes.created), changes
    proof.set(MailboxSet(update={proof.other: {"name": proof.stamp + " C"}}))
    later = proof.ask(MailboxChanges(since_state=changes.new_state))
    assert proof.other in later.updated and not later.created, later
    box = proof.ask(MailboxGet(ids=[proof.other])).data[0]
    same((box.name, box.total_emails, box.unread_threads), (proof.stamp + " C", 0, 0), "the mailbox")


@step
def a_taken_name_is_refused(proof):
    answer = proof.ask(MailboxSet(create={"x": Mailbox(name=proof.stamp + " A")}))
    assert not answer.created and answer.not_created["x"].type in ("invalidProperties", "alreadyExists"), answer


@step
def an_email_is_written_with_a_file_and_read_again(proof):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "gears.bin")
        path.write_bytes(bytes(range(256)) * 40)
        blob = proof.client.upload_blob(path)
        same(blob.size, 10240, "size of the upload")
        made = proof.write(
            "with a file", text="Grüße vom Hafen.\nZweite Zeile.\n",
            attachments=[EmailBodyPart(blob_id=blob.id, type="application/octet-stream", name="gears.bin",
                                       disposition="attachment")])
        assert made.blob_id and made.thread_id and made.size > 10240, made
        email = proof.ask(EmailGet(ids=[made.id], fetch_text_body_values=True)).data[0]
        same(email.subject, proof.stamp + " with a file", "subject")
        same([(one.name, one.email) for one in email.mail_from], [("Änne Ørsted", proof.address)], "sender")
        same(email.body_values[email.text_body[0].part_id].value, "Grüße vom Hafen.\nZweite Zeile.\n", "text")
        same(email.mailbox_ids.get(proof.folder), True, "place")
        same((email.has_attachment, len(email.attachments)), (True, 1), "attachments")
        same((email.attachments[0].name, email.attachments[0].size), ("gears.bin", 10240), "attachment")
        back = Path(folder, "back.bin")
        proof.client.download_attachment(email.attachments[0], back)
        assert back.read_bytes() == bytes(range(256)) * 40, "other bytes came back"
        whole = EmailBodyPart(blob_id=email.blob_id, name="whole.eml", type="message/rfc822")
        proof.client.download_attachment(whole, back)
        same(len(back.read_bytes()), email.size, "size of the whole message")


@step
def texts_are_cut_where_asked(proof):
    email = proof.ask(EmailGet(
        ids=[proof.emails["with a file"]], fetch_text_body_values=True, max_body_value_bytes=4)).data[0]
    value = list(email.body_values.values())[0]
    assert value.is_truncated and "Grü".startswith(value.value) and value.value, value


@step
def raw_headers_are_read(proof):
    get = EmailGet.get_method_name()
    body = {"using": ["urn:ietf:params:jmap:core", MAIL], "methodCalls": [[get, {
        "accountId": proof.client.account_id, "ids": [proof.emails["with a file"]],
        "properties": ["header:Subject:asText", "header:subject", "header:X-None", "header:From:asAddresses:all"]}, "0"]]}
    # The library drops what it has no name for.
    answer = proof.client.requests_session.post(proof.client.jmap_session.api_url, json=body, timeout=30).json()
    email = answer["methodResponses"][0][1]["list"][0]
    same(email["header:Subject:asText"], proof.stamp + " with a file", "subject as text")
    same(email["header:subject"].strip(), proof.stamp + " with a file", "raw subject")
    same(email["header:X-None"], None, "missing header")
    same(email["header:From:asAddresses:all"][0][0]["email"], proof.address, "sender")


@step
def lists_are_filtered_and_sorted_and_paged(proof):
    start = datetime(2020, 1, 1, tzinfo=timezone.utc)
    for number in range(7):
        proof.write("n%d" % number, received=start + timedelta(days=number),
                    keywords=["$seen"] if number % 2 else ["$seen", "$flagged"])
    ids = [proof.emails["n%d" % number] for number in range(7)]
    inside = EmailQueryFilterCondition(in_mailbox=proof.folder, before=datetime(2020, 2, 1, tzinfo=timezone.utc))

    def query(filter=inside, ascending=True, **rest):
        return proof.ask(EmailQuery(filter=filter, sort=[Comparator("receivedAt", ascending)], **rest))

    answer = query(calculate_total=True)
    same((answer.ids, answer.total, answer.position), (ids, 7, 0), "the list")
    same(query(ascending=False).ids, ids[::-1], "the list, newest first")
    same(query(position=2, limit=3).ids, ids[2:5], "by position")
    same(query(position=-2).ids, ids[5:], "from the end")
    same(query(anchor=ids[3], anchor_offset=1, limit=2).ids, ids[4:6], "after an anchor")
    same(query(anchor=ids[3], anchor_offset=-1, limit=2).ids, ids[2:4], "around an anchor")
    same(query(position=50).ids, [], "past the end")
    flagged = EmailQueryFilterOperator(
        operator=Operator.AND, conditions=[inside, EmailQueryFilterCondition(has_keyword="$flagged")])
    same(query(flagged).ids, ids[::2], "flagged")
    neither = EmailQueryFilterOperator(operator=Operator.NOT, conditions=[EmailQueryFilterCondition(has_keyword="$flagged")])
    plain = EmailQueryFilterOperator(operator=Operator.AND, conditions=[inside, neither])
    same(query(plain).ids, ids[1::2], "not flagged")
    early = EmailQueryFilterCondition(in_mailbox=proof.folder, before=start + timedelta(days=2, hours=12))
    same(query(early).ids, ids[:3], "before a day")
    gone = proof.client.request(EmailQuery(filter=inside, anchor="nosuchemail"))
    same(gone.type, "anchorNotFound", "a missing anchor")


@step
def results_of_one_call_go_into_the_next(proof):
    answers = proof.client.request([
        EmailQuery(filter=EmailQueryFilterCondition(in_mailbox=proof.folder), sort=[Comparator("receivedAt")], limit=3),
        EmailGet(ids=Ref("/ids"), properties=["threadId", "subject"]),
        ThreadGet(ids=Ref("/list/*/threadId")),
        EmailGet(ids=Ref("/list/*/emailIds"), properties=["subject"]),
    ], raise_errors=True)
    found = answers[0].response.ids
    same([email.id for email in answers[1].response.data], found, "emails")
    assert set(found) <= {id for thread in answers[2].response.data for id in thread.email_ids}
    assert set(found) <= {email.id for email in answers[3].response.data}


@step
def an_answer_joins_its_thread(proof):
    first = proof.email(proof.emails["n0"], "messageId", "threadId")
    made = proof.write("answer to n0", message_id=None, in_reply_to=first.message_id, references=first.message_id)
    # Some servers want the subject to fit too; this one has it after the answer's mark.
    second = proof.email(made.id, "threadId", "inReplyTo")
    same(second.in_reply_to, first.message_id, "what it answers")
    if second.thread_id != first.thread_id:
        print("        (this server wants the subjects to be alike)")
        return
    thread = proof.ask(ThreadGet(ids=[first.thread_id])).data[0]
    same(thread.email_ids, [proof.emails["n0"], made.id], "thread, oldest first")
    inside = EmailQueryFilterCondition(in_mailbox=proof.folder)
    both = proof.ask(EmailQuery(filter=inside, calculate_total=True))
    collapsed = proof.ask(EmailQuery(filter=inside, collapse_threads=True, calculate_total=True))
    same(both.total - collapsed.total, 1, "emails that their thread stands for")


@step
def marks_are_set_and_the_changes_tell(proof):
    id = proof.emails["n1"]
    state, threads = proof.state(), proof.state(ThreadGet)
    proof.set(EmailSet(update={id: {"keywords/$flagged": True, "keywords/$seen": None, "keywords/harbour": True}}))
    changes = proof.ask(EmailChanges(since_state=state))
    # New mail may arrive meanwhile.
    same((id in changes.created, changes.updated, changes.destroyed), (False, [id], []), "changes")
    same(changes.old_state, state, "old state")
    same(proof.email(id, "keywords").keywords, {"$flagged": True, "harbour": True}, "keywords")
    same(proof.ask(EmailChanges(since_state=changes.new_state)).updated, [], "nothing more")
    assert proof.email(id, "threadId").thread_id not in proof.ask(ThreadChanges(since_state=threads)).created
    proof.set(EmailSet(update={id: {"keywords": {"$seen": True}}}))
    same(proof.email(id, "keywords").keywords, {"$seen": True}, "keywords")


@step
def changes_come_in_steps(proof):
    state = proof.state()
    ids = [proof.emails["n%d" % number] for number in range(2, 6)]
    proof.set(EmailSet(update={id: {"keywords/$answered": True} for id in ids}))
    told, steps = set(), 0
    while True:
        changes = proof.ask(EmailChanges(since_state=state, max_changes=2))
        assert len(changes.updated) <= 2, changes
        told |= set(changes.updated)
        state = changes.new_state
        steps += 1
        if not changes.has_more_changes:
            break
    same(told, set(ids), "what changed")
    assert steps >= 2, steps


@step
def a_changed_list_is_told_as_what_left_and_came(proof):
    inside = EmailQueryFilterCondition(in_mailbox=proof.folder)
    sort = [Comparator("receivedAt", False)]
    before = proof.ask(EmailQuery(filter=inside, sort=sort))
    proof.write("came", received=datetime(2021, 1, 1, tzinfo=timezone.utc))
    proof.set(EmailSet(destroy=[proof.emails.pop("n6")]))
    told = proof.client.request(EmailQueryChanges(filter=inside, sort=sort, since_query_state=before.query_state))
    if isinstance(told, errors.CannotCalculateChanges):
        assert not before.can_calculate_changes
        return
    ids = [id for id in before.ids if id not in told.removed]
    for item in told.added:
        ids.insert(item.index, item.id)
    same(ids, proof.ask(EmailQuery(filter=inside, sort=sort)).ids, "the list")


@step
def an_email_moves(proof):
    id, state = proof.emails["n2"], proof.state(MailboxGet)
    proof.set(EmailSet(update={id: {"mailboxIds/" + proof.folder: None, "mailboxIds/" + proof.other: True}}))
    places = proof.email(id, "mailboxIds").mailbox_ids
    assert proof.other in places and proof.folder not in places, places
    assert {proof.folder, proof.other} <= set(proof.ask(MailboxChanges(since_state=state)).updated)
    same(proof.ask(MailboxGet(ids=[proof.other])).data[0].total_emails, 1, "emails there")
    same(proof.ask(EmailQuery(filter=EmailQueryFilterCondition(in_mailbox=proof.other))).ids, [id], "list there")


@step
def words_are_found(proof):
    proof.write("orchard", text="A violin in the thunder of %s.\n" % proof.stamp)
    inside = EmailQueryFilterCondition(in_mailbox=proof.folder, text="violin")
    # A server may index what is new a moment later.
    end = time.monotonic() + 30
    while not (found := proof.ask(EmailQuery(filter=inside)).ids) and time.monotonic() < end:
        time.sleep(0.2)
    same(found, [proof.emails["orchard"]], "what holds the word")
    nothing = EmailQueryFilterCondition(in_mailbox=proof.folder, text="bassoon")
    same(proof.ask(EmailQuery(filter=nothing)).ids, [], "what holds a word that nobody wrote")


@step
def what_cannot_be_is_refused(proof):
    ask = proof.client.request
    same(ask(EmailGet(ids=["x"], properties=["nosuchproperty"])).type, "invalidArguments", "unknown property")
    assert ask(EmailChanges(since_state="nosuchstate")).type in ("cannotCalculateChanges", "invalidArguments")
    same(ask(proof.custom("Email/fly", {})).type, "unknownMethod", "unknown method")
    stale = proof.state()
    proof.set(EmailSet(update={proof.emails["n3"]: {"keywords/$flagged": True}}))
    same(ask(EmailSet(if_in_state=stale, destroy=[proof.emails["n3"]])).type, "stateMismatch", "stale state")
    refused = proof.ask(EmailSet(
        update={"nosuchemail": {"keywords/$seen": True}, proof.emails["n3"]: {"subject": "other"}},
        destroy=["nosuchemail2"], create={"x": Email(subject="nowhere")}))
    same(refused.not_updated["nosuchemail"].type, "notFound", "unknown email")
    if "strict-sets" not in proof.lacks:
        same(refused.not_updated[proof.emails["n3"]].type, "invalidProperties", "what never changes")
        same(refused.not_destroyed["nosuchemail2"].type, "notFound", "unknown email")
    same(refused.not_created["x"].type, "invalidProperties", "no mailbox")
    reference = ask([EmailGet(ids=["x"]), ThreadGet(ids=Ref("/nowhere"))])
    # One known server calls it otherwise than RFC 8620 §3.7 does.
    assert reference[1].response.type in ("invalidResultReference", "resultReference"), reference[1]


@step
def a_whole_message_is_imported(proof):
    raw = ("From: Bo <bo@mill.example>\r\nTo: %s\r\nSubject: %s imported\r\nDate: Wed, 01 Jan 2020 10:00:00 +0000\r\n"
           "Message-ID: <%s@mill.example>\r\n\r\nBy hand.\r\n" % (proof.address, proof.stamp, proof.stamp)).encode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "whole.eml")
        path.write_bytes(raw)
        blob = proof.client.upload_blob(path)
        told = proof.ask(proof.custom("Email/import", {"emails": {"i": {
            "blobId": blob.id, "mailboxIds": {proof.folder: True}, "keywords": {"$seen": True},
            "receivedAt": "2020-01-01T10:00:00Z"}}})).data
        id = told["created"]["i"]["id"]
        email = proof.email(id)
        same((email.subject, email.message_id), (proof.stamp + " imported", [proof.stamp + "@mill.example"]), "email")
        back = Path(folder, "back.eml")
        proof.client.download_attachment(EmailBodyPart(blob_id=email.blob_id, name="b.eml", type="message/rfc822"), back)
        same(back.read_bytes(), raw, "bytes")


@step
def new_states_are_pushed(proof):
    client = PlainClient("", proof.client._auth, event_source_config=EventSourceConfig(types="Email,Mailbox", ping=60))
    client.url = proof.client.url
    address = client.jmap_session.event_source_url.format(types="*", closeafter="no", ping=60)
    with client.requests_session.get(address, stream=True, timeout=30) as answer:
        assert answer.headers["Content-Type"].startswith("text/event-stream"), answer.headers
    events = client.events
    # The library connects when it is first asked, and then waits.
    state = proof.state()
    heard = []
    listener = threading.Thread(target=lambda: heard.append(next(events)), daemon=True)
    listener.start()
    while client._events is None:
        time.sleep(0.01)
    proof.set(EmailSet(update={proof.emails["n4"]: {"keywords/harbour": True}}))
    listener.join(20)
    same(len(heard), 1, "events within 20 s")
    told = heard[0].data.changed[client.account_id]
    assert told.email and told.email != state, told
    assert heard[0].id


@step
def an_identity_is_there(proof):
    if proof.can_send():
        assert proof.identity()
        if "whole-identities" not in proof.lacks:
            same(proof.ask(IdentityGet()).data[0].id, proof.identity(), "the identity that the library reads")


def submission(proof, subject, **parameters):
    made = proof.write(subject, keywords=["$draft", "$seen"], folder=proof.role("drafts"))
    identity = proof.identity()
    order = EmailSubmission(
        identity_id=identity, email_id=made.id,
        envelope=Envelope(mail_from=Address(email=proof.address, parameters=parameters or None),
                          rcpt_to=[Address(email=proof.address)]))
    drafts, sent = proof.role("drafts"), proof.role("sent")
    move = {"mailboxIds/" + drafts: None, "mailboxIds/" + sent: True, "keywords/$draft": None}
    call = EmailSubmissionSet(create={"s": order}, on_success_update_email={"#s": move})
    # The library names what the call itself needs; its consequence is one of mail.
    call.using = call.using | {MAIL}
    return made, call


@step
def mail_is_sent_and_its_draft_becomes_what_was_sent(proof):
    if not proof.can_send():
        return
    state = proof.state(EmailSubmissionGet)
    made, call = submission(proof, "sent")
    answers = proof.ask(call)
    same(len(answers), 2, "answers, the implied one with them")
    assert not answers[0].not_created and made.id in answers[1].updated, answers
    order = answers[0].created["s"]
    email = proof.email(made.id)
    assert proof.role("sent") in email.mailbox_ids and "$draft" not in email.keywords, email
    if "submissions" in proof.lacks:
        same(proof.ask(EmailSubmissionGet(ids=[order.id])).not_found, [order.id], "what is over is forgotten")
        return
    arrived = EmailQueryFilterCondition(in_mailbox=proof.role("inbox"))
    newest = proof.ask(EmailQuery(filter=arrived, sort=[Comparator("receivedAt", False)], limit=5)).ids
    subjects = {one.subject: one.id for one in proof.ask(EmailGet(ids=newest, properties=["subject"])).data}
    assert email.subject in subjects, subjects
    proof.emails["arrived"] = subjects[email.subject]
    told = proof.ask(EmailSubmissionGet(ids=[order.id])).data[0]
    same((told.email_id, told.undo_status), (made.id, UndoStatus.FINAL), "submission")
    same([each.delivered.value for each in told.delivery_status.values()], ["yes"], "delivery")
    found = proof.ask(EmailSubmissionQuery(filter=EmailSubmissionQueryFilterCondition(email_ids=[made.id])))
    same(found.ids, [order.id], "submissions of the email")
    assert order.id in proof.ask(EmailSubmissionChanges(since_state=state)).created


@step
def a_stale_state_keeps_mail_from_being_sent_twice(proof):
    if not proof.can_send():
        return
    state = proof.state(EmailSubmissionGet)
    made, call = submission(proof, "once")
    call.if_in_state = state
    proof.ask(call)
    same(proof.client.request(call).type, "stateMismatch", "the same again")
    if "submissions" in proof.lacks:
        return
    found = proof.ask(EmailSubmissionQuery(filter=EmailSubmissionQueryFilterCondition(email_ids=[made.id])))
    same(len(found.ids), 1, "submissions")


@step
def held_mail_is_called_back(proof):
    if not proof.can_send():
        return
    made, call = submission(proof, "held", HOLDFOR="3600")
    call.on_success_update_email = None
    order = proof.set(call).created["s"]
    same(proof.ask(EmailSubmissionGet(ids=[order.id])).data[0].undo_status, UndoStatus.PENDING, "status")
    proof.set(EmailSubmissionSet(update={order.id: {"undoStatus": "canceled"}}))
    left = proof.ask(EmailSubmissionGet(ids=[order.id])).data
    assert not left or left[0].undo_status == UndoStatus.CANCELED, left
    again = proof.ask(EmailSubmissionSet(update={order.id: {"undoStatus": "pending"}}))
    assert again.not_updated[order.id].type in ("invalidProperties", "notFound"), again


@step
def nobody_gets_mail_without_recipients(proof):
    if not proof.can_send():
        return
    _, call = submission(proof, "nobody")
    call.create["s"].envelope.rcpt_to = []
    call.on_success_update_email = None
    refusal = proof.ask(call).not_created["s"].type
    assert refusal == "noRecipients" or refusal == "invalidProperties" and "submissions" in proof.lacks, refusal


@step
def all_is_taken_away_again(proof):
    state = proof.state()
    ids = sorted(set(proof.emails.values()))
    proof.set(EmailSet(destroy=ids))
    changes = proof.ask(EmailChanges(since_state=state))
    same(sorted(changes.destroyed), ids, "destroyed")
    same(sorted(proof.ask(EmailGet(ids=ids)).not_found), ids, "gone")
    refused = proof.ask(MailboxSet(destroy=[proof.folder]))
    same(refused.not_destroyed[proof.folder].type, "mailboxHasEmail", "a mailbox with mail")
    proof.set(MailboxSet(destroy=[proof.folder, proof.other], on_destroy_remove_emails=True))
    left = {box.id for box in proof.ask(MailboxGet(ids=None)).data}
    assert not {proof.folder, proof.other} & left


if __name__ == "__main__":
    main(Proof(*sys.argv[1:]))
