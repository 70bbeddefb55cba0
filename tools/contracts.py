"""A kind of contract for import-linter that it does not bring itself."""

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class PureContract(Contract):
    """The packages import each other, and of all else only the modules listed as allowed."""

    packages: list[str] = fields.ListField(subfield=fields.StringField())  # type: ignore[assignment]
    allowed: list[str] = fields.ListField(subfield=fields.StringField())  # type: ignore[assignment]

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        inside = {
            module
            for module in graph.modules
            if any(f"{module}.".startswith(f"{package}.") for package in self.packages)
        }
        impure = [
            (importer, imported)
            for importer in sorted(inside)
            for imported in sorted(graph.find_modules_directly_imported_by(importer) - inside)
            if imported.partition(".")[0] not in self.allowed
        ]
        return ContractCheck(kept=not impure, metadata={"impure": impure})

    def render_broken_contract(self, check: ContractCheck) -> None:
        impure: list[tuple[str, str]] = check.metadata["impure"]
        for importer, imported in impure:
            output.print_error(f"{importer} is not allowed to import {imported}.")
