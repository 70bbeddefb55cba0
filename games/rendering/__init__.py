"""HTML and words from plain values: what one viewer may know, the language, the time. No database, no request."""

from games.rendering.table import page_context, render_table

__all__ = ["page_context", "render_table"]
