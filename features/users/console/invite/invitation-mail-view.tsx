import type { InvitedTo } from '@quaff/features/accounts/contract'
import { mailableName } from '@quaff/features/accounts/rules'
import { BrandMark } from '@quaff/platform/console/display/brand-mark'
import { invitationMailText } from '../../invitations/rules'
import classes from './invite.module.css'

/** What the invited person reads, word for word. */
export function InvitationMailView({ email, ...given }: InvitedTo & { email: string }) {
  const { subject, lead, scope, note, button } = invitationMailText({
    role: given.role,
    inviter: mailableName(given.inviter),
    venues: given.venues.flatMap((name) => mailableName(name) ?? []),
  })
  const to = email.trim()
  return (
    <section className="q-stack-tight" aria-label="Email preview">
      <h3 className="q-h3">Email preview</h3>
      <div className={classes.mail}>
        <BrandMark withName />
        {to !== '' && <span className="q-caption">{`To ${to}`}</span>}
        <b className="q-strong">{subject}</b>
        <p>{lead}</p>
        <p>{scope}</p>
        <p className="q-secondary">{note}</p>
        <span className={classes.link}>{button}</span>
      </div>
    </section>
  )
}
