import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { describeRole, roleTitle } from '@quaff/features/accounts/rules'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { ChoiceCard } from '@quaff/platform/console/controls/choice-card'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { faultsOf } from '@quaff/platform/shared/fields/form-fields'
import { adminRole } from '@quaff/platform/shared/product'
import { inviteFields } from '../../contract'
import { inviteDescription, invitedText, inviteInputOf } from '../../invitations/console/invite-form'
import { useInvite } from '../../invitations/console/use-invite'
import { merchantRoles } from '../../rules'

type MemberRole = (typeof merchantRoles)[number]
type InviteForm = { email: string; displayName: string; role: MemberRole }

export function InviteMemberDialog({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const isAdmin = useSessionUser().role === adminRole
  const form = useForm<InviteForm>({
    initialValues: { email: '', displayName: '', role: 'merchant_owner' },
    validate: (values) => faultsOf({ email: inviteFields.email, displayName: inviteFields.displayName }, values),
  })
  const guard = useCloseGuard(form.isDirty(), onClose, { name: `invite-member.${merchantId}`, form })
  const saving = useInvite({
    form,
    inputOf: (values) => ({
      ...inviteInputOf({ ...values, merchants: [], venue: 'existing', newVenueName: '' }),
      merchantIds: [merchantId],
    }),
    onInvited: (email) => {
      notifySuccess('Invitation sent', invitedText(email, isAdmin))
      guard.leave()
    },
  })
  return (
    <FormDialog
      title="Invite to the team"
      description={inviteDescription(isAdmin)}
      guard={guard}
      saving={saving}
      button="Send invitation"
    >
      <TextInput {...inputLooks(inviteFields.email)} label="Email" data-autofocus {...form.getInputProps('email')} />
      {isAdmin && (
        <TextInput
          {...inputLooks(inviteFields.displayName)}
          label="Display name"
          {...form.getInputProps('displayName')}
        />
      )}
      <fieldset className="q-stack-tight">
        <legend className="q-h3">Role</legend>
        {merchantRoles.map((role) => (
          <ChoiceCard
            key={role}
            name="role"
            value={role}
            checked={form.values.role === role}
            onSelect={() => form.setFieldValue('role', role)}
            title={roleTitle(role)}
            description={describeRole(role)}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
