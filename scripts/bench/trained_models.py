"""Models trained by scikit-learn on its own small data sets, exported by skl2onnx."""

import warnings

import numpy
from skl2onnx import to_onnx
from sklearn import datasets
from sklearn.cluster import KMeans
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.ensemble import (
    GradientBoostingClassifier,
    HistGradientBoostingRegressor,
    IsolationForest,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.mixture import GaussianMixture
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, Normalizer, OneHotEncoder, StandardScaler
from sklearn.svm import SVC, SVR

TARGETS = {"": 18, "ai.onnx.ml": 3}


def classifiers():
    return {
        "logistic": LogisticRegression(max_iter=1000),
        "forest": RandomForestClassifier(50, random_state=0),
        "boosting": GradientBoostingClassifier(n_estimators=40, random_state=0),
        "svc": SVC(probability=True, random_state=0),
        "bayes": GaussianNB(),
        "neighbours": KNeighborsClassifier(),
        "mlp": MLPClassifier((100,), max_iter=300, random_state=0),
        "scaled-pca-svc": make_pipeline(StandardScaler(), PCA(16), SVC(random_state=0)),
    }


def regressors():
    return {
        "linear": LinearRegression(),
        "forest": RandomForestRegressor(50, random_state=0),
        "hist-boosting": HistGradientBoostingRegressor(random_state=0),
        "svr": make_pipeline(MinMaxScaler(), SVR()),
        "gaussian-process": GaussianProcessRegressor(RBF(), alpha=1.0, random_state=0),
    }


def others():
    return {
        "kmeans": KMeans(10, random_state=0, n_init=1),
        "mixture": GaussianMixture(3, covariance_type="diag", random_state=0),
        "isolation": IsolationForest(n_estimators=30, random_state=0),
        "normalizer-pca": make_pipeline(SimpleImputer(), Normalizer(), PCA(8)),
    }


def exported(model, rows, zipmap=False):
    options = {id(model): {"zipmap": zipmap}} if hasattr(model, "predict_proba") else None
    return to_onnx(model, rows[:1], options=options, target_opset=TARGETS).SerializeToString()


def columns_pipeline():
    """One-hot encoded and scaled columns of the wine data."""
    wine = datasets.load_wine()
    rows = wine.data[:, :6].copy()
    rows[:, 0] = rows[:, 0].round()
    split = ColumnTransformer(
        [("codes", OneHotEncoder(handle_unknown="ignore"), [0]), ("numbers", StandardScaler(), [1, 2, 3, 4, 5])]
    )
    rows = rows.astype(numpy.float32)
    return make_pipeline(split, LogisticRegression(max_iter=1000)).fit(rows, wine.target), rows


def text_pipeline(save):
    words = ["the cat sat on the mat", "a dog ran", "the dog sat", "cats and dogs", "a mat ran on"] * 4
    model = make_pipeline(TfidfVectorizer(), LogisticRegression()).fit(words, [0, 1, 1, 0, 1] * 4)
    from skl2onnx.common.data_types import StringTensorType

    graph = to_onnx(model, initial_types=[("words", StringTensorType([None]))],
                    options={id(model): {"zipmap": False}}, target_opset=TARGETS)
    save("sklearn-text", "scikit-learn 1.9.1", graph.SerializeToString(),
         {"words": numpy.array(words[:5] + ["unknown words"], dtype=object)})


def gather(save):
    """Calls save(name, origin, model bytes, {input: array}) for each model."""
    warnings.filterwarnings("ignore")
    digits = datasets.load_digits()
    diabetes = datasets.load_diabetes()
    rows = digits.data.astype(numpy.float32)
    few = diabetes.data.astype(numpy.float32)
    fitted = {name: (m.fit(rows, digits.target), rows) for name, m in classifiers().items()}
    fitted |= {f"{name}-regression": (m.fit(few, diabetes.target), few) for name, m in regressors().items()}
    fitted |= {name: (m.fit(rows[:500]), rows) for name, m in others().items()}
    fitted["columns"] = columns_pipeline()
    for name, (model, data) in fitted.items():
        try:
            save(f"sklearn-{name}", "scikit-learn 1.9.1", exported(model, data), {"X": data[:100]})
        except Exception as error:  # whatever a converter throws leaves out its model alone
            print(f"real_models: sklearn-{name} could not be exported: {error}")
    model, data = fitted["logistic"]
    save("sklearn-logistic-maps", "scikit-learn 1.9.1", exported(model, data, True), {"X": data[:100]})
    text_pipeline(save)
