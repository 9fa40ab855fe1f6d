import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeRole, roleTitle } from '@quaff/features/accounts/rules'
import { useCan, useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { ChoiceCard } from '@quaff/platform/console/controls/choices'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { RelativeTime } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { Panel, MetaPill } from '@quaff/platform/console/display/panel'
import { inputProps } from '@quaff/platform/console/forms/field-inputs'
import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { adminRole } from '@quaff/platform/shared/product'
import { mailAddress } from '@quaff/platform/shared/safe-address'
import { inviteFields, type UserRow } from '../contract'
import { userPermissions } from '../permissions'
import { merchantRoles } from '../rules'
import { inviteDescription, invitedText, inviteInputOf, useInvite } from './invite-form'
import { nameOf } from './user-commands-widget'
import { usersApi } from './user-queries'
import { UserEmail, userStatusMeta } from './user-text'
import classes from './users.module.css'

const OpenInvitations = deferred(async () => (await import('./open-invitations-section')).OpenInvitations)

/** Members of the merchant's team. G11: viewers read it, G12: who may invite whom. */
export function MerchantTeam({ merchantId }: { merchantId: string }) {
  const [inviting, setInviting] = useState(false)
  const invite = useCan(userPermissions, 'user.invite')
  const team = useQuery(
    usersApi.list.queryOptions({ input: { merchantId, limit: pageLimits.maxSize, sort: 'name', order: 'asc' } }),
  )
  const total = team.data?.total ?? 0
  const hidden = total - (team.data?.rows.length ?? 0)
  return (
    <>
      <Panel
        title="Team"
        titleExtra={team.data && <span className="q-count">{total}</span>}
        flush
        query={team}
        what="team"
        actions={
          <PermissionButton
            size="sm"
            icon={IconUserPlus}
            disabledReason={invite.reason ?? undefined}
            onClick={() => setInviting(true)}
          >
            Invite
          </PermissionButton>
        }
        footer={hidden > 0 && <span className="q-caption">{`The first ${pageLimits.maxSize} of ${total}.`}</span>}
      >
        {team.data?.rows.length === 0 ? (
          <EmptyState
            icon={IconUsers}
            title="No team members yet"
            text="Owners can edit everything, including billing. Viewers can only look."
          />
        ) : (
          <MemberList members={team.data?.rows ?? []} mayWrite={invite.allowed} />
        )}
      </Panel>
      <OpenInvitations merchantId={merchantId} />
      {inviting && <InviteMemberDialog merchantId={merchantId} onClose={() => setInviting(false)} />}
    </>
  )
}

interface MemberListProps {
  members: readonly UserRow[]
  /** Viewers read the addresses but cannot send email. */
  mayWrite: boolean
}

function MemberList({ members, mayWrite }: MemberListProps) {
  const timeZone = useTimeZone()
  return (
    <ul className={classes.members}>
      {members.map((member) => (
        <li key={member.id} className={classes.member}>
          <InitialsMark name={nameOf(member)} imageUrl={member.photoURL} round />
          <div className="q-grow">
            <b className={`q-strong ${classes.teamLine}`}>{nameOf(member)}</b>
            <span className={`q-caption ${classes.teamLine}`}>
              <Address member={member} mayWrite={mayWrite} />
            </span>
            <span className={`q-caption ${classes.teamLine}`}>
              {roleTitle(member.role) || 'No role'}
              {mayWrite && member.lastActive && (
                <>
                  {' · '}last active <RelativeTime value={member.lastActive} timeZone={timeZone} />
                </>
              )}
            </span>
          </div>
          <MetaPill meta={userStatusMeta[member.status]} />
        </li>
      ))}
    </ul>
  )
}

function Address({ member, mayWrite }: { member: UserRow; mayWrite: boolean }) {
  if (!mayWrite || member.emailIsPlaceholder) return <UserEmail user={member} />
  return (
    <a className="q-link" href={mailAddress(member.email)}>
      {readableEmail(member.email)}
    </a>
  )
}

type MemberRole = (typeof merchantRoles)[number]
type InviteForm = { email: string; displayName: string; role: MemberRole }

function InviteMemberDialog({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const isAdmin = useSessionUser().role === adminRole
  const form = useForm<InviteForm>({
    initialValues: { email: '', displayName: '', role: 'merchant_owner' },
    validate: (values) => errorsOf({ email: inviteFields.email, displayName: inviteFields.displayName }, values),
  })
  const guard = useCloseGuard(form.isDirty(), onClose, { name: `invite-member.${merchantId}`, form })
  const saving = useInvite({
    form,
    toInput: (values) => ({
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
      <TextInput {...inputProps(inviteFields.email)} label="Email" data-autofocus {...form.getInputProps('email')} />
      {isAdmin && (
        <TextInput
          {...inputProps(inviteFields.displayName)}
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
