"""Kinds of devices that share constants: the architecture family, and for some families whether it is the
data-centre chip. Derived from the catalogue's fields, so that a new device has one without being named here."""

KINDS = ("maxwell", "pascal", "pascal-consumer", "volta", "turing", "ampere", "ampere-consumer", "ada", "hopper", "blackwell",
         "blackwell-consumer", "cdna", "rdna", "tpu-2", "tpu-4", "tpu-6", "mtia", "gaudi", "trainium", "apple", "cpu")
# What a product runs on: shader units, or matrix units by format.
CLASSES = ("shader", "tensor", "tf32", "fp8", "int8")
# NVIDIA's data-centre chips publish an fp64 rate; the chips sold as cards for screens and workstations do not.
SPLIT = ("pascal", "ampere", "blackwell")
GENERATIONS = ("cdna", "rdna")


def kind_of(device):
    family = device["family"].removesuffix("-ultra")
    for generation in GENERATIONS:
        if family.startswith(generation):
            return generation
    if family in SPLIT and not device["peak_dense"].get("fp64"):
        return family + "-consumer"
    return family
