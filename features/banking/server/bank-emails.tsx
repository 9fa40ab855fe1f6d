import { type Actor, type Context, isolated, product, type UserActor } from '@quaff/platform/server'
import { MailLink, momentText } from '@quaff/platform/server/mail/mail-layout'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { maskNumber } from '../rules'

/** `shown` holds the last digits of the account. `path` leads to the bank details. */
type ChangeDetails = { merchantName: string; shown: string; path: string; isFirst?: boolean }

/** The parts of a context that it uses. */
type Change = Pick<Context, 'settings' | 'clock'> & {
  actor: Exclude<Actor, UserActor> | Pick<UserActor, 'kind' | 'displayName' | 'email'>
}

/** Builds the email to everyone who could have made the change, because an attacker would redirect payouts. */
export function bankChangedMail(ctx: Change, { merchantName, shown, path, isFirst = false }: ChangeDetails) {
  const { baseUrl, timeZone } = ctx.settings
  const when = momentText(ctx.clock.now(), timeZone)
  const by = ctx.actor.kind === 'user' ? (ctx.actor.displayName ?? readableEmail(ctx.actor.email)) : product.name
  return {
    template: 'bank_changed',
    isWarning: true,
    subject: `Bank details for ${isolated(merchantName)} ${isFirst ? 'added' : 'changed'}`,
    body: (
      <>
        <p>
          The bank details of <b>{isolated(merchantName)}</b> were {isFirst ? 'added' : 'changed'} by {isolated(by)} on{' '}
          {when}.
        </p>
        <p>Payouts go to account {maskNumber(shown)}.</p>
        <MailLink href={`${baseUrl}${path}`}>View bank details</MailLink>
        <p>Didn’t make this change? Contact a {product.name} administrator right away.</p>
      </>
    ),
  }
}
