"""Prints `METHOD path` of every operation in openapi.yaml, sorted: the routes that the router
must have."""

import contract as house


def lines(contract):
    return sorted(f"{method} {path}" for method, path, _ in house.operations(contract))


if __name__ == "__main__":
    print("\n".join(lines(house.load())))
