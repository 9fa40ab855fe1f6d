import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { MerchantsField, type PickedMerchant } from '@quaff/features/merchants/console/merchants-field-widget'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { Notice } from '@quaff/platform/console/display/panel'
import { ReasonField, useChoice, useTyped } from '@quaff/platform/console/forms/field-inputs'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { normalizeEmail, readableEmail } from '@quaff/platform/shared/email-address'
import { line } from '@quaff/platform/shared/fields/form-fields'
import { isolated, textLimits } from '@quaff/platform/shared/readable-text'
import { accessLimits, correctionField, noteField, rejectionField, type StatusChanged } from '../access-contract'
import { userRefusals } from '../refusals'
import { ChangeRoleDialog } from './change-role-dialog'
import { ConfirmDialog } from './confirm-dialog'
import { type PersonDialogProps, usePersonVerb } from './use-person-actions'
import { nameOf, type PersonAction } from './user-commands-widget'
import { usersApi } from './user-queries'

export type DialogAction = Exclude<PersonAction, 'resendInvitation' | 'reactivate'>

export function PersonActionDialog({ action, ...props }: PersonDialogProps & { action: DialogAction }) {
  switch (action) {
    case 'updateRole':
      return <ChangeRoleDialog {...props} />
    case 'approve':
      return <ApproveDialog {...props} />
    case 'correctEmail':
      return <CorrectEmailDialog {...props} />
    case 'delete':
      return <DeleteDialog {...props} />
    case 'reject':
    case 'suspend':
      return <ReasonDialog action={action} {...props} />
    case 'cancelInvitation':
    case 'sendPasswordReset':
    case 'removeFromMerchant':
      return <ConfirmDialog action={action} {...props} />
  }
}

function CorrectEmailDialog({ person: opened, onClose, onDone }: PersonDialogProps) {
  const verb = usePersonVerb('correctEmail', opened)
  const before = opened.emailIsPlaceholder ? '' : opened.email
  const email = useTyped(correctionField, before)
  const check = () => {
    if (!email.check()) return false
    const isSame = email.text === normalizeEmail(before)
    if (isSame) email.refuse('This is already their email.')
    return !isSame
  }
  return (
    <VerbDialog
      verb={verb}
      title={`Correct email of ${isolated(nameOf(opened))}`}
      button="Correct and send"
      fields={{ email }}
      check={check}
      call={({ id: userId, version }) => usersApi.correctEmail.call({ userId, version, email: email.text })}
      onDone={() => {
        rememberedEmail.write(email.text)
        onDone('correctEmail', `The invitation went to ${readableEmail(email.text)}. The old link no longer works.`)
      }}
      onClose={onClose}
    >
      <p>We’ll send a new invitation. The old link stops working.</p>
      <TextInput {...email.props} label="Email" data-autofocus />
    </VerbDialog>
  )
}

function DeleteDialog({ person: opened, onClose, onDone }: PersonDialogProps) {
  const verb = usePersonVerb('delete', opened)
  const { row: person } = verb
  const typed = useTyped(line({ max: textLimits.email }))
  const check = () => {
    const isSame = normalizeEmail(typed.text) === normalizeEmail(person.email)
    if (!isSame) typed.refuse('The email doesn’t match. Type it exactly as shown.')
    return isSame
  }
  return (
    <VerbDialog
      verb={verb}
      title={`Delete ${isolated(nameOf(person))}?`}
      button="Delete permanently"
      danger
      check={check}
      call={({ id: userId, version }) => usersApi.delete.call({ userId, version, confirmEmail: typed.text })}
      onDone={() => onDone('delete', `${isolated(nameOf(person))} was deleted.`, { isGone: true })}
      onClose={onClose}
    >
      <Notice tone="warn">
        This permanently deletes the account and signs them out. To block access for now, suspend them instead.
      </Notice>
      <TextInput
        {...typed.props}
        label={`Type “${readableEmail(person.email)}” to confirm`}
        data-autofocus
        autoCapitalize="none"
        spellCheck={false}
      />
    </VerbDialog>
  )
}

function ApproveDialog({ person: opened, onClose, onDone }: PersonDialogProps) {
  const verb = usePersonVerb('approve', opened)
  const { row: person } = verb
  const merchants = useChoice<PickedMerchant[]>([])
  const [error, setError] = useState<string>()

  const isMissing = merchants.value.length === 0 && !person.hasApplication
  return (
    <VerbDialog
      verb={verb}
      title={`Approve registration of ${isolated(nameOf(person))}?`}
      button="Approve and invite"
      fields={{ merchants }}
      check={() => {
        setError(isMissing ? userRefusals.NO_MERCHANT.text : undefined)
        return !isMissing
      }}
      call={({ id: userId }) => usersApi.approve.call({ userId, merchantIds: merchants.value.map(({ id }) => id) })}
      onDone={() => {
        rememberedEmail.write(person.email)
        onDone('approve', `${readableEmail(person.email)} gets an invitation.`)
      }}
      onClose={onClose}
    >
      <p>They become an owner and get a sign-in link by email.</p>
      <MerchantsField
        label="Merchants"
        atMost={accessLimits.merchantsPerUser}
        description={
          person.hasApplication
            ? 'They applied with their own venue. Add other merchants only if they own those too.'
            : 'Their merchants'
        }
        required={!person.hasApplication}
        value={merchants.value}
        error={error}
        onChange={(next) => {
          setError(undefined)
          merchants.set(next)
        }}
      />
    </VerbDialog>
  )
}

type ReasonedAction = 'reject' | 'suspend'

const actionTexts = {
  reject: {
    title: (name: string) => `Reject ${isolated(name)}’s registration?`,
    button: 'Reject',
    consequence: 'They can’t sign in or register again with this email.',
    hint: 'We’ll include this in the email.',
    done: (name: string) => `We emailed ${isolated(name)}.`,
    status: 'rejected',
  },
  suspend: {
    title: (name: string) => `Suspend ${isolated(name)}?`,
    button: 'Suspend',
    consequence: 'They’re signed out and can’t sign in until you reactivate them. Their subscriptions continue.',
    hint: 'Saved in the audit log.',
    done: (name: string) => `${isolated(name)} was signed out everywhere.`,
    status: 'suspended',
  },
} as const satisfies Record<ReasonedAction, unknown>

function ReasonDialog({ action, person: opened, onClose, onDone }: PersonDialogProps & { action: ReasonedAction }) {
  const text = actionTexts[action]
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
