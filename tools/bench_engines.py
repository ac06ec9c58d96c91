"""Another learner on the table of `cargo xtask bench engines`: prints seconds from the start of reading to the end of
learning, the most bytes of memory, the accuracy on unseen rows, and how large the model is.

    python tools/bench_engines.py lightgbm|lightgbm-tree|mllib-tree TABLE.parquet UNSEEN.parquet
"""

import os
import resource
import sys
import time


def lightgbm(table, unseen, n_trees):
    """Histogram trees in memory: boosted, or a single one."""
    import lightgbm
    import numpy
    import pyarrow.parquet as parquet

    def read(path):
        rows = parquet.read_table(path, read_dictionary=[f"c{n}" for n in range(5)] + ["y"])
        names = [name for name in rows.column_names if name != "y"]
        cells = numpy.empty((rows.num_rows, len(names)), dtype=numpy.float32)
        for place, name in enumerate(names):
            column = rows.column(name)
            if name.startswith("c"):
                column = column.unify_dictionaries().combine_chunks()
                order = numpy.argsort(numpy.argsort(column.dictionary.to_pylist()))
                cells[:, place] = order[column.indices.to_numpy()]
            else:
                cells[:, place] = column.to_numpy()
        classes = rows.column("y").unify_dictionaries().combine_chunks()
        yes = classes.dictionary.to_pylist().index("yes")
        return names, cells, classes.indices.to_numpy() == yes

    begun = time.perf_counter()
    names, cells, classes = read(table)
    categorical = [place for place, name in enumerate(names) if name.startswith("c")]
    settings = {"objective": "binary", "verbosity": -1, "num_threads": 2, "seed": 1}
    if n_trees == 1:
        settings["learning_rate"] = 1.0
    data = lightgbm.Dataset(cells, classes, categorical_feature=categorical, free_raw_data=True)
    model = lightgbm.train(settings, data, num_boost_round=n_trees)
    seconds = time.perf_counter() - begun
    _, cells, classes = read(unseen)
    accuracy = ((model.predict(cells) > 0.5) == classes).mean()
    leaves = sum(tree["num_leaves"] for tree in model.dump_model()["tree_info"])
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return seconds, memory, accuracy, f"{n_trees} tree{'s' if n_trees > 1 else ''}, {leaves} leaves"


def mllib(table, unseen):
    """One tree of MLlib, with Spark in this process's child."""
    from pyspark.ml import Pipeline
    from pyspark.ml.classification import DecisionTreeClassifier
    from pyspark.ml.evaluation import MulticlassClassificationEvaluator
    from pyspark.ml.feature import StringIndexer, VectorAssembler
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[2]").config("spark.driver.memory", "12g")
    spark = spark.config("spark.ui.enabled", "false").getOrCreate()
    texts = [f"c{n}" for n in range(5)]
    numbers = [f"x{n}" for n in range(10)] + [f"n{n}" for n in range(5)]
    coded = [f"{name}_code" for name in texts]
    begun = time.perf_counter()
    rows = spark.read.parquet(table)
    model = Pipeline(
        stages=[
            StringIndexer(inputCols=[*texts, "y"], outputCols=[*coded, "label"]),
            VectorAssembler(inputCols=numbers + coded, outputCol="features"),
            DecisionTreeClassifier(maxDepth=5, seed=1),
        ]
    ).fit(rows)
    seconds = time.perf_counter() - begun
    judge = MulticlassClassificationEvaluator(metricName="accuracy")
    accuracy = judge.evaluate(model.transform(spark.read.parquet(unseen)))
    pid = spark.sparkContext._gateway.proc.pid
    memory = max(high_water(pid), *(high_water(child) for child in children(pid)), 0)
    tree = model.stages[-1]
    return seconds, memory, accuracy, f"1 tree, {(tree.numNodes + 1) // 2} leaves"


def high_water(pid):
    """The most memory of a process so far."""
    with open(f"/proc/{pid}/status") as status:
        return max((int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:")), default=0)


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as numbers:
        return [int(number) for number in numbers.read().split()] or [os.getpid()]


if __name__ == "__main__":
    peer, table, unseen = sys.argv[1:]
    learners = {
        "lightgbm": lambda: lightgbm(table, unseen, 100),
        "lightgbm-tree": lambda: lightgbm(table, unseen, 1),
        "mllib-tree": lambda: mllib(table, unseen),
    }
    print(*learners[peer]())
