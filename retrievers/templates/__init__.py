"""Named statements as tools: the built-in ones and those of a folder of a user's own."""

from retrievers.templates.errors import ArgumentsRefused, TemplatesRefused, TemplateUnknown
from retrievers.templates.folder import template_tools
from retrievers.templates.run import run_template
from retrievers.templates.template import Candidate, Template, TemplateResult

__all__ = [
    "ArgumentsRefused",
    "Candidate",
    "Template",
    "TemplateResult",
    "TemplateUnknown",
    "TemplatesRefused",
    "run_template",
    "template_tools",
]
