#!/usr/bin/env python3
"""Makes a static library of the C files that others need, out of thousands: those that define the
undefined symbols of the given objects, those that these need, and so on.

    scripts/needed_objects.py LIBRARY --for OBJECT… --from FOLDER… --compiler COMMAND… [--known FILE…]

FOLDER is searched for C files; of two files that define a symbol, the one in the earlier folder is
taken. COMMAND compiles: `COMMAND -c FILE -o OBJECT` is run. Symbols of the libraries FILE are known.
Objects are kept beside LIBRARY, in LIBRARY.objects. Prints how many files were compiled. Exit codes:
0 made, 1 a file does not compile. Symbols that no file defines are left to the linker.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

# LLVM's tools read objects of WebAssembly, too.
NM, AR = (shutil.which(f"llvm-{name}") or name for name in ("nm", "ar"))
# A definition at the beginning of a line: "int fmpz_add(", "mpn_mul (", "const char table[4] =".
FUNCTION = re.compile(r"^(?:[A-Za-z_][\w \t]*[ \t*]+)?\**(\w+) ?\([^;\n]*$", re.M)
TABLE = re.compile(r"^[\w \t*]*?\b(\w+)[ \t]*(?:\[[^=\n]*)?=", re.M)
VARIABLE = re.compile(r"^(?!return|extern|typedef)\w[\w ]* (\w+);$", re.M)
# GMP and MPFR rename their functions in their headers.
PREFIXES = [
    ("__gmpn_", "mpn_"),
    ("__gmpn_", "mp_"),
    ("__gmpz_", "mpz_"),
    ("__gmpq_", "mpq_"),
    ("__gmp_", ""),
    ("__gmp_", "gmp_"),
    ("__gmp_", "mp_"),
    ("mpfr_", "mp_"),
    ("__gmpfr_cache_", ""),
    ("__gmpfr_", "mpfr_"),
    ("__gmpfr_", ""),
]


def names_of(symbol):
    """The names that the source may give a symbol."""
    renamed = [new + symbol[len(old) :] for old, new in PREFIXES if symbol.startswith(old)]
    return [symbol, *renamed]


def defined_in(path):
    text = path.read_text(encoding="latin-1")
    return set().union(*(each.findall(text) for each in (FUNCTION, TABLE, VARIABLE)))


def index(folders):
    """Name → file. The file that is called as the name ends goes before others in its folder."""
    found = {}
    for folder in folders:
        here = {}
        for path in sorted(folder.glob("*.c")):
            library = "mpfr" if folder.name == "src" else folder.name
            own = {path.stem, f"{library}_{path.stem}", f"{library}_{path.stem}_p"}
            for name in defined_in(path) | own:
                if name in own or name not in here:
                    here[name] = path
        for name, path in here.items():
            found.setdefault(name, path)
    return found


def symbols(files):
    """The undefined and the defined symbols of objects or libraries."""
    undefined, defined = set(), set()
    if not files:
        return undefined, defined
    text = subprocess.run([NM, *map(str, files)], capture_output=True, text=True).stdout
    for line in text.splitlines():
        words = line.split()
        if len(words) >= 2 and words[-2] == "U":
            undefined.add(words[-1])
        elif len(words) == 3:
            defined.add(words[-1])
    return undefined, defined


def compiled(command, path, folder):
    """The object of a file. -DOPERATION_…: GMP compiles some files to several functions each."""
    target = folder / f"{path.parent.name}_{path.stem}.o"
    if not target.exists():
        line = [*command, f"-DOPERATION_{path.stem}", "-I", str(path.parent), "-c", str(path)]
        done = subprocess.run([*line, "-o", str(target)], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{path}:\n{done.stderr}")
    return target


def closure(args, folder):
    where = index([pathlib.Path(each) for each in args.source])
    undefined, defined = symbols(args.objects)
    defined |= symbols(args.known)[1]
    objects, asked = [], set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        while missing := undefined - defined - asked:
            asked |= missing
            files = {where[n] for each in missing for n in names_of(each) if n in where}
            made = list(workers.map(lambda path: compiled(args.compiler, path, folder), files))
            made = [each for each in made if each not in objects]
            objects += made
            more = symbols(made)
            undefined |= more[0]
            defined |= more[1]
    return objects


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("--for", dest="objects", nargs="+", required=True)
    parser.add_argument("--from", dest="source", nargs="+", required=True)
    parser.add_argument("--known", nargs="*", default=[])
    parser.add_argument("--compiler", nargs=argparse.REMAINDER, required=True)
    args = parser.parse_args()
    folder = args.library.with_name(args.library.name + ".objects")
    folder.mkdir(parents=True, exist_ok=True)
    objects = closure(args, folder)
    args.library.unlink(missing_ok=True)
    subprocess.run([AR, "crs", str(args.library), *map(str, sorted(objects))], check=True)
    print(f"{args.library.name}: {len(objects)} files")


if __name__ == "__main__":
    main()
