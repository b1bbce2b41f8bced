"""What the proofs with either client share: steps in the order of their writing, and ways to say what should be."""

import sys

STEPS = []


def step(function):
    STEPS.append(function)
    return function


def same(got, wanted, what="value"):
    if got != wanted:
        raise AssertionError("%s is %r, not %r" % (what, got, wanted))


def refused(kind, function):
    try:
        function()
    except kind as error:
        return error
    except Exception as error:
        raise AssertionError("raised %r, not %s" % (error, kind.__name__))
    raise AssertionError("was not refused with %s" % kind.__name__)


def main(proof):
    failures = 0
    for function in STEPS:
        name = function.__name__.replace("_", " ")
        try:
            function(proof)
            print("ok    ", name)
        except Exception as error:
            failures += 1
            print("FAILED", name, "--", type(error).__name__, error)
    print("%d steps, %d failed" % (len(STEPS), failures))
    sys.exit(1 if failures else 0)
