"""Models as ONNX Runtime's own tools write them, with operators of com.microsoft: runtime_models.py FOLDER.

    runtime-bert            a transformer after onnxruntime.transformers' optimizer
    runtime-decoder-int4    a decoder with a key–value cache, by onnxruntime-genai's model builder, in four bits
    runtime-cnn-qoperator   a convolutional network after static quantization, in the QOperator form
    runtime-cnn-nhwc        that one as a session saves it after its own optimizations, in the layout NHWC
    runtime-cnn-nchwc       the same network of floats, saved in the layout NCHWc

Needs the packages of runtime_requirements.txt. The weights are random but seeded. Writes NAME.onnx and
NAME.json, which has {input: [kind, shape]} of model_inputs.draw and the origin.
"""

import importlib.metadata
import json
import pathlib
import subprocess
import sys
import tempfile
import warnings

import numpy
import onnx
import onnxruntime
import tokenizers
import torch
import transformers
from onnxruntime import quantization
from onnxruntime.transformers import optimizer
from torch import nn

WORDS, WIDTH, HEADS, LAYERS = 1000, 128, 4, 4


class Block(nn.Module):
    """Two convolutions beside the way past them."""

    def __init__(self, width):
        super().__init__()
        conv = lambda: nn.Sequential(nn.Conv2d(width, width, 3, padding=1), nn.BatchNorm2d(width))
        self.first, self.second = conv(), conv()

    def forward(self, x):
        return torch.relu(x + self.second(torch.relu(self.first(x))))


class Layer(nn.Module):
    """Attention and two dense layers, each normalised after."""

    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.joined = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.wide, self.narrow = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.first, self.second = nn.LayerNorm(WIDTH, 1e-12), nn.LayerNorm(WIDTH, 1e-12)

    def heads(self, x):
        return x.view(x.size(0), x.size(1), HEADS, WIDTH // HEADS).permute(0, 2, 1, 3)

    def forward(self, x, mask):
        q, k, v = self.heads(self.query(x)), self.heads(self.key(x)), self.heads(self.value(x))
        scores = q @ k.transpose(-1, -2) / (WIDTH // HEADS) ** 0.5 + mask
        mixed = (scores.softmax(-1) @ v).permute(0, 2, 1, 3).contiguous()
        x = self.first(self.joined(mixed.view(x.size(0), x.size(1), WIDTH)) + x)
        return self.second(self.narrow(nn.functional.gelu(self.wide(x))) + x)


class Bert(nn.Module):
    """Three embeddings and layers, in the form that the optimizer knows."""

    def __init__(self):
        super().__init__()
        self.words, self.places, self.types = (nn.Embedding(n, WIDTH) for n in (WORDS, 512, 2))
        self.norm = nn.LayerNorm(WIDTH, 1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.register_buffer("positions", torch.arange(512).expand(1, -1))

    def forward(self, input_ids, attention_mask, token_type_ids):
        positions = self.positions[:, :input_ids.size(1)]
        x = self.norm(self.words(input_ids) + self.types(token_type_ids) + self.places(positions))
        mask = (1.0 - attention_mask[:, None, None, :].to(x.dtype)) * -10000.0
        for layer in self.layers:
            x = layer(x, mask)
        return x


def network():
    torch.manual_seed(0)
    return nn.Sequential(
        nn.Conv2d(3, 32, 7, 2, 3), nn.ReLU(), nn.MaxPool2d(3, 2, 1), Block(32), Block(32),
        nn.AvgPool2d(2), nn.Conv2d(32, 64, 1), nn.LeakyReLU(0.1), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
        nn.Linear(64, 10), nn.Softmax(-1)).eval()


def version(package):
    return f"{package} {importlib.metadata.version(package)}"


def export(module, arguments, file, names):
    torch.onnx.export(module, arguments, file, input_names=names, opset_version=17, dynamo=False)


def bert(file):
    torch.manual_seed(0)
    ids = torch.randint(0, WORDS, (1, 32))
    plain = file.with_suffix(".plain")
    export(Bert().eval(), (ids, torch.ones_like(ids), torch.zeros_like(ids)), plain,
           ["input_ids", "attention_mask", "token_type_ids"])
    optimized = optimizer.optimize_model(str(plain), model_type="bert", num_heads=HEADS, hidden_size=WIDTH)
    optimized.save_model_to_file(str(file))
    plain.unlink()
    inputs = {"input_ids": (f"ids:{WORDS}", [1, 32]), "attention_mask": ("ones", [1, 32]),
              "token_type_ids": ("zeros", [1, 32])}
    return inputs, f"{version('onnxruntime')}, transformers.optimizer"


def decoder(file):
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=WORDS, hidden_size=WIDTH, intermediate_size=2 * WIDTH, num_hidden_layers=LAYERS,
        num_attention_heads=HEADS, num_key_value_heads=HEADS // 2, max_position_embeddings=256)
    words = {f"word{i}": i for i in range(WORDS)}
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizers.Tokenizer(
            tokenizers.models.WordLevel(words, unk_token="word0")))
    with tempfile.TemporaryDirectory() as place:
        transformers.LlamaForCausalLM(config).save_pretrained(place)
        tokenizer.save_pretrained(place)
        builder = [sys.executable, "-m", "onnxruntime_genai.models.builder", "-i", place, "-o", f"{place}/out",
                   "-p", "int4", "-e", "cpu", "-c", f"{place}/cache"]
        subprocess.run(builder, check=True, capture_output=True)
        model = onnx.load_model(f"{place}/out/model.onnx")
        del model.graph.value_info[:]  # declares another rank of a constant than it has
        onnx.save_model(model, file)
    past, new = 12, 5
    cache = ("normal", [1, HEADS // 2, past, WIDTH // HEADS])
    inputs = {f"past_key_values.{i}.{part}": cache for i in range(LAYERS) for part in ("key", "value")}
    inputs |= {"input_ids": (f"ids:{WORDS}", [1, new]), "attention_mask": ("ones", [1, past + new])}
    return inputs, version("onnxruntime-genai")


IMAGE = {"x": ("image", [1, 3, 64, 64])}


class Calibration:
    """Eight images for static quantization."""

    def __init__(self):
        random = numpy.random.default_rng(0)
        self.feeds = iter([{"x": random.random((1, 3, 64, 64), numpy.float32)} for _ in range(8)])

    def get_next(self):
        return next(self.feeds, None)


def floats(file):
    export(network(), (torch.rand(1, 3, 64, 64),), file, ["x"])


def qoperator(file):
    plain = file.with_suffix(".plain")
    floats(plain)
    quantization.quantize_static(plain, file, Calibration(), quant_format=quantization.QuantFormat.QOperator,
                                 activation_type=quantization.QuantType.QUInt8)
    plain.unlink()
    return IMAGE, f"{version('onnxruntime')}, quantize_static"


def saved(source, file):
    """The model as a session keeps it for this machine."""
    options = onnxruntime.SessionOptions()
    options.optimized_model_filepath = str(file)
    options.log_severity_level = 4
    onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
    source.unlink()
    return IMAGE, f"{version('onnxruntime')}, optimized_model_filepath"


def nhwc(file):
    quantized = file.with_suffix(".quantized")
    qoperator(quantized)
    return saved(quantized, file)


def nchwc(file):
    plain = file.with_suffix(".plain")
    floats(plain)
    return saved(plain, file)


MODELS = {"runtime-bert": bert, "runtime-decoder-int4": decoder, "runtime-cnn-qoperator": qoperator,
          "runtime-cnn-nhwc": nhwc, "runtime-cnn-nchwc": nchwc}


def main():
    warnings.filterwarnings("ignore")
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in MODELS.items():
        if (folder / f"{name}.json").exists():
            continue
        inputs, origin = make(folder / f"{name}.onnx")
        about = {"inputs": inputs, "origin": f"{origin}, random weights"}
        (folder / f"{name}.json").write_text(json.dumps(about))


if __name__ == "__main__":
    main()
