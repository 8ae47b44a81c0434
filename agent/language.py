"""Which language a question is asked in, and what that language is called in a prompt."""

from typing import cast

from agent.words.terms import guess_language

_NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "bn": "Bengali", "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German",
    "el": "Greek", "en": "English", "es": "Spanish", "et": "Estonian", "fa": "Persian", "fi": "Finnish",
    "fr": "French", "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "id": "Indonesian",
    "is": "Icelandic", "it": "Italian", "ja": "Japanese", "ko": "Korean", "lt": "Lithuanian", "lv": "Latvian",
    "nb": "Norwegian", "nl": "Dutch", "no": "Norwegian", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian",
    "ru": "Russian", "sk": "Slovak", "sl": "Slovenian", "sr": "Serbian", "sv": "Swedish", "sw": "Swahili",
    "ta": "Tamil", "th": "Thai", "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip
_FEW = 4  # words below which the look of letters tells too little
_ALIKE = {"wuu": "zh", "yue": "zh", "nn": "no", "nb": "no"}


def find_question_language(question: str) -> str | None:
    """Return the ISO 639-1 code of the likeliest listed language, None where the question holds no letter.

    A few words are enough for most languages and too few for some pairs; the choice is among listed languages only,
    so that a short English question is not taken for Aragonese.
    """
    if not any(character.isalpha() for character in question):
        return None
    guessed = guess_language(question)
    if guessed in {"ja", "th"} or (guessed == "en" and question.isascii() and len(question.split()) < _FEW):
        return guessed
    from py3langid import rank  # pyright: ignore[reportUnknownVariableType] # ships no types

    ranked = cast("list[tuple[str, float]]", rank(question))
    codes = [_ALIKE.get(code, code) for code, _ in sorted(ranked, key=lambda one: -one[1])]
    return next((code for code in codes if code in _NAMES), None)


def name_language(code: str | None) -> str:
    """Return what a prompt calls a language: its English name, or "the language of the question"."""
    return _NAMES.get(code or "", "the language of the question")
