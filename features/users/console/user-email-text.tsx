import type { UserRow } from '../contract'
import classes from './users.module.css'

/** A placeholder stands for a missing address: marked, and never a link (G29). */
export function UserEmail({ user }: { user: Pick<UserRow, 'email' | 'emailIsPlaceholder'> }) {
  if (!user.emailIsPlaceholder) return <span className={classes.email}>{user.email}</span>
  return (
    <span className="q-ghost" title="Placeholder address. We never send email to it.">
      no email address
    </span>
  )
}
