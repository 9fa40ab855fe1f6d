import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { describeRole, roleTitle } from '@quaff/features/accounts/rules'
import { ChoiceCard } from '@quaff/platform/console/controls/choice-card'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { emailFaultText, isEmail } from '@quaff/platform/shared/readable-text'
import { textLimits } from '@quaff/platform/shared/text'
import { merchantRoles } from '../../rules'
import { useInvite } from '../invite/use-invite'

type MemberRole = (typeof merchantRoles)[number]
type InviteForm = { email: string; displayName: string; role: MemberRole }

export function InviteMemberDialog({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const form = useForm<InviteForm>({
    initialValues: { email: '', displayName: '', role: 'merchant_owner' },
    validate: { email: (value) => (isEmail(value) ? null : emailFaultText) },
  })
  const guard = useCloseGuard(form.isDirty(), onClose)
  const invite = useInvite((email) => {
    notifySuccess('Invitation sent', `${email} can sign in with the link in the mail.`)
    guard.leave()
  })
  const send = ({ email, displayName, role }: InviteForm) => {
    const name = displayName.trim()
    return invite.send({ email: email.trim(), role, merchantIds: [merchantId], ...(name && { displayName: name }) })
  }
  return (
    <FormDialog
      guard={guard}
      title="Invite to the team"
      description="They get a mail with a link that signs them in."
      button="Send invitation"
      busy={invite.busy}
      problem={invite.problem}
      onSubmit={form.onSubmit((values) => void send(values))}
    >
      <TextInput
        label="Email"
        type="email"
        required
        data-autofocus
        autoComplete="off"
        maxLength={textLimits.email}
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Display name"
        autoComplete="off"
        maxLength={textLimits.short}
        {...form.getInputProps('displayName')}
      />
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
