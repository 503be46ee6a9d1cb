"""The person's own library: what is added to it and removed, and how a file is read before it is stored.

library_changes   files, and what is said of them → the folder of the library and its manifest
file_readings     a file, and a profile → how it is read: tree, doubts, other readings, figures
manifest_editing  a manifest, and a changed table → its text with that change alone
profile_files     folders → the profiles in them
"""
