import { IconHourglass, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { roleTitle } from '@quaff/features/accounts/rules'
import { useCan, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { DateText } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { Panel, MetaPill, type StatusMeta } from '@quaff/platform/console/display/panel'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { readableEmail } from '@quaff/platform/shared/email-address'
import type { MerchantInvitation } from '../invitations-contract'
import { userPermissions } from '../permissions'
import { usersApi } from './user-queries'
import classes from './users.module.css'

const invitedMeta = { label: 'Invited', tone: 'info', icon: IconMail } as const satisfies StatusMeta
const expiredMeta = { label: 'Expired', tone: 'warn', icon: IconHourglass } as const satisfies StatusMeta

/** Addresses that owners invited and that were not accepted yet. There may or may not be an account (0102). */
export function OpenInvitations({ merchantId }: { merchantId: string }) {
  const { data = [] } = useQuery(usersApi.listInvitations.queryOptions({ input: { merchantId } }))
  const mayResend = useCan(userPermissions, 'user.resendInvitation').allowed
  const keys = [usersApi.key()]
  const resending = useWrite<MerchantInvitation, null>({
    call: ({ id: invitationId }) => usersApi.resendMerchantInvitation.call({ invitationId }),
    keys,
    failed: 'Failed to resend invitation',
    done: ({ email }) => ({
      title: 'Invitation sent again',
      message: `We emailed ${readableEmail(email)} a new link. The earlier one no longer works.`,
    }),
  })
  const revoking = useWrite<MerchantInvitation, null>({
    call: ({ id: invitationId }) => usersApi.revokeInvitation.call({ invitationId }),
    keys,
    failed: 'Couldn’t revoke the invitation',
    done: ({ email }) => ({
      title: 'Invitation revoked',
      message: `The link sent to ${readableEmail(email)} no longer works.`,
    }),
  })
  if (data.length === 0) return null
  return (
    <Panel title="Invitations" titleExtra={<span className="q-count">{data.length}</span>} flush>
      <ul className={classes.invitations}>
        {data.map((invitation) => (
          <li key={invitation.id} className={classes.invitation}>
            <InitialsMark name={readableEmail(invitation.email)} round />
            <div className={`q-grow ${classes.who}`}>
              <b className={`q-strong ${classes.line}`}>{readableEmail(invitation.email)}</b>
              <span className={`q-caption ${classes.line}`}>
                {roleTitle(invitation.role)}
                <Expiry invitation={invitation} />
              </span>
            </div>
            <MetaPill meta={invitation.isExpired ? expiredMeta : invitedMeta} />
            {mayResend && (
              <div className="q-row">
                <Button
                  size="sm"
                  aria-label={`Resend invitation to ${readableEmail(invitation.email)}`}
                  loading={resending.isWriting(invitation)}
                  onClick={() => resending.run(invitation, null)}
                >
                  Resend
                </Button>
                <Button
                  size="sm"
                  aria-label={`Revoke invitation to ${readableEmail(invitation.email)}`}
                  loading={revoking.isWriting(invitation)}
                  onClick={() => revoking.run(invitation, null)}
                >
                  Revoke
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Expiry({ invitation: { expiresAt, isExpired } }: { invitation: MerchantInvitation }) {
  const timeZone = useTimeZone()
  if (expiresAt === null) return null
  return (
    <>
      {isExpired ? ' · expired ' : ' · expires '}
      <DateText value={expiresAt} timeZone={timeZone} />
    </>
  )
}
