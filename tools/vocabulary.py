"""Words of which documents of our own are drawn."""

VERBS = """
    anchor sail row haul moor furl drift tow steer paddle launch board salvage caulk rig splice ballast dredge signal
    pilot ferry trade barter unload stow inspect quarantine hoist plunder careen provision muster patrol chart sound
    reef heave tack jibe berth
""".split()
NOUNS = """
    harbour tide crew cargo mast rudder keel lantern compass hull deck galley gull whale storm fog reef shoal current
    island lighthouse tollgate warehouse wharf jetty buoy beacon rope chain flag pennant barrel crate net hook oar
""".split()
ADJECTIVES = (
    "open closed northern broken silent heavy early late double false common sealed rising falling wild".split()
)
FILLER = """
    players may count what they hold before anything else happens then the owner decides whether to go on or to wait
    until another turn begins because nothing can be taken back once it has been shown to all who sit around
""".split()
