import { spokenTime } from '@quaff/platform/shared/relative-time'

/** Who was first and when, as far as the server told. */
export interface LastSave {
  by?: string
  at?: Date
}

export function lastSaveOf(error: unknown): LastSave {
  const data = error instanceof Error && 'data' in error ? error.data : undefined
  if (typeof data !== 'object' || data === null) return {}
  const by = 'savedBy' in data && typeof data.savedBy === 'string' ? data.savedBy : undefined
  const at = 'savedAt' in data && data.savedAt instanceof Date ? data.savedAt : undefined
  return { by, at }
}

const ofColleagues = { mine: 'Mine', theirs: 'Theirs', both: 'both versions', version: 'their version' }
const ofTwoWindows = {
  mine: 'This window',
  theirs: 'The other window',
  both: 'both windows',
  version: 'the saved version',
}

const ofUnknown = { ...ofColleagues, theirs: 'Saved version', version: 'the saved version' }

/** Labels of the two versions; for one person with two windows they name windows. */
export function sideWords({ by }: LastSave) {
  if (by === undefined) return ofUnknown
  return by === 'You' ? ofTwoWindows : ofColleagues
}

/** "Maya Lindqvist saved this plan 2 minutes ago". */
export function lastSaveTitle(what: string, { by, at }: LastSave, now: Date): string {
  const when = at ? ` ${spokenTime(at, now)}` : ''
  // Without a name it may be the same person in another tab.
  if (by === undefined) return `This ${what} was changed${when || ' while you were editing'}`
  return `${by} saved this ${what}${when}${by === 'You' ? ', in another window' : ''}`
}
