type AdoptionFacts = {
  merchantZone: string | null
  /** Of the oldest location that names one. */
  locationZone: string | null
  locations: number
  /** What a location that has changed named before. */
  formerZone: string | null
}

/** The zone that a merchant takes from its locations; null where it keeps its own. */
export function zoneToAdopt({ merchantZone, locationZone, locations, formerZone }: AdoptionFacts): string | null {
  if (locationZone === null || locationZone === merchantZone) return null
  if (merchantZone === null) return locationZone
  // A zone that a person chose stays when the location's zone differs.
  return locations === 1 && formerZone === merchantZone ? locationZone : null
}
