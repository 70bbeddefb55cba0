"""What a browser complains of: errors, refused contents, failed requests. Nobody expects any."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError

REPORT_VIOLATIONS = """document.addEventListener("securitypolicyviolation", event =>
  console.error("CSP", event.violatedDirective, event.blockedURI, event.sourceFile, event.sample));"""

LEFT_EARLY = re.compile("WebSocket is closed before the connection is established")
"""What Chromium remarks when somebody leaves a page whose socket is still being opened, as anybody may."""


class Watch:
    """The complaints of one browser. `expects` is for a test that breaks something on purpose."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.complaints: list[str] = []
        self._url = url
        self._expected = [LEFT_EARLY]
        context.add_init_script(REPORT_VIOLATIONS)
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("requestfailed", self._failed)
        context.on("response", self._response)

    def expects(self, pattern: str) -> None:
        self._expected.append(re.compile(pattern))

    @property
    def unexpected(self) -> list[str]:
        return [said for said in self.complaints if not any(pattern.search(said) for pattern in self._expected)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.complaints.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _error(self, error: WebError) -> None:
        self.complaints.append(f"script: {error.error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self._url, "data:", "blob:")):
            self.complaints.append(f"elsewhere: {request.url}")

    def _failed(self, request: Request) -> None:
        self.complaints.append(f"failed: {request.method} {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.complaints.append(f"refused: {response.status} {response.request.method} {response.url}")
