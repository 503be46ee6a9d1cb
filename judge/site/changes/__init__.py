"""What changed between editions, on the site, and the addresses that changes would have broken.

revisions         the editions of each work in pairs, and where an entry changed
former_addresses  old addresses that must go on working
notes             what an entry says of its changes
page              the page of changes of an edition
feed              the entries of the feed
"""
