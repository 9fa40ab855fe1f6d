import { type platformRefusals, type ReasonIn, refusalReason } from '@quaff/platform/shared/refusal'
import { spokenTime } from '../../shared/calendar'
import { isolated } from '../../shared/readable-text'
import { useNow } from '../clock'
import { Button } from '../controls/button'
import { Notice } from '../display/panel'

interface StaleNoticeProps {
  /** The record in a word: "plan", "location". */
  what: string
  /** The refusal, which names who was first. */
  error?: unknown
  /** Loads the saved version; the typed input stays. */
  onReload: () => void
}

/** Shown in an action dialog whose record has changed since it opened. Nothing was saved, and the input stays. */
export function StaleNotice({ what, error, onReload }: StaleNoticeProps) {
  const now = useNow()
  const lastSave = lastSaveOf(error)
  const { version, outcome } = sideLabels(lastSave)
  return (
    <Notice
      tone="warn"
      title={lastSaveTitle(what, lastSave, now)}
      announce
      action={
        <Button size="sm" onClick={onReload}>
          Load {version}
        </Button>
      }
    >
      {outcome} Review {version} before you continue.
    </Notice>
  )
}

const staleReason: ReasonIn<typeof platformRefusals> = 'STALE_VERSION'

/** Returns true if the save lost against another editor. */
export function isStale(error: unknown): boolean {
  return refusalReason(error) === staleReason
}

/** Editor and time of the conflicting save, as far as the server reported them. */
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

const ofColleagues = {
  mine: 'Mine',
  theirs: 'Theirs',
  both: 'both versions',
  version: 'their version',
  outcome: 'Nothing was saved.',
}

/** The conflicting save is the person's own, from another window or from an attempt whose response was lost. */
const ofOnePerson = {
  mine: 'This form',
  theirs: 'Saved version',
  both: 'both versions',
  version: 'the saved version',
  outcome: 'It came from another window or your last try.',
}

const ofUnknown = { ...ofColleagues, theirs: 'Saved version', version: 'the saved version', outcome: '' }

/** Labels of the two versions in a conflict. */
export function sideLabels({ by }: LastSave) {
  if (by === undefined) return ofUnknown
  return by === 'You' ? ofOnePerson : ofColleagues
}

/** "Maya Lindqvist saved this plan 2 minutes ago". */
export function lastSaveTitle(what: string, { by, at }: LastSave, now: Date): string {
  const when = at ? ` ${spokenTime(at, now)}` : ''
  // Without a name it may be the same user in another tab.
  if (by === undefined) return `This ${what} was changed${when || ' while you were editing'}`
  return `${isolated(by)} saved this ${what}${when}`
}
