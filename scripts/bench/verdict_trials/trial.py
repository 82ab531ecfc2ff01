"""One trial: a call of an operator, evaluated soundly and unsoundly, and Etalon's judgements."""

import dataclasses
import json
import pathlib
import subprocess
import tempfile
import zlib

import numpy
import onnx
from arithmetic import APPROXIMATED, APPROXIMATIONS, UNITS, Way
from onnx import helper
from registry import Fault, Numbers

WORST_LAST = ("same", "rounding", "open", "unknown", "unlikely", "wrong")
# How many evaluations of a trial are judged, drawn at random.
HONEST, OWN_FAULTS, COMMON_FAULTS = 4, 3, 2
# The same of each arithmetic that a runtime declares, and in how many of the trials.
DECLARED, DECLARED_FAULTS, ARITHMETICS = 2, 1, 2
LEAST_NORMAL = 2.0**-126
# A reference may be off by 1 ULP of each element, or by so many units of an output's largest value:
# sums cancel, and the specification rounds in the middle of some formulas.
MOST_UNITS = 4


@dataclasses.dataclass
class Evaluation:
    operator: str
    label: str
    type: str
    size: str
    data: str
    role: str  # "sound", "unsound", "contested", or "undeclared": a fast algorithm
    kind: str  # of planted error
    way: str
    arithmetic: str = ""  # that is declared
    error: float = 0  # the largest one, as a part of the output's largest value
    times: float = 0  # the largest sound one
    verdict: str = ""
    beyond: int = 0  # elements further off than their bounds
    share: float | None = None  # of an element's own bound
    spreads: float | None = None  # times the spread of Etalon's own sound evaluations
    where: str = ""


def sound_ways(type, forms):
    """Each with some order, some rounding of products, some errors of functions, some form."""
    most = {"float16": 1, "float32": 4, "float64": 2}[type]
    ways = [
        Way("in order"),
        Way("reversed, functions {} ULP off", order="reversed", ulps=1),
        Way("in 8 lanes, FMA, functions {} ULP off", lanes=8, fused=True, ulps=2),
        Way("in blocks of 32, functions {} ULP up", order="blocks", lanes=32, ulps=2, side=1),
        Way("in blocks of 128, FMA, bias first", order="blocks", lanes=128, fused=True,
            bias_first=True),
        Way("pairwise, functions {} ULP down", order="pairwise", ulps=1, side=-1),
        Way("in random order, FMA, functions {} ULP off", order="random", fused=True, ulps=4),
        Way("in random order, x·(1/s), functions {} ULP down", order="random", reciprocal=True,
            ulps=4, side=-1),
        Way("sums in a wider type, functions {} ULP off", wide_sums=True, ulps=1),
        Way("in a wider type, rounded once", once=True),
        Way("in 32 lanes, x·(1/s), bias first", lanes=32, reciprocal=True, bias_first=True),
        Way("in order, FMA, functions {} ULP up", fused=True, ulps=4, side=1),
    ]
    ways += ways[:4] if forms > 1 else []  # with another form; twelve is a multiple of 2 and 3
    return [
        dataclasses.replace(
            way, name=way.name.format(ulps), type=type, ulps=ulps, form=(i + i // 12) % forms, seed=i
        )
        for i, way in enumerate(ways)
        for ulps in [min(way.ulps, most)]
    ]


ON_MATRIX_UNITS = set(
    """MatMul Gemm Conv ConvTranspose Einsum Attention RNN LSTM GRU FusedMatMul FusedGemm FusedConv
    MultiHeadAttention""".split()
)
ORDERS = (
    {}, {"order": "reversed", "fused": True}, {"lanes": 8, "fused": True}, {"order": "pairwise"},
    {"order": "blocks", "lanes": 32}, {"order": "random", "fused": True}, {"lanes": 32},
)
FACTORS = {  # what the names that round factors do
    "tf32": ({"factor_bits": 11}, {"factor_bits": 11, "cuts": True}),
    "bf16": ({"factor_bits": 8},),
    "f16": ({"half_factors": True},),
    "f16-sums": ({"half_factors": True, "sum_type": "float16"},),
}
UNDECLARED = {  # fast algorithms that no name stands for
    "3×TF32": {"split": True}, "Strassen, 1 level": {"strassen": 1},
    "Strassen, 3 levels": {"strassen": 3}, "Fourier transforms": {"fourier": True},
}


def declared_ways(operator, type, data, used):
    """{name: [ways]} of what a runtime may declare that does something to these calls."""
    if type != "float32":
        return {}
    found = {}
    if "product" in used and operator.name in ON_MATRIX_UNITS:
        for name, changes in FACTORS.items():
            found[name] = [{**order, **change} for order in ORDERS for change in changes]
    if used & (APPROXIMATED | {"division"}):
        found["approximate"] = [{**order, "relative": 2.0**-20} for order in ORDERS]
    if data == "tiny":
        found["flush"] = [{**order, "flushes": LEAST_NORMAL} for order in ORDERS]
    for name in operator.declared:
        found[name] = [{"fixed_point": True}]
    return {
        name: [Way(f"{name}, {i}", type=type, seed=100 + i, **change)
               for i, change in enumerate(changes)]
        for name, changes in found.items()
    }


def undeclared_ways(operator, used):
    named = UNDECLARED if operator.name in ("MatMul", "Conv") else {"3×TF32": UNDECLARED["3×TF32"]}
    if "product" not in used or operator.name not in ON_MATRIX_UNITS:
        return []
    return [(name, Way(f"{name}, FMA", fused=True, seed=200, **change))
            for name, change in named.items()
            if ("strassen" not in change or operator.name == "MatMul")
            and ("fourier" not in change or operator.name == "Conv")]


def common_faults(used, type):
    """What can go wrong with any operator that has sums, products, these functions."""
    faults = [Fault("small values flushed to 0", way={"flush": 2.0**-10})]
    if type != "float16":
        lower = "float16" if type == "float32" else "float32"
        faults.append(Fault(f"evaluated in {lower}", way={"type": lower}))
        if "sum" in used:
            faults.append(Fault(f"sums in {lower}", way={"sum_type": lower}))
    if "sum" in used:
        faults.append(Fault("the last addend dropped", way={"drop_last": True}))
    if "product" in used and type != "float16":
        faults.append(Fault("bfloat16 factors", way={"factor_bits": 8}))
        faults.append(Fault("TF32 factors", way={"factor_bits": 11}))
    if "sqrt" in used:
        faults.append(Fault("square root of 12 bits", way={"root_bits": 12}))
    if "division" in used:
        faults.append(Fault("reciprocal of 12 bits", way={"quotient_bits": 12}))
    for name in sorted(used & set(APPROXIMATIONS)):
        kind, approximation = APPROXIMATIONS[name]
        faults.append(Fault(kind, way={"function_errors": {name: approximation}}))
    return faults


class Trial:
    """A call of an operator with data of one kind."""

    def __init__(self, operator, type, size, data, seed):
        self.operator, self.type, self.size, self.data = operator, type, size, data
        words = f"{operator.label or operator.name} {type} {size} {data} {seed}"
        self.seed = zlib.crc32(words.encode())
        self.call = operator.draw(Numbers(data, type, self.seed), size)
        self.contested = operator.contested if data == "large mean" else None

    def drawn(self, things, count):
        """So many of them at most, in their order."""
        numbers = numpy.random.default_rng(self.seed).permutation(len(things))[:count]
        return [things[i] for i in sorted(numbers)]

    def evaluated(self, way, fault=None):
        """The outputs, in a wide type: what is left is to round them to the declared one."""
        inputs = fault.inputs(self.call.inputs) if fault and fault.inputs else self.call.inputs
        given = [None if array is None else way.given(array) for array in inputs.values()]
        way.random = numpy.random.default_rng([self.seed, way.seed])
        result = self.operator.formula(way, self.call.all_parameters(way.form, fault), *given)
        results = result if isinstance(result, list) else [result]
        return [each.values for each in results]

    def outputs(self, way, fault=None):
        return self.rounded(self.evaluated(way, fault))

    def rounded(self, results):
        return [values.astype(self.operator.output_type or self.type) for values in results]

    def exact(self, form):
        """The exact outputs, but for rounding to 64 bits; and what they are made of."""
        way = Way(exact=True, type=self.type, form=form)
        return self.evaluated(way), way.used

    def unsound_way(self, fault):
        """In order and with exact functions, but for the fault."""
        return dataclasses.replace(Way(type=self.type), **fault.way)


def model_of(trial, outputs):
    """The model of one node."""
    operator, call = trial.operator, trial.call
    names = list(call.inputs)
    node = helper.make_node(
        operator.name, names, list(operator.outputs), domain=operator.domain, **call.attributes
    )
    infos = [
        [info(name, array) for name, array in pairs if array is not None]
        for pairs in (call.inputs.items(), zip(operator.outputs, outputs))
    ]
    graph = helper.make_graph([node], "trial", *infos)
    opset = 21 + trial.seed % 4
    opsets = [helper.make_opsetid("", opset if operator.domain else max(opset, operator.since))]
    if operator.domain:
        opsets.append(helper.make_opsetid(operator.domain, operator.since))
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def info(name, array):
    kind = helper.np_dtype_to_tensor_dtype(array.dtype)
    return helper.make_tensor_value_info(name, kind, array.shape)


class Judge:
    """Asks `etalon check` about outputs of one trial's model."""

    def __init__(self, etalon, trial, folder):
        self.etalon, self.trial, self.folder = etalon, trial, pathlib.Path(folder)
        outputs = trial.outputs(Way(type=trial.type))
        onnx.save(model_of(trial, outputs), self.folder / "model.onnx")
        present = {name: a for name, a in trial.call.inputs.items() if a is not None}
        numpy.savez(self.folder / "inputs.npz", **present)

    def reports(self, outputs, arithmetic=""):
        """What Etalon says about each output, of a runtime that declares this arithmetic."""
        numpy.savez(self.folder / "outputs.npz", **dict(zip(self.trial.operator.outputs, outputs)))
        given = ["--inputs", self.folder / "inputs.npz", "--outputs", self.folder / "outputs.npz"]
        given += ["--arithmetic", arithmetic] * bool(arithmetic)
        done = subprocess.run(
            [self.etalon, "check", self.folder / "model.onnx", *given, "--format", "json"],
            capture_output=True, text=True, check=False,
        )
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stderr.strip() or f"etalon ends with {done.returncode}")
        reports = json.loads(done.stdout)["outputs"]
        for report in reports:
            if not report["elements"]:  # of another type or shape: a mistake of these scripts
                raise RuntimeError(report["sentence"])
        return reports


def amount(extreme):
    """Of the element that is furthest off."""
    return float(extreme["amount"]) if extreme else None


def judged(evaluation, reports):
    """Sets what Etalon says: of several outputs, the worst."""
    worst = max(reports, key=lambda report: WORST_LAST.index(report["verdict"]))
    evaluation.verdict = worst["verdict"]
    rounding = worst["rounding"] or {}
    spread = rounding.get("spread") or {}
    evaluation.beyond = rounding.get("beyond", 0)
    evaluation.share = amount(rounding.get("largest_share"))
    evaluation.spreads = amount(spread.get("times"))
    place = spread.get("times") or rounding.get("largest_share")
    if place:
        evaluation.where = f"{place['where']}: {place['got']} for {place['expected']}"
    return evaluation


def disagreement(trial, reports, exact):
    """Why the exact reference is not Etalon's result, rounded; "" if it is."""
    for report, values in zip(reports, exact):
        if report["verdict"] == "same":
            continue
        largest = report["largest"]
        if not largest["ulp"] or report["first"]:
            return report["sentence"]
        if largest["ulp"]["amount"] <= 1:
            continue
        units = 2.0**-40 if trial.operator.by_element else MOST_UNITS
        if largest["absolute"]["amount"] > units * UNITS[trial.type] * float(abs(values).max()):
            return f"{largest['ulp']['amount']:.0f} ULP from Etalon at {largest['ulp']['where']}"
    return ""


def errors_of(outputs, exact):
    """|outputs − exact|, of each output; infinite where one of them is not finite."""
    found = [abs(got.astype(right.dtype) - right) for got, right in zip(outputs, exact)]
    return [numpy.where(numpy.isfinite(error), error, numpy.inf) for error in found]


class SoundErrors:
    """The largest errors of the sound ways: of each element, and of each output."""

    def __init__(self, trial, exact):
        self.by_element, self.exact = trial.operator.by_element, exact
        unit = UNITS[trial.type]
        least = float(numpy.finfo(trial.type).tiny)
        self.errors = [unit * numpy.maximum(abs(right), least) for right in exact]

    def add(self, errors):
        self.errors = [numpy.maximum(*pair) for pair in zip(self.errors, errors)]

    def times(self, errors):
        """How many times the sound error the largest one is."""
        ratios = []
        for got, sound in zip(errors, self.errors):
            if got.size:
                whole = got.max() / sound.max()
                ratios.append(float((got / sound).max() if self.by_element else whole))
        return max(ratios, default=0.0)

    def scaled(self, errors):
        return max(
            float(error.max() / max(float(abs(right).max()), 1e-300))
            for error, right in zip(errors, self.exact)
        )


def all_sound_ways(trial):
    """Those of all operators, and the operator's own, of which some are always judged."""
    more = trial.operator.more_ways
    own = [dataclasses.replace(way, type=trial.type, seed=50 + i)
           for i, way in enumerate(more(trial.type) if more else [])]
    return sound_ways(trial.type, trial.operator.forms) + own


def sound_evaluations(trial, exact, sound):
    """(evaluation, outputs, errors), each with other bytes than those before it; and the bytes."""
    seen, found = set(), []
    for way in all_sound_ways(trial):
        outputs = trial.outputs(way)
        content = b"".join(each.tobytes() for each in outputs)
        if content in seen:
            continue
        seen.add(content)
        contested = trial.contested is not None and way.form == trial.contested
        errors = errors_of(outputs, exact)
        if not contested:
            sound.add(errors)
        name = way.name + (f", form {way.form + 1}" if trial.operator.forms > 1 else "")
        found.append((evaluation_of(trial, "contested" if contested else "sound", "", name),
                      outputs, errors))
    return found, seen


def evaluation_of(trial, role, kind, way):
    operator = trial.operator
    return Evaluation(operator.name, operator.label or operator.name, trial.type, trial.size,
                      trial.data, role, kind, way)


def declared_evaluations(trial, exact, used, seen):
    """(evaluation, outputs, errors, the sound errors of its arithmetic), sound ones and not."""
    operator, found = trial.operator, []
    ways = declared_ways(operator, trial.type, trial.data, used)
    for name in trial.drawn(sorted(ways), ARITHMETICS):
        sound = SoundErrors(trial, exact)
        evaluated = [(way, trial.outputs(way)) for way in ways[name]]
        for _, outputs in evaluated:
            sound.add(errors_of(outputs, exact))
        known = set(seen)
        judged = [("sound", "", way.name, outputs) for way, outputs in trial.drawn(evaluated, DECLARED)]
        for fault in trial.drawn(operator.faults, DECLARED_FAULTS):
            way = dataclasses.replace(ways[name][0], **fault.way)
            judged.append(("unsound", fault.kind, f"{name}, {fault.kind}", trial.outputs(way, fault)))
        for role, kind, way, outputs in judged:
            content = b"".join(each.tobytes() for each in outputs)
            if content in known:
                continue
            known.add(content)
            evaluation = evaluation_of(trial, role, kind, way)
            evaluation.arithmetic = name
            found.append((evaluation, outputs, errors_of(outputs, exact), sound))
    return found


def undeclared_evaluations(trial, exact, used):
    """The same of fast algorithms, by what is declared: nothing, and each name that rounds factors."""
    found = []
    if trial.type != "float32":
        return found
    sound = SoundErrors(trial, exact)
    for kind, way in undeclared_ways(trial.operator, used):
        outputs = trial.outputs(way)
        for name in ("", "tf32"):
            evaluation = evaluation_of(trial, "undeclared", kind, way.name)
            evaluation.arithmetic = name
            found.append((evaluation, outputs, errors_of(outputs, exact), sound))
    return found


def unsound_evaluations(trial, exact, used, seen):
    found = []
    own = trial.drawn(trial.operator.faults, OWN_FAULTS)
    for fault in own + trial.drawn(common_faults(used, trial.type), COMMON_FAULTS):
        outputs = trial.outputs(trial.unsound_way(fault), fault)
        content = b"".join(each.tobytes() for each in outputs)
        if content in seen:
            continue
        seen.add(content)
        found.append((evaluation_of(trial, "unsound", fault.kind, fault.kind), outputs,
                      errors_of(outputs, exact)))
    return found


def reference(trial, judge):
    """The exact outputs by the first form that gives Etalon's; what they use; why none does."""
    for form in range(trial.operator.forms):
        exact, used = trial.exact(form)
        rounded = trial.rounded(exact)
        problem = disagreement(trial, judge.reports(rounded), exact)
        if not problem:
            break
    return exact, used, problem


def run(etalon, operator, type, size, data, seed):
    """(evaluations with their verdicts, why the reference is not Etalon's: "" if it is)"""
    trial = Trial(operator, type, size, data, seed)
    with tempfile.TemporaryDirectory() as folder, numpy.errstate(all="ignore"):
        judge = Judge(etalon, trial, folder)
        exact, used, problem = reference(trial, judge)
        if problem:
            return [], problem
        sound = SoundErrors(trial, exact)
        good, seen = sound_evaluations(trial, exact, sound)
        bad = unsound_evaluations(trial, exact, used, seen)
        found = []
        own = own_of(trial, good)
        usual_ones = [each for each in good if not any(each is one for one in own)]
        drawn = trial.drawn(usual_ones, HONEST) + trial.drawn(own, HONEST) + bad
        every = [(*each, sound) for each in drawn]
        every += declared_evaluations(trial, exact, used, seen)
        every += undeclared_evaluations(trial, exact, used)
        for evaluation, outputs, errors, usual in every:
            evaluation.error, evaluation.times = usual.scaled(errors), usual.times(errors)
            reports = judge.reports(outputs, evaluation.arithmetic)
            found.append(judged(evaluation, reports))
    return found, ""


def own_of(trial, good):
    """Those by the operator's own ways."""
    more = trial.operator.more_ways
    names = {way.name for way in more(trial.type)} if more else ()
    return [each for each in good if each[0].way in names]
