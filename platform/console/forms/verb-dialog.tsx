import { useState, type ComponentProps } from 'react'
import { draftFormOf, isAnyDirty, type DialogFields } from './field-inputs'
import { useCloseGuard, FormDialog } from './form-dialog'
import { StaleNotice } from './stale-notice'
import type { Verb } from './use-save'
import type { Fields, Run } from './use-write'

type Words = Omit<ComponentProps<typeof FormDialog>, 'guard' | 'saving' | 'notice' | 'before'>
interface VerbDialogProps<Row extends Fields, Answer extends object> extends Words, Run<Row, Answer> {
  verb: Verb<Row>
  fields?: DialogFields
  /** Names the draft where two verbs of a record have the same button. */
  draftName?: string
  /** Validates the input, shows its errors and returns true if it may be submitted. */
  check?: () => boolean
  onDone: (answer: Answer) => void
  onClose: () => void
}

/** Requires a confirmation before one record is changed. Refusals appear inline, and the input stays. */
export function VerbDialog<Row extends Fields, Answer extends object>(props: VerbDialogProps<Row, Answer>) {
  const { verb, fields = {}, draftName, check, call, next, onDone, onClose, ...words } = props
  // Fixed while the dialog is open: the button may change with what is chosen.
  const [name] = useState(() => {
    const verbName = draftName ?? (typeof words.button === 'string' ? words.button : '')
    return `${verb.what}.${String(verb.row['id'])}.${verbName}`
  })
  const guard = useCloseGuard(isAnyDirty(fields), onClose, {
    name,
    form: draftFormOf(fields),
    version: versionOf(verb.row),
  })
  const send = async () => {
    if (check?.() === false) return
    const answer = await verb.run({ call, next })
    if (!answer) return
    guard.release()
    onDone(answer)
  }
  return (
    <FormDialog
      {...words}
      guard={guard}
      saving={{ busy: verb.busy, problem: verb.problem, submit: () => void send() }}
      notice={
        verb.stale !== undefined && (
          <StaleNotice what={verb.what} error={verb.stale} onReload={() => void verb.reload()} />
        )
      }
    />
  )
}

const versionOf = ({ version }: Fields) => (typeof version === 'number' ? version : null)
