import { ReasonField } from '@quaff/platform/console/forms/reason-field'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { noteField, rejectionField, type StatusChanged } from '../../../access/contract'
import { nameOf } from '../../user-commands-widget'
import { usersApi } from '../../user-queries'
import { usePersonVerb, type PersonDialogProps } from './use-person-verb'

export type ReasonedAction = 'reject' | 'suspend'

const words = {
  reject: {
    title: (name: string) => `Reject the registration of ${name}?`,
    button: 'Reject',
    consequence: 'They cannot sign in, and the same address cannot register again.',
    hint: 'They read it in their mail.',
    done: (name: string) => `${name} is told by mail.`,
    status: 'rejected',
  },
  suspend: {
    title: (name: string) => `Suspend ${name}?`,
    button: 'Suspend',
    consequence:
      'They are signed out everywhere at once, and cannot sign in until somebody reactivates them. Subscriptions and history stay.',
    hint: 'Kept in the audit log.',
    done: (name: string) => `${name} is signed out everywhere.`,
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
      typed={{ reason }}
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
