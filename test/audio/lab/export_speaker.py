"""Resemblyzer's speaker encoder (GE2E, Apache-2.0) as sherpa-onnx takes it, for bench/voice/beside.ts.

python3 export_speaker.py pretrained.pt speaker.onnx: wants numpy and onnx, no PyTorch. The weights are those of the
wheel on PyPI. Its 40 mel bands are made of sherpa's 80 (12 % apart, mostly at the edges); windows of 1.6 s, a new one
each 0.77 s, are averaged, and a shorter voice is repeated.
"""

import sys, io, zipfile, pickle, collections, numpy as np, onnx
from onnx import helper as H, numpy_helper as N, TensorProto as T

src, dst = sys.argv[1:3]


# --- weights, without PyTorch
def load(path):
    dt = {
        "FloatStorage": np.float32,
        "LongStorage": np.int64,
        "DoubleStorage": np.float64,
        "IntStorage": np.int32,
    }

    def rebuild(storage, offset, size, stride, *_):
        return ("tensor", storage, offset, size, stride)

    class S:  # storage type by name
        def __init__(s, n):
            s.n = n

    class U(pickle.Unpickler):
        store = {}

        def find_class(s, m, n):
            if n == "OrderedDict":
                return collections.OrderedDict
            if n.startswith("_rebuild_tensor"):
                return rebuild
            if n.startswith("_rebuild_parameter"):
                return lambda t, *_: t
            if n in dt:
                return S(n)
            return lambda *a, **k: None

        def persistent_load(s, pid):
            _, st, key, _, numel = pid[:5]
            s.store[key] = (dt[st.n], numel)
            return key

    if zipfile.is_zipfile(path):
        z = zipfile.ZipFile(path)
        root = [n for n in z.namelist() if n.endswith("data.pkl")][0][:-8]
        u = U(io.BytesIO(z.read(root + "data.pkl")))
        obj = u.load()
        raw = {k: np.frombuffer(z.read(root + "data/" + k), d) for k, (d, _) in u.store.items()}
    else:
        f = open(path, "rb")
        for _ in range(3):
            pickle.load(f)
        u = U(f)
        obj = u.load()
        keys = pickle.load(f)
        raw = {}
        for k in keys:
            n = int(np.frombuffer(f.read(8), np.int64)[0])
            d, _ = u.store[k]
            raw[k] = np.frombuffer(f.read(n * np.dtype(d).itemsize), d)

    def real(v):
        if isinstance(v, tuple) and v and v[0] == "tensor":
            _, k, o, size, stride = v
            a = raw[k]
            return np.lib.stride_tricks.as_strided(a[o:], size, [x * a.itemsize for x in stride]).copy()
        return v

    return {k: real(v) for k, v in obj["model_state"].items()}


w = load(src)
print({k: v.shape for k, v in w.items()})
# --- from sherpa's bands (80, HTK mel 20..7600 Hz, pre-emphasis .97, 512 points) to librosa's (40, Slaney mel 0..8000)
f = np.arange(257) * 16000 / 512


def kaldi():
    m = lambda h: 1127 * np.log(1 + h / 700)
    lo, hi = m(20), m(7600)
    d = (hi - lo) / 81
    B = np.zeros((80, 257))
    for i in range(80):
        l, c, r = lo + i * d, lo + (i + 1) * d, lo + (i + 2) * d
        x = m(f)
        B[i] = np.clip(np.minimum((x - l) / (c - l), (r - x) / (r - c)), 0, None)
    return B


def slaney():
    def hz(m):
        return np.where(m < 15, m * 200 / 3, 1000 * np.exp((m - 15) * np.log(6.4) / 27))

    top = 15 + 27 * np.log(8) / np.log(6.4)
    p = hz(np.linspace(0, top, 42))
    B = np.zeros((40, 257))
    for i in range(40):
        B[i] = (
            np.clip(
                np.minimum((f - p[i]) / (p[i + 1] - p[i]), (p[i + 2] - f) / (p[i + 2] - p[i + 1])), 0, None
            )
            * 2
            / (p[i + 2] - p[i])
        )
    return B


pre = np.abs(1 - 0.97 * np.exp(-2j * np.pi * f / 16000)) ** 2
K = kaldi() * pre
L = slaney() * (400 / 512)  # librosa: 400 points; the same power in fewer bins
W = np.linalg.lstsq((K @ K.T) + 1e-6 * np.trace(K @ K.T) / 80 * np.eye(80), K @ L.T, rcond=None)[0]  # 80x40
print("bands differ by", np.abs(W.T @ K - L).sum() / L.sum())
nodes = []
init = {}


def const(v, n):
    init[n] = N.from_array(np.ascontiguousarray(v), n)
    return n


def op(t, ins, out, **k):
    nodes.append(H.make_node(t, ins, [out], **k))
    return out


# The level is made -30 dBFS, as Resemblyzer does: the power of a frame is known by its bands.
op("Exp", ["x"], "e")
op("MatMul", ["e", const(W.astype(np.float32), "W")], "m0")
op("Relu", ["m0"], "m1")
SCALE = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
vec = (
    np.linalg.lstsq(
        (K @ K.T) + 1e-6 * np.trace(K @ K.T) / 80 * np.eye(80), K @ (pre * 0 + 1.0)[:, None], rcond=None
    )[0]
    * 2
    / (512 * 160)
)
op("MatMul", ["e", const(vec.astype(np.float32), "vec")], "pw")
op("ReduceMean", ["pw"], "msq", axes=[1], keepdims=1)
op("Add", ["msq", const(np.float32(1e-10), "tiny")], "msq1")
op("Div", [const(np.float32(1e-3), "target"), "msq1"], "gain")
op("Mul", ["m1", "gain"], "mel")
# windows of 160 frames, a new one each 77; a short voice is repeated
op("Shape", ["mel"], "sh")
op("Gather", ["sh", const(np.int64(1), "one")], "T", axis=0)
op("Sub", ["T", const(np.int64(160), "c160")], "over")
op("Relu", [op("Cast", ["over"], "overf", to=T.FLOAT)], "overr")
op("Cast", [op("Floor", [op("Div", ["overr", const(np.float32(77), "c77")], "q")], "qf")], "qi", to=T.INT64)
op("Add", ["qi", "one"], "n")
op("Range", [const(np.int64(0), "zero"), "n", "one"], "r")
op("Mul", ["r", const(np.int64(77), "c77i")], "starts")
op("Unsqueeze", ["starts", const(np.array([1], np.int64), "ax1")], "s2")
op("Add", ["s2", const(np.arange(160, dtype=np.int64)[None], "fr")], "ix0")
op("Mod", ["ix0", "T"], "ix")
op("Squeeze", ["mel", const(np.array([0], np.int64), "ax0")], "m2")
op("Gather", ["m2", "ix"], "win", axis=0)  # n,160,40
op("Transpose", ["win"], "seq", perm=[1, 0, 2])


def iofc(a):
    i, ff, c, o = np.split(a, 4)
    return np.concatenate([i, o, ff, c])


x = "seq"
for l in range(3):
    Wl = iofc(w[f"lstm.weight_ih_l{l}"])[None]
    Rl = iofc(w[f"lstm.weight_hh_l{l}"])[None]
    Bl = np.concatenate([iofc(w[f"lstm.bias_ih_l{l}"]), iofc(w[f"lstm.bias_hh_l{l}"])])[None]
    nodes.append(
        H.make_node(
            "LSTM",
            [
                x,
                const(Wl.astype(np.float32), f"W{l}"),
                const(Rl.astype(np.float32), f"R{l}"),
                const(Bl.astype(np.float32), f"B{l}"),
            ],
            [f"y{l}", f"h{l}"],
            hidden_size=256,
        )
    )
    x = op("Squeeze", [f"y{l}", "ax1"], f"z{l}")
op("Squeeze", ["h2", "ax0"], "h")
op(
    "Gemm",
    [
        "h",
        const(w["linear.weight"].astype(np.float32), "LW"),
        const(w["linear.bias"].astype(np.float32), "LB"),
    ],
    "lin",
    transB=1,
)
op("Relu", ["lin"], "rl")
op("ReduceL2", ["rl"], "nrm", axes=[1], keepdims=1)
op("Div", ["rl", "nrm"], "unit")
op("ReduceMean", ["unit"], "embedding0", axes=[0], keepdims=1)
op("Identity", ["embedding0"], "embs")
gr = H.make_graph(
    nodes,
    "ge2e",
    [H.make_tensor_value_info("x", T.FLOAT, [1, "T", 80])],
    [H.make_tensor_value_info("embs", T.FLOAT, [1, 256])],
    list(init.values()),
)
mod = H.make_model(gr, opset_imports=[H.make_opsetid("", 13)], ir_version=8)
for k, v in dict(
    framework="wespeaker",
    language="English",
    url="https://github.com/resemble-ai/Resemblyzer",
    comment="GE2E",
    sample_rate="16000",
    output_dim="256",
    normalize_samples="1",
    feature_normalize_type="",
).items():
    p = mod.metadata_props.add()
    p.key = k
    p.value = v
onnx.checker.check_model(mod)
onnx.save(mod, dst)
