"""A way to the server on which one answer gets lost: the server has done what it was asked, and nobody hears of it."""

from way import Handler, Way


class LossyHandler(Handler):
    def pass_on(self):
        way = self.server.way
        body = self.body()
        if way.loses_request(self.command):
            return self.hang_up()
        answer = self.ask(body)
        if way.loses_answer(self.command):
            return self.hang_up()
        self.reply(*answer)

    def hang_up(self):
        self.close_connection = True
        self.connection.close()


class Lossy(Way):
    """Counts POST requests; the one whose number is told is lost, or its answer is."""

    handler = LossyHandler

    def __init__(self, target):
        super().__init__(target)
        self.reset()

    def reset(self, lost=None, kind="answer", then=lambda: None):
        """`lost`: the number of the request, from 1; `then` is called at the moment of the loss."""
        with self.lock:
            self.count, self.reads, self.lost, self.kind, self.then = 0, 0, lost, kind, then

    def loses_request(self, method):
        with self.lock:
            self.count += method == "POST"
            self.reads += method == "GET"
            isLost = method == "POST" and self.count == self.lost and self.kind == "request"
        if isLost:
            self.then()
        return isLost

    def loses_answer(self, method):
        with self.lock:
            isLost = method == "POST" and self.count == self.lost and self.kind == "answer"
        if isLost:
            self.then()
        return isLost
