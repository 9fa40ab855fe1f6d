import { isolated, type MailContent, type Services } from '@quaff/platform/server'
import { MailLink, momentText } from '@quaff/platform/server/mail/mail-layout'
import type { DisabledReason } from '../contract'
import { endpointPath } from '../rules'

export type SwitchedOff = {
  endpoint: { id: string; url: string; description: string }
  reason: Exclude<DisabledReason, 'person'>
  /** The first failure after the last success. */
  since: Date
}

/** Only the host: the rest of the URL may contain a secret, and several people may read the mailbox. */
export function switchedOffMail(
  { settings, clock }: { settings: Pick<Services['settings'], 'baseUrl' | 'timeZone'>; clock: Services['clock'] },
  { endpoint, reason, since }: SwitchedOff,
): MailContent {
  const { host } = new URL(endpoint.url)
  const at = (moment: Date) => momentText(moment, settings.timeZone)
  return {
    template: 'webhook_disabled',
    isWarning: true,
    subject: subjectOf(host),
    body: (
      <>
        <p>
          The webhook endpoint <b>{host}</b>
          {endpoint.description && ` (${isolated(endpoint.description)})`} was disabled on {at(clock.now())}.
        </p>
        {reason === 'gone' ? (
          <p>It returned 410 Gone.</p>
        ) : (
          <p>All deliveries have failed since {at(since)}, so we disabled it.</p>
        )}
        <p>No events are sent until you re-enable it. Waiting events go out then.</p>
        <MailLink href={`${settings.baseUrl}${endpointPath(endpoint.id)}`}>View endpoint</MailLink>
        <p>Fix the receiver and re-enable the endpoint, or delete it.</p>
      </>
    ),
  }
}

const longestHost = 40
const subjectOf = (host: string) =>
  `Webhook endpoint ${host.length > longestHost ? `${host.slice(0, longestHost - 1)}…` : host} was disabled`
