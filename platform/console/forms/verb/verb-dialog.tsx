import type { ComponentProps } from 'react'
import { useCloseGuard } from '../close-guard'
import { FormDialog } from '../form-dialog'
import { StaleNotice } from '../stale-notice'
import type { Verb } from './use-verb'

type Words = Omit<ComponentProps<typeof FormDialog>, 'guard' | 'saving' | 'notice' | 'before'>
interface VerbDialogProps extends Words {
  verb: Verb
  /** Something was typed that closing would lose. */
  dirty: boolean
  onSubmit: () => void
  onClose: () => void
}

/** The frame of a dialog that changes one record: refusals inline, what was typed is kept. */
export function VerbDialog({ verb, dirty, onSubmit, onClose, ...words }: VerbDialogProps) {
  const { busy, problem } = verb
  return (
    <FormDialog
      {...words}
      guard={useCloseGuard(dirty, onClose)}
      saving={{ busy, problem, submit: onSubmit }}
      notice={
        verb.stale !== undefined && (
          <StaleNotice what={verb.what} error={verb.stale} onReload={() => void verb.reload()} />
        )
      }
    />
  )
}
