import type { Services } from '@quaff/platform/server/context'
import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { momentText } from '@quaff/platform/server/mail/moment-text'
import type { MailContent } from '@quaff/platform/server/mail/outbox'
import type { DisabledReason } from '../../contract'
import { endpointPath } from '../../rules'

export type SwitchedOff = {
  endpoint: { id: string; url: string; description: string }
  reason: Exclude<DisabledReason, 'person'>
  /** The first failure after the last success. */
  since: Date
}

/** The host alone: the rest of an address may be what opens it, and a mailbox is read by more than its owner. */
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
          {endpoint.description && ` (${endpoint.description})`} was switched off on {at(clock.now())}.
        </p>
        {reason === 'gone' ? (
          <p>It answered with 410 Gone, which says that it is gone for good.</p>
        ) : (
          <p>It has taken nothing since {at(since)}: five days of nothing but failures.</p>
        )}
        <p>Until it is enabled again it is told of nothing that changes. What was waiting for it goes out then.</p>
        <MailLink href={`${settings.baseUrl}${endpointPath(endpoint.id)}`}>Look at the endpoint</MailLink>
        <p>Mend the receiver, then enable the endpoint again. If it is needed no more, delete it.</p>
      </>
    ),
  }
}

/** A host may have 253 characters. */
const longestHost = 40
const subjectOf = (host: string) =>
  `Webhook endpoint ${host.length > longestHost ? `${host.slice(0, longestHost - 1)}…` : host} was switched off`
