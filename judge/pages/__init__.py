"""The site's pages before they are text: what stands on which page, under which address.

addresses    file names, anchors and relative addresses
catalogue    the library as the pages need it: the tree, references both ways, counterparts
plan         which page an entry stands on
inline       a block's text with its emphasis and links
entries      an entry as the templates show it
lists        the pages that list: cards, topics, glossary, errata, what is new, known faults
offline      what a browser keeps, to do without a network
"""
