import { Button } from '../controls/button'
import { Notice } from '../display/notice'
import { reasonOf } from '../plain-form/refusal-reason'

export { reasonOf }

interface StaleNoticeProps {
  /** The record in a word: "plan", "location". */
  what: string
  /** Loads what the other person saved; what was typed here is gone then. */
  onReload: () => void
}

/** Above a form whose save came second: nothing was saved, everything typed is still there. */
export function StaleNotice({ what, onReload }: StaleNoticeProps) {
  return (
    <Notice
      tone="warn"
      title={`Somebody else changed this ${what} meanwhile`}
      action={
        <Button size="sm" onClick={onReload}>
          Load their version
        </Button>
      }
    >
      Nothing was saved, and what you typed is still here. Copy what you want to keep before you load their version.
    </Notice>
  )
}

/** Whether a refused save lost against another editor. */
export function isStale(error: unknown): boolean {
  return reasonOf(error) === 'STALE_VERSION'
}
