import type { DemandArea } from '../contract'

/** The merchants' own form, filled in with what is known: who it is about decides the administrator. */
export function leadAddress({ city, postalCode, wantedVenue }: DemandArea): string {
  const lead = { name: wantedVenue, city, postalCode }
  const known = Object.entries(lead).filter(([, value]) => value !== '')
  return `/merchants?${new URLSearchParams([['action', 'create'], ...known]).toString()}`
}
