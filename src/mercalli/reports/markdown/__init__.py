"""Results as Markdown pages."""

from mercalli.reports.markdown.comparison import comparison_page
from mercalli.reports.markdown.evaluation import evaluation_page

__all__ = ["comparison_page", "evaluation_page"]
