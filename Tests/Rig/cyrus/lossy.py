"""A way to the server on which one answer gets lost: the server has done what it was asked, and nobody hears of it."""

from way import Handler, Way


class LossyHandler(Handler):
    def pass_on(self):
        way, body = self.server.way, self.body()
        loss = way.loss(self.command)
        answer = None if loss == "request" else self.ask(body)
        if not loss:
            return self.reply(*answer)
        way.then()
        if loss == "error":
            return self.reply(503, [], b"")
        self.hang_up()


class Lossy(Way):
    """Counts requests; the one of its method whose number is told is lost, or its answer is: it does not come, or as an error."""

    handler = LossyHandler

    def __init__(self, target):
        super().__init__(target)
        self.reset()

    def reset(self, lost=None, kind="answer", then=lambda: None, method="POST"):
        """`lost`: the number of the request, from 1; `then` is called at the moment of the loss."""
        with self.lock:
            self.count, self.reads, self.lost, self.kind, self.then, self.method = 0, 0, lost, kind, then, method

    def loss(self, method):
        with self.lock:
            self.count += method == "POST"
            self.reads += method == "GET"
            is_lost = method == self.method and self.lost == (self.count if method == "POST" else self.reads)
            return self.kind if is_lost else None
