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

/** "Maya Lindqvist saved this plan 2 minutes ago". */
export function lastSaveTitle(what: string, { by, at }: LastSave, now: Date): string {
  const when = at ? spokenTime(at, now) : 'meanwhile'
  if (by === undefined) return `Somebody else changed this ${what} ${when}`
  return `${by} saved this ${what} ${when}${by === 'You' ? ', in another window' : ''}`
}
