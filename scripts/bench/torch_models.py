"""Exports networks from torch to a folder: torch_models.py FOLDER.

For the distribution's python3-torch (and python3-torchvision). The weights are random but seeded, and the
statistics of batch normalization come from random batches, so values stay in the usual range. Writes
NAME.onnx and NAME.json, which has {input: [kind, shape]} of model_inputs.draw and the origin.
"""

import json
import pathlib
import sys
import warnings

import torch
from torch import nn


class Attention(nn.Module):
    """A transformer's layer: attention of 12 heads and two dense layers, normalised before."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.mixed = nn.Linear(width, 3 * width)
        self.joined = nn.Linear(width, width)
        self.dense = nn.Sequential(
            nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )

    def forward(self, x, mask):
        n, length, width = x.shape
        q, k, v = (
            part.view(n, length, self.heads, width // self.heads).transpose(1, 2)
            for part in self.mixed(self.norm(x)).chunk(3, -1)
        )
        scores = q @ k.transpose(2, 3) / (width // self.heads) ** 0.5
        scores = scores.masked_fill(mask[:, None, None, :] == 0, -1e4)
        x = x + self.joined((scores.softmax(-1) @ v).transpose(1, 2).reshape(n, length, width))
        return x + self.dense(x)


class Encoder(nn.Module):
    """A sentence encoder: embeddings, layers, and the mean over the words."""

    def __init__(self, words, width, heads, layers):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.places = nn.Embedding(512, width)
        self.layers = nn.ModuleList(Attention(width, heads) for _ in range(layers))
        self.norm = nn.LayerNorm(width)

    def forward(self, input_ids, attention_mask):
        x = self.words(input_ids) + self.places(torch.arange(input_ids.shape[1]))
        for layer in self.layers:
            x = layer(x, attention_mask)
        kept = attention_mask[..., None].to(x.dtype)
        return nn.functional.normalize((self.norm(x) * kept).sum(1) / kept.sum(1))


class Tagger(nn.Module):
    """Words to tags through a recurrent layer in both directions."""

    def __init__(self, layer):
        super().__init__()
        self.words = nn.Embedding(5000, 128)
        self.layer = layer(128, 128, num_layers=2, bidirectional=True, batch_first=True)
        self.tags = nn.Linear(256, 20)

    def forward(self, ids):
        return self.tags(self.layer(self.words(ids))[0]).log_softmax(-1)


class Unet(nn.Module):
    """Three levels down and up, as for segmentation."""

    def __init__(self):
        super().__init__()
        block = lambda a, b: nn.Sequential(
            nn.Conv2d(a, b, 3, padding=1), nn.InstanceNorm2d(b, affine=True), nn.LeakyReLU(0.1)
        )
        self.down = nn.ModuleList([block(3, 16), block(16, 32), block(32, 64)])
        self.up = nn.ModuleList([nn.ConvTranspose2d(64, 32, 2, 2), nn.ConvTranspose2d(32, 16, 2, 2)])
        self.after = nn.ModuleList([block(64, 32), block(32, 16)])
        self.last = nn.Conv2d(16, 4, 1)

    def forward(self, x):
        first = self.down[0](x)
        second = self.down[1](nn.functional.max_pool2d(first, 2))
        x = self.down[2](nn.functional.max_pool2d(second, 2))
        x = self.after[0](torch.cat([self.up[0](x), second], 1))
        x = self.after[1](torch.cat([self.up[1](x), first], 1))
        return nn.functional.interpolate(self.last(x), scale_factor=2.0, mode="bilinear").softmax(1)


def vision():
    try:
        from torchvision import models
    except ImportError:
        print("real_models: torchvision is missing; its networks are left out")
        return {}
    names = ["squeezenet1_1", "mobilenet_v2", "mobilenet_v3_small", "shufflenet_v2_x1_0", "resnet18",
             "efficientnet_b0", "mnasnet0_5"]
    image = {"x": ("image", [1, 3, 224, 224])}
    return {f"torch-{n.replace('_', '-')}": (lambda n=n: getattr(models, n)(weights=None), image) for n in names}


def networks():
    ids = {"input_ids": ("ids:5000", [1, 64]), "attention_mask": ("ones", [1, 64])}
    words = {"ids": ("ids:5000", [1, 50])}
    return vision() | {
        "torch-encoder-small": (lambda: Encoder(5000, 384, 12, 6), ids),
        "torch-encoder-base": (lambda: Encoder(5000, 768, 12, 12), ids),
        "torch-lstm-tagger": (lambda: Tagger(nn.LSTM), words),
        "torch-gru-tagger": (lambda: Tagger(nn.GRU), words),
        "torch-unet": (Unet, {"x": ("image", [1, 3, 128, 128])}),
    }


def random_input(kind, shape):
    if kind == "ones":
        return torch.ones(shape, dtype=torch.int64)
    return torch.randint(0, int(kind[4:]), shape) if kind.startswith("ids:") else torch.rand(shape)


def export(name, make, inputs, folder):
    torch.manual_seed(0)
    network = make()
    arguments = tuple(random_input(*spec) for spec in inputs.values())
    if "image" in inputs.get("x", "-"):
        network.train()
        with torch.no_grad():
            for _ in range(3):
                network(*(torch.rand([2] + list(a.shape[1:])) for a in arguments))
    network.eval()
    torch.onnx.export(network, arguments, folder / f"{name}.onnx", input_names=list(inputs), opset_version=16)
    about = {"inputs": inputs, "origin": f"torch {torch.__version__}, random weights"}
    (folder / f"{name}.json").write_text(json.dumps(about))


def main():
    warnings.filterwarnings("ignore")
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, (make, inputs) in networks().items():
        if (folder / f"{name}.json").exists():
            continue
        try:
            export(name, make, inputs, folder)
        except Exception as error:  # whatever the exporter throws leaves out its model alone
            print(f"real_models: {name} could not be exported: {error}")


if __name__ == "__main__":
    main()
