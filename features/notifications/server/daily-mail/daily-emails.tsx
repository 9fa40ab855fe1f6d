import type { AppSettings } from '@quaff/platform/server/context'
import { mailLooks, MailLink } from '@quaff/platform/server/mail/mail-layout'
import { product } from '@quaff/platform/shared/product'
import { merchantPage } from '@quaff/platform/shared/safe-address'
import type { WaitingFact } from '../../rules'

const styles = { list: { margin: '24px 0', padding: 0, listStyle: 'none' }, item: { margin: '0 0 16px' } } as const

type MailSettings = Pick<AppSettings, 'baseUrl' | 'timeZone'>

/** Counts and links: nobody's name or address, since a mailbox is read by more than its owner. */
export function dailyMail({ baseUrl, timeZone }: MailSettings, items: readonly WaitingFact[], now: Date) {
  const dayText = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone })
  const sinceText = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone })
  const count = items.length === 1 ? '1 thing waits' : `${items.length} things wait`
  return {
    isWarning: true,
    template: 'daily_summary',
    subject: `${count} for you in ${product.name}`,
    body: (
      <>
        <p>
          This waits for you on {dayText.format(now)} ({timeZone}).
        </p>
        <ul style={styles.list}>
          {items.map(({ id, title, detail, since, href, urgent, merchant }) => {
            const url = `${baseUrl}${merchant ? merchantPage(href, merchant.id) : href}`
            return (
              <li key={id} style={styles.item}>
                <a href={url} {...mailLooks.link}>
                  <b>
                    {urgent ? 'Urgent: ' : ''}
                    {title}
                  </b>
                </a>
                {since && <div>The oldest since {sinceText.format(since)}.</div>}
                {detail && <div>{detail}</div>}
                <div {...mailLooks.quiet}>{url}</div>
              </li>
            )
          })}
        </ul>
        <MailLink href={`${baseUrl}/dashboard`}>Open the console</MailLink>
        <p>
          You get this mail in the morning when something waits for you, because you asked for it. Switch it off under
          Settings, Preferences: {`${baseUrl}/settings?tab=preferences`}
        </p>
      </>
    ),
  }
}
