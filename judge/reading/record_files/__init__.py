"""Files of records, JSON, YAML and tables of values, as the text that the grammar reads. Open `records.py` first.

record_values   bytes → records, their fields and values
record_fields   records → which fields hold names, texts, dates and rulings
record_cards    records of cards → their rulings and errata
records         records → lines of text
"""
