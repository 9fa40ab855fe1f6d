import { roleTitle } from '@quaff/features/accounts/rules'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { LookPill } from '@quaff/platform/console/display/status-pill'
import { mailAddress } from '@quaff/platform/shared/safe-address'
import { nameOf } from '../../console/user-commands-widget'
import { UserEmail } from '../../console/user-email-text'
import { userLooks } from '../../console/user-status'
import type { UserRow } from '../../contract'
import classes from './team.module.css'

interface MemberListProps {
  members: readonly UserRow[]
  /** Viewers read the addresses, and are offered no mail. */
  mayWrite: boolean
}

export function MemberList({ members, mayWrite }: MemberListProps) {
  const timeZone = useTimeZone()
  return (
    <ul className={classes.members}>
      {members.map((member) => (
        <li key={member.id} className={classes.member}>
          <InitialsMark name={nameOf(member)} imageUrl={member.photoURL} round />
          <div className="q-grow">
            <b className={`q-strong ${classes.line}`}>{nameOf(member)}</b>
            <span className={`q-caption ${classes.line}`}>
              <Address member={member} mayWrite={mayWrite} />
            </span>
            <span className={`q-caption ${classes.line}`}>
              {roleTitle(member.role) || 'No role'}
              {mayWrite && member.lastActive && (
                <>
                  {' · '}last active <RelativeTime value={member.lastActive} timeZone={timeZone} />
                </>
              )}
            </span>
          </div>
          <LookPill look={userLooks[member.status]} />
        </li>
      ))}
    </ul>
  )
}

function Address({ member, mayWrite }: { member: UserRow; mayWrite: boolean }) {
  if (!mayWrite || member.emailIsPlaceholder) return <UserEmail user={member} />
  return (
    <a className="q-link" href={mailAddress(member.email)}>
      {member.email}
    </a>
  )
}
