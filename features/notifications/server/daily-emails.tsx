import { type AppSettings, isolated } from '@quaff/platform/server'
import { emailStyles, MailLink } from '@quaff/platform/server/mail/mail-layout'
import { merchantPage } from '@quaff/platform/shared/safe-address'
import type { PendingItem } from '../rules'

const styles = { list: { margin: '24px 0', padding: 0, listStyle: 'none' }, item: { margin: '0 0 16px' } } as const

type MailSettings = Pick<AppSettings, 'baseUrl' | 'timeZone'>

/** Counts and links only, because several people may read the mailbox. */
export function dailyMail({ baseUrl, timeZone }: MailSettings, items: readonly PendingItem[], now: Date) {
  const dayText = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone })
  const sinceText = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone })
  const monthDay = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', timeZone })
  const count = items.length === 1 ? '1 thing needs' : `${items.length} things need`
  return {
    isWarning: true,
    template: 'daily_summary',
    subject: `${count} your attention on ${monthDay.format(now)}`,
    body: (
      <>
        <p>
          Here’s what needs you today, {dayText.format(now)} ({timeZone}).
        </p>
        <ul style={styles.list}>
          {items.map(({ id, title, detail, since, href, urgent, merchant }) => {
            const url = `${baseUrl}${merchant ? merchantPage(href, merchant.id) : href}`
            return (
              <li key={id} style={styles.item}>
                <a href={url} {...emailStyles.link}>
                  <b>
                    {urgent ? 'Urgent: ' : ''}
                    {title}
                  </b>
                </a>
                {since && <div>Oldest: {sinceText.format(since)}.</div>}
                {detail && <div>{isolated(detail)}</div>}
                <div {...emailStyles.quiet}>{url}</div>
              </li>
            )
          })}
        </ul>
        <MailLink href={`${baseUrl}/dashboard`}>Open Quaff</MailLink>
        <p>You turned on the daily summary. Turn it off in Notifications: {`${baseUrl}/settings?tab=notifications`}</p>
      </>
    ),
  }
}
