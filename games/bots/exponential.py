"""The exponential by additions and products alone, which every machine rounds alike; math.exp's last digit differs."""

_HALVINGS = 10
_LEAST = -500.0


def exp(power: float) -> float:
    """e to this power, true to a hundred-thousandth for powers from -15 to 5; as good as nothing far below."""
    part = max(power, _LEAST) / (1 << _HALVINGS)
    result = 1 + part + part * part / 2 + part * part * part / 6
    for _ in range(_HALVINGS):
        result *= result
    return result
