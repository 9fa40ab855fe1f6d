import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { Button, PermissionButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { KeyValue, ErrorNotice } from '@quaff/platform/console/display/panel'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { labelledInputProps } from '@quaff/platform/console/forms/field-inputs'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/use-merge'
import { PhoneText } from '@quaff/platform/console/forms/use-phone-example'
import { useSave } from '@quaff/platform/console/forms/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { defineRecord, labelled } from '@quaff/platform/shared/fields/record'
import { mailAddress } from '@quaff/platform/shared/safe-address'
import { personFields } from '../access-contract'
import { decideUserAction, userActionText } from '../access-rules'
import type { UserRecord } from '../contract'
import { usersApi } from './user-queries'
import { UserEmail } from './user-text'

const EditProfileDialog = deferred(async () => (await import('./edit-profile-widget')).EditProfileDialog)

export function ContactSection({ user }: { user: UserRecord }) {
  const { uid: userId, role } = useSessionUser()
  // The record as opened: a change by others must not replace the typed text.
  const [edited, setEdited] = useState<UserRecord | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const verdict = decideUserAction('updatePerson', { userId, role }, user)
  const isOwn = userId === user.id
  const close = () => {
    setEdited(null)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <section className="q-stack-tight" aria-label="Contact">
      <div className="q-row q-wrap">
        <h3 className="q-h3 q-grow">Contact</h3>
        {(verdict.ok || verdict.reason !== 'ROLE') && (edited === null || isOwn) && (
          <PermissionButton
            ref={button}
            size="sm"
            icon={IconPencil}
            disabledReason={verdict.ok ? undefined : userActionText('updatePerson', verdict.reason)}
            onClick={() => setEdited(user)}
          >
            {isOwn ? 'Edit profile' : 'Edit name and phone'}
          </PermissionButton>
        )}
      </div>
      {edited && !isOwn ? (
        <EditPersonForm opened={edited} onClose={close} />
      ) : (
        <KeyValue
          items={[
            { label: 'Email', value: <Email user={user} /> },
            ...(role === 'merchant_viewer'
              ? []
              : [{ label: 'Phone', value: user.phoneNumber && <PhoneText value={user.phoneNumber} /> }]),
          ]}
        />
      )}
      {edited && isOwn && <EditProfileDialog onClose={close} />}
    </section>
  )
}

function Email({ user }: { user: UserRecord }) {
  if (user.emailIsPlaceholder) return <UserEmail user={user} />
  return (
    <>
      <a className="q-link" href={mailAddress(user.email)}>
        {readableEmail(user.email)}
      </a>{' '}
      {user.emailVerified !== null && (
        <span className="q-caption">{user.emailVerified ? 'verified' : 'not verified'}</span>
      )}
    </>
  )
}

const failed = 'Couldn’t save the changes. Try again.'
const fields = {
  displayName: labelled('Display name', personFields.displayName),
  phoneNumber: labelled('Phone number', personFields.phoneNumber, { hint: 'Leave blank to remove it.' }),
}
const personForm = defineRecord<UserRecord>()(fields)

/** Replaces the details that it edits. For administrators; the own profile has a dialog. */
function EditPersonForm({ opened, onClose }: { opened: UserRecord; onClose: () => void }) {
  const first = useRef<HTMLInputElement>(null)
  // Focuses the first field, because the button that had the focus is gone.
  useEffect(() => first.current?.focus(), [])
  // The record as opened, for conflict resolution.
  const [edited, setEdited] = useState(opened)
  const form = useForm({
    initialValues: personForm.read(opened),
    validate: (values) => personForm.errors(values, personForm.read(edited)),
  })
  const guard = useCloseGuard(form.isDirty(), onClose, { name: `user.${edited.id}`, form, version: edited.version })
  const merge = useMerge({
    labels: personForm.mergeLabels,
    base: edited,
    toFormValues: personForm.read,
    load: ({ id: userId }) => usersApi.get.call({ userId }),
    rebase: setEdited,
    form,
  })
  const saving = useSave({
    form,
    keys: [usersApi.key()],
    record: edited,
    next: ({ displayName }) => ({ displayName: displayName.trim() || null }),
    send: (values) => {
      const input = { userId: edited.id, version: edited.version, ...values }
      return usersApi.updatePerson.call({ ...input, requestKey: guard.draft.keyOf(input) })
    },
    onSaved: () => {
      notifySuccess('Changes saved')
      guard.leave()
    },
    meet: merge.meet,
    textOf: (error) => verbErrorText(error, failed),
  })
  return (
    <form
      className="q-stack"
      aria-label="Name and phone"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (guard.asking) return
        if (form.isDirty()) saving.submit(event)
        else guard.leave()
      }}
    >
      <ErrorNotice title="Couldn’t save the changes" text={saving.problem} />
      <TextInput {...labelledInputProps(fields.displayName)} ref={first} {...form.getInputProps('displayName')} />
      <TextInput {...labelledInputProps(fields.phoneNumber)} {...form.getInputProps('phoneNumber')} />
      <div className="q-row q-wrap">
        <GuardedFooter guard={guard}>
          <Button className="q-end" onClick={guard.close}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" loading={saving.busy}>
            {saving.problem ? 'Retry save' : 'Save changes'}
          </Button>
        </GuardedFooter>
      </div>
      <MergeNotice what="user" view={merge.view} belowButtons />
    </form>
  )
}
