"""The kinds of failure. Each message is one sentence that names the node, tensor or argument."""


class EtalonError(RuntimeError):
    """Any failure that Etalon reports."""


class InvalidModel(EtalonError, ValueError):
    """The model breaks the format, or a node breaks its operator's schema."""


class InvalidInput(EtalonError, ValueError):
    """The specification calls these inputs an error, or an argument is wrong."""


class Unspecified(EtalonError):
    """The specification is silent or contradicts itself."""


class Unsupported(EtalonError, NotImplementedError):
    """Etalon does not implement this."""


class LimitExceeded(EtalonError):
    """The memory, step, work, depth or time budget is exceeded."""


class InternalError(EtalonError):
    """A defect in Etalon."""


def complaint_of(code: int, text: str) -> EtalonError:
    """What the command `etalon` says where it ends with this exit code."""
    return {2: InvalidInput, 4: Unsupported}.get(code, EtalonError)(text.removeprefix("etalon: ").rstrip())
