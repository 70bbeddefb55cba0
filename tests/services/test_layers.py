"""The contract that keeps the engine pure: seen to break, so that its keeping means something."""

import pytest
from grimp import ImportGraph
from importlinter import Contract

from tools.contracts import PureContract


@pytest.mark.parametrize(
    ("imported", "kept"),
    [("games.engine.cards", True), ("games.bots", True), ("enum", True), ("time", False), ("games.models", False)],
)
def test_pure_packages_import_themselves_and_what_is_allowed(imported: str, kept: bool) -> None:
    graph = ImportGraph()
    graph.add_import(importer="games.engine.play", imported=imported)
    options = {"packages": ["games.engine", "games.bots"], "allowed": ["enum"]}
    contract: Contract = PureContract(name="pure", session_options={}, contract_options=options)
    check = contract.check(graph, verbose=False)
    assert check.kept is kept
    if not kept:
        assert check.metadata["impure"] == [("games.engine.play", imported)]
