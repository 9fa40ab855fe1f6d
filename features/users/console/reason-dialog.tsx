import { ReasonField } from '@quaff/platform/console/forms/reason-field'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { noteField, rejectionField, type StatusChanged } from '../access/contract'
import { usePersonVerb, type PersonDialogProps } from './use-person-verb'
import { nameOf } from './user-commands-widget'
import { usersApi } from './user-queries'

export type ReasonedAction = 'reject' | 'suspend'

const words = {
  reject: {
    title: (name: string) => `Reject ${name}’s registration?`,
    button: 'Reject',
    consequence: 'They can’t sign in or register again with this email.',
    hint: 'We’ll include this in the email.',
    done: (name: string) => `We emailed ${name}.`,
    status: 'rejected',
  },
  suspend: {
    title: (name: string) => `Suspend ${name}?`,
    button: 'Suspend',
    consequence: 'They’re signed out and can’t sign in until you reactivate them. Their subscriptions continue.',
    hint: 'Saved in the audit log.',
    done: (name: string) => `${name} was signed out everywhere.`,
    status: 'suspended',
  },
} as const satisfies Record<ReasonedAction, unknown>

export function ReasonDialog({
  action,
  person: opened,
  onClose,
  onDone,
}: PersonDialogProps & { action: ReasonedAction }) {
  const text = words[action]
  const isRejection = action === 'reject'
  const verb = usePersonVerb(action, opened)
  const { row: person } = verb
  const reason = useTyped(isRejection ? rejectionField : noteField)
  return (
    <VerbDialog
      verb={verb}
      title={text.title(nameOf(person))}
      button={text.button}
      danger
      fields={{ reason }}
      check={reason.check}
      call={({ id: userId, version }): Promise<Partial<StatusChanged>> =>
        isRejection
          ? usersApi.reject.call({ userId, reason: reason.text })
          : usersApi.suspend.call({ userId, version, ...(reason.text && { reason: reason.text }) })
      }
      next={{ status: text.status }}
      onDone={({ version }) =>
        onDone(action, text.done(nameOf(person)), {
          suspended: version === undefined ? undefined : { ...person, status: 'suspended', version },
        })
      }
      onClose={onClose}
    >
      <p>{text.consequence}</p>
      <ReasonField typed={reason} description={text.hint} />
    </VerbDialog>
  )
}
