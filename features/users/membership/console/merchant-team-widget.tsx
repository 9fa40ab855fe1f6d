import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { Panel } from '@quaff/platform/console/display/panel'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { usersApi } from '../../console/user-queries'
import { userPermissions } from '../../permissions'
import { InviteMemberDialog } from './invite-member-dialog'
import { MemberList } from './member-list'

const OpenInvitations = deferred(async () => (await import('../../console/open-invitations-section')).OpenInvitations)

/** Who works for the merchant; G11: viewers read it, G12: who invites whom. */
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
