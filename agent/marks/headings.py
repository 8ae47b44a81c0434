"""Which headings stand over a list of references, in the languages that reports are written in."""

import re

_MAX = 60  # characters
_ORDINAL = re.compile(
    r"^(?:(?:\(?(?:\d{1,2}|[ivxIVX]{1,5}|[A-Z])[.):]|[（(]?[一二三四五六七八九十]{1,3}[、.）)：:])\s*|\d{1,2}(?:\.\d{1,2})+\.?\s+|\d{1,2}\s+)"
)
_LIST = re.compile(
    r"(?:(?:the|a|full|complete|key|main|primary|selected|cited|general|further|additional|external|numbered|list of|"
    r"table of) )*"
    r"(?:references?|sources?|bibliograph(?:y|ies)|citations?|literature|works|(?:foot|end) ?notes?|notes|"
    r"source (?:list|links|urls|notes)|reference (?:list|links)|data sources|links)"
    r"(?: (?:list|cited|consulted|used|links|urls|and links))?"
    r"(?:(?: and | & |, |/)(?:references?|sources?|citations?|notes|footnotes|endnotes|further reading|links|"
    r"bibliography|data sources|methodology))?"
    r"|quellen(?:verzeichnis|angaben|liste|nachweise?)?|literatur(?:verzeichnis|angaben|nachweise?)?|einzelnachweise|"
    r"belege|referenzen|bibliogra(?:ph|f)ie|fu(?:ß|ss)noten|quellen und literatur|"
    r"références(?: bibliographiques)?|sources et références|notes et références|"
    r"fuentes(?: (?:consultadas|citadas|y referencias))?|referencias(?: bibliográficas)?|bibliografía|obras citadas|"
    r"referências(?: bibliográficas)?|fontes|bibliografia|obras citadas|fonti(?: e riferimenti)?|riferimenti"
    r"(?: bibliografici)?|bronnen(?:lijst)?|referenties|literatuur(?:lijst)?|källor|referenser|kilder|referanser|"
    r"lähteet|źródła|zdroje|források|kaynak(?:lar|ça)|surse|"
    r"источники|(?:список )?литературы?|список источников|ссылки|джерела|المراجع|المصادر|מקורות|منابع",
    re.IGNORECASE,
)
_WIDE = re.compile(
    r"(?:主要|相关|相關|附|本文|数据|數據|资料|資料|信息|引用|参考|參考|权威|官方|全部|完整|部分|及|与|和|、|文献|文獻|链接|連結|清单|列表|一览|目录|说明|注释|"
    r"注解|脚注|尾注|来源|來源|列表|出处|出處|书目|書目|源|資料|情報|元|一覧|出典|脚註|注|참고\s*문헌|참고\s*자료|출처|인용)++"
)
_WIDE_CORE = re.compile(
    r"文献|文獻|来源|來源|引用|参考|參考|出处|出處|书目|書目|据源|據源|出典|情報源|脚注|尾注|脚註|참고|출처|인용"
)
_DRESS = re.compile(r"^[\s#*_>]+|[\s#*_:：.。]+$")


def is_list_heading(line: str) -> bool:
    """Whether a heading, bare of its marks or not, stands over a list of references."""
    if len(line) > 2 * _MAX:
        return False
    text = _DRESS.sub("", line)
    text = re.sub(r"[（(][^()（）]{0,30}[)）]$", "", text).rstrip(" :：*_")
    text = re.sub(r"^[^\w(（]+", "", text)
    text = _ORDINAL.sub("", text).strip(" :：*_")
    if not text or len(text) > _MAX:
        return False
    parts = [one.strip() for one in re.split(r"[/|]", text) if one.strip()]
    return any(_is_list(one) for one in (text, *(parts if len(parts) > 1 else [])))


def _is_list(text: str) -> bool:
    return _LIST.fullmatch(text) is not None or (
        _WIDE.fullmatch(text) is not None and _WIDE_CORE.search(text) is not None
    )
