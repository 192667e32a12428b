"""`python -m engine.envs`: for each game and number of players how many actions and numbers a learner meets."""

import rules

from .episodes import Episode
from .rewards import spread


def main() -> None:
    print(f"{'game':<23} seats actions numbers history spread")
    for key, variant in rules.VARIANTS.items():
        for seats in variant.seats:
            episode = Episode(key, seats)
            size, rows = episode.observer.size, episode.observer.rows
            print(f"{key:<23} {seats:5} {len(episode.actions):7} {size:7} {rows:7} {spread(episode.rules):6}")


if __name__ == "__main__":
    main()
