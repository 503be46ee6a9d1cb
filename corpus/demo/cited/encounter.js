// One encounter of Windmere. The numbers are those of the Windmere Rules, edition 1.0.

// rule 5.5 Retreating, and rule 7.5 Tethered
export function mayRetreat(airship, moorings) {
  return moorings.some((mooring) => mooring.free) && !airship.tethered;
}

// rule 5.4 Wrecks
export function isWrecked(airship) {
  return airship.damage >= airship.lift;
}

// rule 5.6 Ending an Encounter
export function isOver(airships) {
  return airships.some((airship) => airship.zone !== "Sky");
}
