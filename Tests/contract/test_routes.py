"""openapi.yaml and the router have the same routes."""

import os
import subprocess

import pytest

import contract as house
import routes


@pytest.mark.skipif(
    "PAYSHEET_EXECUTABLE" not in os.environ, reason="needs the server: PAYSHEET_EXECUTABLE")
def test_the_contract_and_the_router_have_the_same_routes():
    table = subprocess.run(
        [os.environ["PAYSHEET_EXECUTABLE"], "routes"], check=True, capture_output=True, text=True)
    built = set(table.stdout.split("\n")) - {""}
    described = set(routes.lines(house.load()))
    assert sorted(built - described) == [], "routes that openapi.yaml does not describe"
    assert sorted(described - built) == [], "operations that the router does not have"
