import type { ComponentProps } from 'react'
import { useCloseGuard } from '../close-guard'
import { FormDialog } from '../form-dialog'
import { StaleNotice } from '../stale-notice'
import type { TypedText } from '../use-typed'
import type { Fields } from '../write/patch-rows'
import type { Run } from '../write/use-run'
import type { Verb } from './use-verb'

type Words = Omit<ComponentProps<typeof FormDialog>, 'guard' | 'saving' | 'notice' | 'before'>
interface VerbDialogProps<Row extends Fields, Answer extends object> extends Words, Run<Row, Answer> {
  verb: Verb<Row>
  /** Something was chosen that closing would lose. */
  dirty?: boolean
  /** The fields of the dialog. */
  typed?: Readonly<Record<string, TypedText>>
  /** Whether what was typed may be sent; it shows what is wrong itself. */
  check?: () => boolean
  onDone: (answer: Answer) => void
  onClose: () => void
}

/** Asks before one record is changed: refusals inline, what was typed is kept. */
export function VerbDialog<Row extends Fields, Answer extends object>(props: VerbDialogProps<Row, Answer>) {
  const { verb, dirty = false, typed = {}, check, call, next, onDone, onClose, ...words } = props
  const fields = Object.values(typed)
  const guard = useCloseGuard(dirty || fields.some(({ isDirty }) => isDirty), onClose, {
    name: `${verb.what}.${String(verb.row['id'])}.${typeof words.button === 'string' ? words.button : ''}`,
    form: {
      values: textsOf(typed, 'value'),
      getInitialValues: () => textsOf(typed, 'initial'),
      setValues: (values: Record<string, string>) => {
        for (const [name, text] of Object.entries(values)) typed[name]?.set(text)
      },
    },
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

const textsOf = (typed: Readonly<Record<string, TypedText>>, part: 'value' | 'initial') =>
  Object.fromEntries(Object.entries(typed).flatMap(([name, field]) => (field.isSecret ? [] : [[name, field[part]]])))
