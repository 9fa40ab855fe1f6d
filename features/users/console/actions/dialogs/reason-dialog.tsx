import { useMutation } from '@tanstack/react-query'
import { ReasonField } from '@quaff/platform/console/forms/reason-field'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { noteField, rejectionField } from '../../../access/contract'
import { nameOf } from '../../user-commands-widget'
import { usersApi } from '../../user-queries'
import type { PersonDialogProps } from './dialog-props'
import { usePersonVerb } from './use-person-verb'

export type ReasonedAction = 'reject' | 'suspend' | 'reactivate'

const words = {
  reject: {
    title: (name: string) => `Reject the registration of ${name}?`,
    button: 'Reject',
    consequence: 'They cannot sign in, and the same address cannot register again.',
    hint: 'They read it in their mail.',
    done: (name: string) => `${name} is told by mail.`,
  },
  suspend: {
    title: (name: string) => `Suspend ${name}?`,
    button: 'Suspend',
    consequence:
      'They are signed out everywhere at once, and cannot sign in until somebody reactivates them. Subscriptions and history stay.',
    hint: 'Kept in the audit log.',
    done: (name: string) => `${name} is signed out everywhere.`,
  },
  reactivate: {
    title: (name: string) => `Reactivate ${name}?`,
    button: 'Reactivate',
    consequence: 'They can sign in again, with the role and the merchants they had.',
    hint: 'Kept in the audit log.',
    done: (name: string) => `${name} can sign in again.`,
  },
} as const satisfies Record<ReasonedAction, unknown>

export function ReasonDialog({
  action,
  person: opened,
  onClose,
  onDone,
}: PersonDialogProps & { action: ReasonedAction }) {
  const text = words[action]
  const verb = usePersonVerb(action, opened)
  const { person } = verb
  const reason = useTyped(action === 'reject' ? rejectionField : noteField)
  const reject = useMutation(usersApi.reject.mutationOptions())
  const suspend = useMutation(usersApi.suspend.mutationOptions())
  const reactivate = useMutation(usersApi.reactivate.mutationOptions())

  const call = (typed: string) => {
    const { id: userId, version } = person
    if (action === 'reject') return reject.mutateAsync({ userId, reason: typed })
    const input = { userId, version, ...(typed === '' ? {} : { reason: typed }) }
    return action === 'suspend' ? suspend.mutateAsync(input) : reactivate.mutateAsync(input)
  }
  const send = async () => {
    const typed = reason.read()
    if (typed === undefined) return
    if (await verb.run(() => call(typed))) onDone(action, text.done(nameOf(person)))
  }
  return (
    <VerbDialog
      verb={verb}
      title={text.title(nameOf(person))}
      button={text.button}
      danger={action !== 'reactivate'}
      dirty={reason.isDirty}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p>{text.consequence}</p>
      <ReasonField typed={reason} description={text.hint} />
    </VerbDialog>
  )
}
