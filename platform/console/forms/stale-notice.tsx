import { refusalReason, type platformRefusals, type ReasonIn } from '@quaff/platform/shared/refusal'
import { useNow } from '../clock'
import { Button } from '../controls/button'
import { Notice } from '../display/notice'
import { lastSaveOf, lastSaveTitle, sideWords } from './last-save'

interface StaleNoticeProps {
  /** The record in a word: "plan", "location". */
  what: string
  /** The refusal, which names who was first. */
  error?: unknown
  /** Loads what the other person saved; what was typed here is kept. */
  onReload: () => void
}

/** In a dialog of one action whose record somebody else has changed: nothing was done, everything typed is still there. */
export function StaleNotice({ what, error, onReload }: StaleNoticeProps) {
  const now = useNow()
  const lastSave = lastSaveOf(error)
  const { version, outcome } = sideWords(lastSave)
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

/** Whether a refused save lost against another editor. */
export function isStale(error: unknown): boolean {
  return refusalReason(error) === staleReason
}
