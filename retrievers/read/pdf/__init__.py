"""PDF files: glyphs with their places in, text in reading order with its pages out.

`pdfium` asks the library, `layout` orders what stands on a page, `margins` finds what repeats around it, `paragraphs`
joins lines, `document` puts the pages together. All but `pdfium` is pure.
"""

from retrievers.read.pdf.document import parse_pdf

__all__ = ["parse_pdf"]
