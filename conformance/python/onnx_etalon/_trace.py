"""The output of ReferenceEvaluator with `verbose`, in the format of onnx.reference.

From 2 on, each node of the graph; from 3 on, constants, inputs and what nodes give, with type, shape
and range; from 4 on, with the first elements. Nodes of functions and of inner graphs are not printed.
"""

import numpy

FIRST_ELEMENTS = 5


def described(value, level: int) -> str:
    """"float32:(2,) in [0.0, 3.0]", or with the elements."""
    if isinstance(value, (list, tuple)):
        return ", ".join(described(each, level) for each in value)
    if not isinstance(value, (numpy.ndarray, numpy.generic)):
        return str(value)
    head = f"{value.dtype}:{value.shape}"
    if level >= 4:
        elements = value.ravel().tolist()
        if len(elements) <= FIRST_ELEMENTS:
            return f"{head}:{elements}"
        return f"{head}:{','.join(map(str, elements[:FIRST_ELEMENTS]))}..."
    return f"{head} in [{value.min()}, {value.max()}]" if value.size else f"{head} (empty)"


def print_trace(graph, feed_inputs, values, level: int) -> None:
    """`values` are all of the graph's, by name; `graph` is a GraphProto."""
    from onnx import numpy_helper

    if level >= 3:
        constants = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
        for name, value in constants.items():
            print(f" +C {name}: {described(value, level)}")
        for name, value in feed_inputs.items():
            print(f" +I {name}: {described(value, level)}")
    for node in graph.node if level >= 2 else ():
        print(f"{node.op_type}({', '.join(node.input)}) -> {', '.join(node.output)}")
        for name in node.output if level >= 3 else ():
            if name in values:
                print(f" + {name}: {described(values[name], level)}")
