"""A backend for tests that ends or stops within its reply to a request, or after it.

    stopping_backend.py WHERE-HOW    WHERE: line, reply, bytes, end; HOW: die, exit, stop, drip
"""

import json
import os
import signal
import struct
import sys
import time

requests, replies = sys.stdin.buffer, sys.stdout.buffer
where, how = sys.argv[1].split("-")
good = bytes([8, 2, 16, 1, 0x4A, 8]) + struct.pack("<2f", 11, 22)


def write(data):
    replies.write(data)
    replies.flush()


def stop(rest):
    if how == "die":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif how == "exit":
        os._exit(0)
    elif how == "stop":
        time.sleep(60)
    for byte in rest:
        write(bytes([byte]))
        time.sleep(1)


for line in iter(requests.readline, b""):
    asked = json.loads(line)
    reply = {"id": asked["id"], "status": "ok"}
    if asked["ask"] == "describe":
        write(json.dumps({**reply, "name": "stopping", "inline": True}).encode() + b"\n")
        continue
    requests.read(asked["model_bytes"] + sum(entry["bytes"] for entry in asked["inputs"]))
    said = json.dumps({**reply, "outputs": [len(good)]}).encode() + b"\n"
    whole = said + good
    begin = {"line": 10, "reply": len(said), "bytes": len(said) + 5, "end": len(whole)}[where]
    write(whole[:begin])
    stop(whole[begin:] or b"more than was said")
