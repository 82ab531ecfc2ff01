#!/usr/bin/env python3
"""A backend for tests: the name of the case's folder determines what it does.

    odd_backend.py FOLDER [ARITHMETIC]    good.pb and wrong.pb of FOLDER are its outputs
"""

import json
import os
import shutil
import sys
import time

folder = sys.argv[1]


def say(reply):
    print(json.dumps(reply), flush=True)


def give(request, name):
    for output in request["outputs"]:
        shutil.copy(os.path.join(folder, name), output["file"])
    say({"id": request["id"], "status": "ok"})


def run(request, deed):
    outputs = request["outputs"]
    if deed.startswith("good"):
        give(request, "good.pb")
    elif deed == "wrong":
        give(request, "wrong.pb")
    elif deed.startswith("remark"):
        for output in outputs:
            shutil.copy(os.path.join(folder, "good.pb"), output["file"])
        remark = 7 if deed == "remark-7" else "constant inputs:\n axes"
        say({"id": request["id"], "status": "ok", "remark": remark})
    elif deed == "four":
        for i in range(4):
            shutil.copy(
                os.path.join(folder, "good.pb"),
                os.path.join(request["output_folder"], f"output_{i}.pb"),
            )
        say({"id": request["id"], "status": "ok"})
    elif deed == "abort":
        os.abort()
    elif deed == "exit":
        sys.stderr.write("first line\nwhat(): the runtime gave up\n")
        sys.exit(7)
    elif deed == "raise":
        raise RuntimeError("nobody caught this")
    elif deed == "hang":
        time.sleep(60)
    elif deed == "garbage":
        print("[W] a runtime's warning", flush=True)
    elif deed == "flood":
        sys.stdout.write("x" * (3 << 20))
        sys.stdout.flush()
        time.sleep(60)
    elif deed == "other-id":
        say({"id": request["id"] + 1, "status": "ok"})
    elif deed == "other-status":
        say({"id": request["id"], "status": "perfect"})
    elif deed == "list":
        say([request["id"], "ok"])
    elif deed == "stray":
        say({"id": request["id"], "status": "ok"})
        print("and another thing", flush=True)
    elif deed == "unsupported":
        say({"id": request["id"], "status": "unsupported", "message": "no kernel for\n Add"})
    elif deed == "invalid":
        say({"id": request["id"], "status": "invalid", "message": "a bad model"})
    elif deed == "error":
        say({"id": request["id"], "status": "error"})
    elif deed == "nothing-written":
        say({"id": request["id"], "status": "ok"})
    elif deed == "no-tensor":
        with open(outputs[0]["file"], "wb") as file:
            file.write(b"\xff\xff\xff")
        say({"id": request["id"], "status": "ok"})
    elif deed == "memory":
        hoard = []
        while True:
            hoard.append(bytearray(1 << 24))
    elif deed == "record":
        with open(os.path.join(folder, "request.json"), "w") as file:
            json.dump(request, file)
        give(request, "good.pb")


for line in sys.stdin:
    asked = json.loads(line)
    if asked["ask"] == "describe":
        said = {"id": asked["id"], "status": "ok", "name": "odd", "version": "1.0"}
        if len(sys.argv) > 2:
            said["arithmetic"] = json.loads(sys.argv[2])
        say({**said, "files": [__file__]})
    else:
        run(asked, os.path.basename(os.path.dirname(asked["model"])))
