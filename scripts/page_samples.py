"""JSON reports, as `etalon test --report` writes them, for scripts/test_page: three runtimes on the
same few cases, an older run of one of them, and names that attack a page."""

MARKUP = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
CONTROL = "bell\x07 \x1b[31m right\u202eleft & \"quotes\" 'and' `more`"

SOFTMAX = {
    "nodes": [{"operator": "Softmax-13", "name": "soft", "attributes": {"axis": "-1"},
               "inputs": ["x"], "outputs": ["y"]}],
    "inputs": [{"name": "x", "type": "tensor(float16)", "shape": [2, 3]}],
    "outputs": [{"name": "y", "type": "tensor(float16)", "shape": [2, 3]}],
}
CONV = {
    "nodes": [{"operator": "Conv-11", "attributes": {"pads": "[1, 1]"}, "inputs": ["x", "w"],
               "outputs": ["y"]},
              {"operator": "Relu-14", "inputs": ["y"], "outputs": ["z"]}],
    "inputs": [{"name": "x", "type": "tensor(float)", "shape": [1, 1, 3]}],
    "outputs": [{"name": "z", "type": "tensor(float)", "shape": [1, 1, 3]}],
}
ELEMENTS = ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6"]
WRONG = ["0.1", "0.2", "0.9", "0.4", "0.5", "nan"]


def differing():
    """What a failing case of Softmax has in addition."""
    value = {"name": "y", "type": "tensor(float16)", "shape": [2, 3]}
    return {
        "kind": "values", "max_abs": 0.6, "max_ulp": 4000, "data_set": 0,
        "judged": {"verdict": "rounding", "share": 0.02, "times": 0.7, "evaluations": 30, "reason": ""},
        "inputs": [dict(SOFTMAX["inputs"][0], elements=["1", "2", "3", "4", "5", "6"])],
        "differences": [{
            "expected": dict(value, elements=ELEMENTS), "got": dict(value, elements=WRONG),
            "differing": 2,
            "worst": [{"where": "[1, 2]", "got": "nan", "expected": "0.6"},
                      {"where": "[0, 2]", "got": "0.9", "expected": "0.3"}],
            "among_shown": [2, 5]}],
        "picture": {"output": "y", "shape": [2, 3], "rows": ["008", "009"]},
    }


def case(name, operators, status, details, suite="node", **more):
    entry = {
        "release": "1.22.0", "suite": suite, "name": name, "status": status,
        "releases": ["1.18.0", "1.22.0"] if name == "test_softmax" else ["1.22.0"],
        "operators": operators, "max_ulp": 0, "max_abs": 0, "max_rel": 0, "seconds": 0.001,
        "message": "" if status == "pass" else f"{name} is {status}",
        "path": f"/data/downloads/1.22.0/{suite}/{name}",
        "tolerance": {"rtol": 0.001, "atol": 1e-07},
    }
    return {**entry, **details, **more}


def report(backend, date, statuses, **run):
    """`statuses`: of softmax, softmax_expanded, conv, roialign, the case of markup, of control."""
    soft, expanded, conv, roi, markup, control = statuses
    cases = [
        case("test_softmax", ["Softmax-13"], soft, SOFTMAX,
             **(differing() if soft == "fail" else {})),
        case("test_softmax_expanded", ["Conv-11", "Softmax-13"], expanded, SOFTMAX),
        case("test_conv", ["Conv-11", "Relu-14"], conv, CONV, max_ulp=7, max_abs=1e-7),
        case("test_roialign_mode_max", ["RoiAlign-16"], roi, {}, suite="simple",
             **({"erratum": "roialign-max"} if roi == "erratum" else {})),
        case(MARKUP, [MARKUP + "-1"], markup, {"message": MARKUP}),
        case(CONTROL, ["Conv-11"], control, {"message": CONTROL}),
    ]
    for entry in cases:
        if entry["name"] in (MARKUP, CONTROL):
            entry.update(nodes=[{"operator": MARKUP, "name": CONTROL, "attributes": {MARKUP: CONTROL},
                                 "inputs": [MARKUP], "outputs": [CONTROL]}])
    document = {
        "schema": 1, "etalon": "0.1.0", "seconds": 1.5, "summary": {"total": len(cases)},
        "errata": {}, "stale_errata": [], "cases": cases,
        "run": {"date": date, "command": "etalon test --backend 'a b'", "machine": MARKUP,
                "seed": 5489, **run},
    }
    if backend:
        document["backend"] = backend
        document["run"]["options"] = ["--backend", "python3 my adapter.py"]
    return document


def reports():
    """{file: report}"""
    return {
        "etalon.json": report("", "2026-11-20T10:00:00Z",
                              ["pass", "pass", "pass", "erratum", "pass", "pass"]),
        "ort.json": report("onnxruntime 1.31.1", "2026-11-21T10:00:00Z",
                           ["fail", "pass", "pass", "pass", "crash", "unsupported"]),
        "ort-old.json": report("onnxruntime 1.31.1", "2026-11-01T10:00:00Z",
                               ["fail", "fail", "fail", "pass", "crash", "unsupported"]),
        "reference.json": report("onnx.reference 1.23.2", "2026-11-21T11:00:00Z",
                                 ["pass", "timeout", "pass", "pass", "pass", "pass"]),
    }


LONG = "test_attention_4d_with_past_and_present_qk_matmul_bias_4d_mask_3d_causal_expanded"


def _answer(elements, verdict, type_="float", expected=("1", "2", "3"), **more):
    """What a case has whose output is these elements instead of the expected."""
    value = {"name": "y", "type": f"tensor({type_})", "shape": [len(expected)]}
    got = dict(value, shape=[len(elements)], elements=list(elements))
    places = [i for i, text in enumerate(elements[:len(expected)]) if text != expected[i]]
    return {
        "kind": "values", "max_ulp": 9, "max_abs": 1, "data_set": 0,
        **({"judged": {"verdict": verdict, "share": 2, "times": 3, "evaluations": 30, "reason": ""}}
           if verdict else {}),
        "differences": [{"expected": dict(value, elements=list(expected)), "got": got,
                         "differing": len(places), "worst": [], "among_shown": places}],
        "outputs": [value], **more}


def _results(softmax, resize, unique, long, beyond):
    """Cases of one run; each argument is a status and what the case has in addition."""
    call = {"nodes": [{"operator": "Resize-19", "inputs": ["x"], "outputs": ["y"]}],
            "outputs": [{"name": "y", "type": "tensor(float)", "shape": [3]}]}
    integers = dict(call, outputs=[{"name": "y", "type": "tensor(int64)", "shape": [3]}])
    return [case("test_softmax", ["Softmax-13"], softmax[0], SOFTMAX, **softmax[1]),
            case("test_resize", ["Resize-19"], resize[0], {**call, **resize[1]}),
            case("test_unique", ["Unique-11"], unique[0], {**integers, **unique[1]}),
            case(LONG, ["Attention-24"], long[0], {**call, **long[1]}),
            case("test_far", ["Exp-13"], beyond[0], {**call, **beyond[1]})]


def side_by_side():
    """{file: report} of five runtimes, one of them in two versions. Three give one answer to
    test_resize, with other digits, and a fourth another."""
    good, refused = ("pass", {}), ("unsupported", {})
    near = {"judged": {"verdict": "rounding", "share": 0.1, "times": 0.5, "evaluations": 30, "reason": ""}}
    far = {"judged": {"verdict": "wrong", "share": 7, "times": 9, "evaluations": 30, "reason": ""},
           "max_ulp": 12}
    wrong = lambda *elements, verdict="wrong": ("fail", _answer(elements, verdict))
    odd = ("fail", _answer(["1", "2", "7"], None, "int64"))
    rows = {
        "onnxruntime 1.31.1": [good, wrong("1", "2", "5"), odd, good, ("pass", near)],
        "onnxruntime 1.30.0": [("fail", {}), wrong("1", "2", "5"), good, good, good],
        "tract 0.23.9": [good, wrong("1", "2", "5.0000002"), odd, refused, good],
        "openvino 2026.4": [good, wrong("1", "2", "5"), good, wrong("1", "2", "9"), ("pass", far)],
        "mnn 3.6": [refused, wrong("1", "2", "8"), refused, refused, refused],
        "tinygrad 0.14": [("fail", {**near, "kind": "values"}), good, good, good, good],
    }
    found = {}
    for place, (backend, results) in enumerate(rows.items()):
        document = report(backend, f"2026-11-{20 - place}T10:00:00Z", ["pass"] * 6)
        document["cases"] = _results(*results)
        found[backend.replace(" ", "-") + ".json"] = document
    return found


def many(runs, cases):
    """{file: report} of so many runs and cases, each with a long message that differs."""
    found = {}
    for run in range(runs):
        document = report(f"runtime{run} 1.0", "2026-11-20T10:00:00Z", ["pass"] * 6)
        document["cases"] = [
            case(f"test_{number}_of_a_name_that_is_long", ["Conv-11"], "error" if number % 3 else "pass", CONV,
                 message=f"case {number} of run {run}: " + "what a runtime says " * 5)
            for number in range(cases)]
        found[f"{run}.json"] = document
    return found
