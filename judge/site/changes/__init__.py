"""What changed between editions, on the site, and the addresses that changes would have broken.

Each module does one part of that:

revisions         the editions of each work in pairs, and where an entry changed
former_addresses  old addresses that must go on working
notes             what an entry says of its changes
page              the page of changes of an edition
alone             the same page as one file, without the site
feed              the entries of the feed
"""
