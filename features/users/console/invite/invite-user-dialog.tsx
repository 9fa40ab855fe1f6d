import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { adminRole } from '@quaff/platform/shared/product'
import { textLimits } from '@quaff/platform/shared/text'
import { RoleCards } from '../roles/role-cards-field'
import { InvitationMailView } from './invitation-mail-view'
import { checkInvite, rolesToInvite, type InviteForm } from './invite-form'
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
    <Dialog
      opened
      size="wide"
      onClose={guard.close}
      title="Invite user"
      description="They get a sign-in link that works once, for 72 hours."
      keepOnOutsideClick
      onSubmit={form.onSubmit((values) => void invite.send(values))}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close}>Cancel</Button>
          <Button variant="primary" type="submit" icon={IconSend} loading={invite.busy}>
            Send invitation
          </Button>
        </GuardedFooter>
      }
    >
      {invite.problem && (
        <Notice tone="danger" announce>
          {invite.problem}
        </Notice>
      )}
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
    </Dialog>
  )
}
