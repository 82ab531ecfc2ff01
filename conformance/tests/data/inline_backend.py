#!/usr/bin/env python3
"""A backend for tests that takes models and values in requests.

inline_backend.py FOLDER DEED     good.pb of FOLDER is its output; DEED says what it does wrong
"""

import json
import os
import sys

folder, deed = sys.argv[1:]
requests, replies = sys.stdin.buffer, sys.stdout.buffer


def say(reply, *blocks):
    replies.write(b"".join([json.dumps(reply).encode(), b"\n", *blocks]))
    replies.flush()


def run(request):
    with open(os.path.join(folder, "good.pb"), "rb") as file:
        good = file.read()
    reply = {"id": request["id"], "status": "ok", "outputs": [len(good)]}
    if deed == "good":
        say(reply, good)
    elif deed == "two":
        say({**reply, "outputs": [len(good)] * 2}, good, good)
    elif deed == "none":
        say({**reply, "outputs": []})
    elif deed == "unsaid":
        say({"id": request["id"], "status": "ok"})
    elif deed == "short":
        say(reply, good[:5])
        sys.exit(0)
    elif deed == "huge":
        say({**reply, "outputs": [1 << 60]}, good)
    elif deed == "words":
        say({**reply, "outputs": ["many"]}, good)
    elif deed == "negative":
        say({**reply, "outputs": [-1]}, good)
    elif deed == "more":
        say(reply, good, b"and another thing")
    elif deed == "garbage":
        say(reply, b"\xff" * len(good))
    elif deed == "refuses":
        say({"id": request["id"], "status": "unsupported", "message": "no kernel"})
    elif deed == "record":
        with open(os.path.join(folder, "request.json"), "w") as file:
            json.dump(request, file)
        say(reply, good)


for line in iter(requests.readline, b""):
    asked = json.loads(line)
    if asked["ask"] == "describe":
        say({"id": asked["id"], "status": "ok", "name": "inline", "inline": True})
        continue
    if "model_bytes" in asked:
        requests.read(asked["model_bytes"])
        for entry in asked["inputs"]:
            requests.read(entry["bytes"])
    run(asked)
