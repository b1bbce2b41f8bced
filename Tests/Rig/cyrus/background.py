"""A server of the rig that works in the background while a story is told."""

import threading


class Background:
    """`server` is one of socketserver's; it is started and stopped by `with`."""

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
