#!/usr/bin/env python3
"""What documents.py reads of small documents in the form of the three. Exit code 1 if something differs."""

import unittest

import documents

EARLY = """
### <a name="Add"></a><a name="add">**Add**</a>

  Must not be read: it is an operator of ONNX.

### <a name="Fill"></a><a name="fill">**<sub>experimental</sub> Fill**</a>

  The shape must be given.

#### Attributes

<dl>
<dt><tt>shape</tt> : list of ints</dt>
<dd>Cannot be empty.</dd>
</dl>

#### Inputs (0 - 1)

<dl>
<dt><tt>input</tt> (optional) : T</dt>
<dd>It should be a vector.</dd>
</dl>
"""
MDF = """
## linear
 <p><i>A linear function</i></p>
<p><b>linear(variable0)</b> = variable0</p>

## onnx::Split
 <p><i>
All parts must be positive.
</i></p>
"""
THINKER = """
# AveragePool/MaxPool
- onnx version: 11
- 支持2d, 不支持1d

### Inputs(1)
- **X**: T, required

### Attributes(0-2)
- **dilation/dilations**: list of ints, 默认且只支持(1，1)
- **ceil**: int
  - must be 0 or 1

# Reduce系列算子
### Attributes(1)
- **axes**: accepted range is [-r, r-1]

| Operation | onnx version |
| :-------: | :----------: |
| ReduceMax |      13      |
| ReduceMin |      13      |
"""


class Documents(unittest.TestCase):
    def test_early_operators_that_are_experimental(self):
        found = [(*row[:2], row[2].strip()) for row in documents.early(EARLY)]
        self.assertEqual(found, [("Fill", "summary", "The shape must be given."),
                                 ("Fill", "attribute shape", "Cannot be empty."),
                                 ("Fill", "input input", "It should be a vector.")])

    def test_functions_of_mdf(self):
        found = [(*row[:2], row[2].strip()) for row in documents.mdf(MDF)]
        self.assertEqual(found, [("linear", "summary", "A linear function"),
                                 ("onnx::Split", "summary", "All parts must be positive.")])

    def test_a_section_of_thinker_is_of_all_operators_that_it_names(self):
        names = {"AveragePool", "MaxPool", "ReduceMax", "ReduceMin"}
        found = [row for row in documents.thinker(THINKER, names)
                 if documents.DEMANDS_OF_THINKER.search(row[3])]
        of_pools = [("summary", "支持2d, 不支持1d"),
                    ("attribute dilations", "list of ints, 默认且只支持(1，1)"),
                    ("attribute ceil", "must be 0 or 1")]
        expected = [(name, 11, *each) for name in ("AveragePool", "MaxPool") for each in of_pools]
        expected += [(name, None, "attribute axes", "accepted range is [-r, r-1]")
                     for name in ("ReduceMax", "ReduceMin")]
        self.assertEqual(found, expected)


if __name__ == "__main__":
    unittest.main()
