import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { adminRole } from '@quaff/platform/shared/product'
import { textLimits } from '@quaff/platform/shared/text'
import { RoleCards } from '../roles/role-cards-field'
import { InvitationMailView } from './invitation-mail-view'
import { checkInvite, inviteInputOf, rolesToInvite, type InviteForm } from './invite-form'
import { useInvite } from './use-invite'
import { VenueFields } from './venue-fields'
import classes from './invite.module.css'

interface InviteUserDialogProps {
  onClose: () => void
  /** From the message that it worked. */
  onShow: (userId: string) => void
}

export function InviteUserDialog({ onClose, onShow }: InviteUserDialogProps) {
  const inviter = useSessionUser()
  const { current, isGlobalView } = useMerchantSelection()
  const merchant = isGlobalView || !current ? undefined : { id: current.id, name: current.name }
  const form = useForm<InviteForm>({
    initialValues: {
      email: '',
      displayName: '',
      role: 'merchant_owner',
      merchants: merchant ? [merchant] : [],
      venue: 'existing',
      newVenueName: '',
    },
    validate: checkInvite,
  })
  const guard = useCloseGuard(form.isDirty(), onClose)
  const invite = useInvite((email, userId) => {
    const show = userId === undefined ? undefined : { label: 'Show', run: () => onShow(userId) }
    notifySuccess('Invitation sent', `${email} can sign in with the link in the mail.`, show)
    guard.leave()
  })

  return (
    <FormDialog
      guard={guard}
      size="wide"
      title="Invite user"
      description="They get a sign-in link that works once, for 72 hours."
      button="Send invitation"
      icon={IconSend}
      busy={invite.busy}
      problem={invite.problem}
      onSubmit={form.onSubmit((values) => void invite.send(inviteInputOf(values)))}
    >
      <div className={classes.columns}>
        <div className="q-stack">
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
          <RoleCards
            roles={rolesToInvite(inviter.role, merchant !== undefined)}
            value={form.values.role}
            onChange={(role) => form.setFieldValue('role', role)}
          />
        </div>
        <div className="q-stack">
          <VenueFields form={form} mayOpenVenue={inviter.role === adminRole && merchant === undefined} />
          <InvitationMailView values={form.values} />
        </div>
      </div>
    </FormDialog>
  )
}
