import { Input, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MerchantsField } from '@quaff/features/merchants/console/merchants-field-widget'
import { useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { MailFrame } from '@quaff/platform/console/display/mail-frame'
import { Panel } from '@quaff/platform/console/display/panel'
import { inputProps } from '@quaff/platform/console/forms/field-inputs'
import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { normalizeEmail, readableEmail } from '@quaff/platform/shared/email-address'
import { adminRole } from '@quaff/platform/shared/product'
import { accessLimits } from '../access-contract'
import { inviteFields } from '../contract'
import { isMerchantRole } from '../rules'
import {
  checkInvite,
  inviteDescription,
  invitedText,
  type InviteForm,
  inviteInputOf,
  opensVenue,
  rolesToInvite,
  useInvite,
  type VenueChoice,
} from './invite-form'
import { RoleCards } from './role-cards-field'
import { usersApi } from './user-queries'
import classes from './users.module.css'

interface InviteUserDialogProps {
  /** `invite-viewer` starts with this role, `invite-owner` with a new venue. */
  action?: string | undefined
  onClose: () => void
  /** From the success message. */
  onShow: (userId: string) => void
}

export function InviteUserDialog({ action, onClose, onShow }: InviteUserDialogProps) {
  const inviter = useSessionUser()
  const isAdmin = inviter.role === adminRole
  const { current, isGlobalView } = useMerchantSelection()
  const merchant = isGlobalView || !current ? undefined : { id: current.id, name: current.name }
  const form = useForm<InviteForm>({
    initialValues: {
      email: '',
      displayName: '',
      role: action === 'invite-viewer' ? 'merchant_viewer' : 'merchant_owner',
      merchants: merchant ? [merchant] : [],
      venue: action === 'invite-owner' ? 'new' : 'existing',
      newVenueName: '',
    },
    validate: checkInvite,
  })
  const guard = useCloseGuard(form.isDirty(), onClose, { name: `invite-user.${merchant?.id ?? ''}`, form })
  const { takenBy, ...saving } = useInvite({
    form,
    toInput: inviteInputOf,
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
            {...inputProps(inviteFields.email)}
            label="Email"
            data-autofocus
            {...form.getInputProps('email')}
          />
          {isAdmin && (
            <TextInput
              {...inputProps(inviteFields.displayName)}
              label="Display name"
              {...form.getInputProps('displayName')}
            />
          )}
          <RoleCards
            roles={rolesToInvite(inviter.role, merchant !== undefined)}
            value={form.values.role}
            onChange={(role) => form.setFieldValue('role', role)}
          />
          <VenueFields form={form} mayOpenVenue={isAdmin && merchant === undefined} />
        </div>
        <InvitationMailView values={form.values} />
      </div>
    </FormDialog>
  )
}

const typingPauseMs = 300

/** Shows the email as the server renders it. */
function InvitationMailView({ values }: { values: InviteForm }) {
  const [newVenueName] = useDebouncedValue(values.newVenueName, typingPauseMs)
  const { role, merchantIds, newVenueName: venue } = inviteInputOf({ ...values, newVenueName })
  const { data, isError, refetch } = useQuery(
    usersApi.previewInvitation.queryOptions({
      input: { role, merchantIds, newVenueName: venue === '' ? undefined : venue },
      placeholderData: keepPreviousData,
    }),
  )
  const to = readableEmail(normalizeEmail(values.email))
  return (
    <Panel
      title="Email preview"
      titleExtra={to !== '' && <span className="q-caption q-truncate">{`To ${to}`}</span>}
      flush
      loading={!data && !isError}
      error={isError ? 'Couldn’t show the email.' : undefined}
      onRetry={() => void refetch()}
    >
      {data && <MailFrame title={data.subject} html={data.html} height={480} />}
    </Panel>
  )
}

interface VenueFieldsProps {
  form: UseFormReturnType<InviteForm>
  /** Only administrators invite an owner together with a new merchant. */
  mayOpenVenue: boolean
}

const choices: { value: VenueChoice; label: string }[] = [
  { value: 'existing', label: 'Existing merchants' },
  { value: 'new', label: 'New venue' },
]

function VenueFields({ form, mayOpenVenue }: VenueFieldsProps) {
  const { role, venue, merchants } = form.values
  if (!isMerchantRole(role)) {
    return (
      <p className="q-secondary">
        {role === 'customer' ? 'Customers don’t belong to a merchant.' : 'Admins have access to all merchants.'}
      </p>
    )
  }
  return (
    <div className="q-stack-tight">
      {mayOpenVenue && role === 'merchant_owner' && (
        <Input.Wrapper label="Works for" labelElement="div">
          <div>
            <Segmented
              label="Works for"
              value={venue}
              options={choices}
              onChange={(next) => form.setFieldValue('venue', next)}
            />
          </div>
        </Input.Wrapper>
      )}
      {opensVenue(form.values) ? (
        <TextInput
          {...inputProps(inviteFields.newVenueName)}
          label="Name of the venue"
          description="They complete the profile. You approve it before it sells passes."
          {...form.getInputProps('newVenueName')}
        />
      ) : (
        <MerchantsField
          label="Merchants"
          atMost={accessLimits.merchantsPerUser}
          required
          value={merchants}
          error={typeof form.errors.merchants === 'string' ? form.errors.merchants : undefined}
          onChange={(next) => form.setFieldValue('merchants', next)}
        />
      )}
    </div>
  )
}
