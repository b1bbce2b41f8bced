"""News of a server that tells none, as Cyrus is built by Debian: it is asked for its states, and what is new is streamed
(RFC 8620 §7.3)."""

import base64
import contextlib
import http.client
import json
import select
import time
import urllib.parse

# In seconds: how often the server is asked.
RHYTHM = 0.1
TYPES = ["Mailbox", "Email", "Thread", "EmailSubmission"]
USING = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail", "urn:ietf:params:jmap:submission"]


def is_stream(path):
    return "/eventsource/" in path


class States:
    """The states of a user's data, by type."""

    def __init__(self, port, authorization):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"Authorization": authorization, "Content-Type": "application/json"}
        # Cyrus calls an account by the name of its user.
        self.account = base64.b64decode(authorization.partition(" ")[2]).decode("utf-8", "replace").partition(":")[0]

    def now(self):
        """An HTTP status, and the states when that is 200."""
        calls = [[name + "/get", {"accountId": self.account, "ids": []}, name] for name in TYPES]
        self.connection.request("POST", "/jmap/", json.dumps({"using": USING, "methodCalls": calls}), self.headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            return answer.status, {}
        answers = json.loads(content)["methodResponses"]
        return 200, {name: result["state"] for method, result, name in answers if method != "error"}


class Stream:
    """One event stream, over the connection of the one who asked for it."""

    def __init__(self, handler):
        self.handler = handler
        asked = dict(urllib.parse.parse_qsl(urllib.parse.urlparse(handler.path).query))
        self.types = TYPES if asked.get("types", "*") == "*" else asked["types"].split(",")
        self.ends_with_news = asked.get("closeafter") == "state"
        self.ping = int(asked.get("ping", 0))

    def run(self, breaks=False):
        """Until nobody listens any more; with `breaks`, until there is news, which is not told."""
        way = self.handler.server.way
        states = States(way.target, self.handler.headers.get("Authorization", ""))
        status, told = states.now()
        if status != 200:
            return self.handler.reply(status, [], b"")
        self.handler.close_connection = True
        # Who listens may leave, the way may close, the server may end.
        with contextlib.suppress(OSError, http.client.HTTPException):
            self.begin()
            way.streams += 1
            spoken = time.monotonic()
            while not self.is_left() and not way.is_closed:
                now = states.now()[1]
                news = {name: now[name] for name in self.types if name in now and now[name] != told.get(name)}
                if news and breaks:
                    return self.handler.hang_up()
                if news:
                    way.news.append(time.monotonic())
                    self.say("state", {"@type": "StateChange", "changed": {states.account: news}}, id=now["Email"])
                    if self.ends_with_news:
                        return
                    told, spoken = now, time.monotonic()
                elif self.ping and time.monotonic() - spoken >= self.ping:
                    self.say("ping", {"interval": self.ping})
                    spoken = time.monotonic()

    def begin(self):
        self.handler.send_response_only(200)
        for name, value in (("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("Connection", "close")):
            self.handler.send_header(name, value)
        self.handler.end_headers()

    def is_left(self):
        """Waits; who listens says nothing, so that there is something to read only once they are gone."""
        return bool(select.select([self.handler.connection], [], [], RHYTHM)[0])

    def say(self, event, data, id=None):
        name = "id: %s\n" % id if id else ""
        self.handler.wfile.write(("event: %s\n%sdata: %s\n\n" % (event, name, json.dumps(data))).encode())
