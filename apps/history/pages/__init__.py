"""Pages of the history."""

from history.pages.dumps import dump_file, dumps_index
from history.pages.exports import export_games, game_text
from history.pages.past import history, history_opponents, history_results, history_with
from history.pages.study import change_study, delete_study, studies, study, study_as_text, study_game, study_record

__all__ = [
    "change_study", "delete_study", "dump_file", "dumps_index", "export_games", "game_text", "history",
    "history_opponents", "history_results", "history_with", "studies", "study", "study_as_text", "study_game",
    "study_record",
]  # fmt: skip
