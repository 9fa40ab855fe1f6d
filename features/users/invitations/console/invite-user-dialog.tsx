import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { adminRole } from '@quaff/platform/shared/product'
import { RoleCards } from '../../console/role-cards-field'
import { inviteFields } from '../../contract'
import { InvitationMailView } from './invitation-mail-view'
import {
  checkInvite,
  inviteDescription,
  invitedText,
  inviteInputOf,
  rolesToInvite,
  type InviteForm,
} from './invite-form'
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
  const isAdmin = inviter.role === adminRole
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
  const guard = useCloseGuard(form.isDirty(), onClose, { name: `invite-user.${merchant?.id ?? ''}`, form })
  const { takenBy, ...saving } = useInvite({
    form,
    inputOf: inviteInputOf,
    onInvited: (email, userId) => {
      const show = userId === undefined ? undefined : { label: 'Show', run: () => onShow(userId) }
      notifySuccess('Invitation sent', invitedText(email, isAdmin), show)
      guard.leave()
    },
  })

  return (
    <FormDialog
      size="wide"
      title="Invite user"
      description={inviteDescription(isAdmin)}
      guard={guard}
      saving={saving}
      button="Send invitation"
      icon={IconSend}
      notice={
        takenBy !== undefined && (
          <Button
            onClick={() => {
              guard.leave()
              onShow(takenBy)
            }}
          >
            Open the account
          </Button>
        )
      }
    >
      <div className={classes.columns}>
        <div className="q-stack">
          <TextInput
            {...inputLooks(inviteFields.email)}
            label="Email"
            data-autofocus
            {...form.getInputProps('email')}
          />
          {isAdmin && (
            <TextInput
              {...inputLooks(inviteFields.displayName)}
              label="Display name"
              {...form.getInputProps('displayName')}
            />
          )}
          <RoleCards
            roles={rolesToInvite(inviter.role, merchant !== undefined)}
            value={form.values.role}
            onChange={(role) => form.setFieldValue('role', role)}
          />
        </div>
        <div className="q-stack">
          <VenueFields form={form} mayOpenVenue={isAdmin && merchant === undefined} />
          <InvitationMailView values={form.values} />
        </div>
      </div>
    </FormDialog>
  )
}
