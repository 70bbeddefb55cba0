"""Makes the bots' models from self-play. What plays never imports this."""
