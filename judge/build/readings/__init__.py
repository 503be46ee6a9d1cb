"""How files are read before anything is stored, and the profiles by which a person corrects that; open the first.

file_readings  a file, and a profile → how it is read: tree, doubts, other readings, figures
profile_files  folders → the profiles in them
"""
