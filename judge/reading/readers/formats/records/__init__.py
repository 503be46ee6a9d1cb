"""Records: tables of cards, rulings and rules in CSV, JSON, JSON Lines and YAML.

Open `reader.py` first. `json_values.py`, `yaml_values.py` and `tables.py` read values with their lines, `fields.py`
guesses from the names of the fields what each holds.
"""
