"""The process in which the pytest plugin runs cases, so that a runtime that dies costs one case.

Requests and replies are lines of JSON. {"start": "module:function"} comes first; its reply says what
is wrong with the runtime. {"case": id, "release": …, "tolerances": …} is answered by the result, as
`Case.judge` gives it, or by what the runtime raised to stop the test.
"""

import json
import os
import sys

from . import _runtimes
from ._cases import cases


def take_streams():
    """The requests and the replies, in place of standard input and output: what the runtime prints
    goes to standard error, and it reads nothing."""
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, replies


def start(words):
    """The runtime's function, or what is wrong."""
    try:
        return _runtimes.function_named(words), None
    except (ImportError, AttributeError, TypeError) as problem:
        return None, str(problem)
    except Exception as problem:
        return None, f"{type(problem).__name__}: {problem}"


def outcome(function, case, tolerances):
    """The result of a case. What pytest.skip and pytest.fail raise is not an Exception."""
    try:
        return {"result": case.judge(function, **tolerances).data}
    except BaseException as problem:
        if not any(kind.__name__ == "OutcomeException" for kind in type(problem).__mro__):
            raise
        return {"raised": type(problem).__name__, "message": str(problem)}


def serve():
    """Answers requests until they end."""
    requests, replies = take_streams()
    function = None
    found = {}
    for line in requests:
        request = json.loads(line)
        if "start" in request:
            function, problem = start(request["start"])
            reply = {"problem": problem}
        else:
            release = request["release"]
            if release not in found:
                found[release] = {case.id: case for case in cases(release=release)}
            reply = outcome(function, found[release][request["case"]], request["tolerances"])
        sys.stdout.flush()
        sys.stderr.flush()
        print(json.dumps(reply), file=replies, flush=True)
