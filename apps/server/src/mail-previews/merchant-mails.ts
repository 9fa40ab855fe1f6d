import { bankChangedMail } from '@quaff/features/banking/server'
import {
  approvedMail,
  changesRequestedMail,
  declinedMail,
  restoredMail,
  suspendedMail,
} from '@quaff/features/merchants/server'
import { applicationSubmittedMail, venueWaitsMail } from '@quaff/features/onboarding/server'
import { paymentFailedMail, statementReadyMail } from '@quaff/features/payouts/server'
import type { MailPreview } from '@quaff/features/settings/server'
import { formerOwnerMail, newOwnerMail } from '@quaff/features/users/server'
import type { ExampleTexts } from './example-texts'

const owners = 'Merchant owners'

/** About one merchant, once it is there. */
export function merchantMails(texts: ExampleTexts): MailPreview[] {
  return [
    {
      name: 'Approval requested',
      receiver: owners,
      write: ({ settings: { baseUrl } }) =>
        applicationSubmittedMail({ baseUrl, name: texts.venue, reference: texts.reference }),
    },
    {
      name: 'Merchant ready for review',
      receiver: 'Administrators',
      write: ({ settings: { baseUrl } }) =>
        venueWaitsMail({
          baseUrl,
          name: texts.venue,
          reference: texts.reference,
          merchantId: 'mer_example',
          isAnswer: true,
        }),
    },
    ...lifecycleMails(texts),
    {
      name: 'Merchant transferred: new owner',
      receiver: 'New owner',
      write: ({ settings }) => newOwnerMail(settings.baseUrl, texts.venue),
    },
    {
      name: 'Merchant transferred: previous owner',
      receiver: 'Previous owner',
      write: ({ settings }) => formerOwnerMail(settings.baseUrl, texts.venue, true),
    },
    {
      name: 'Bank details changed',
      receiver: 'Merchant owners and administrators',
      write: (ctx) =>
        bankChangedMail(
          { ...ctx, actor: { kind: 'user', displayName: texts.person, email: 'ada@example.com' } },
          { merchantName: texts.venue, shown: '1234', path: '/settings/billing' },
        ),
    },
    { name: 'Payout statement', receiver: owners, write: (ctx) => statementReadyMail(ctx, payoutOf(texts)) },
    {
      name: 'Payment failed',
      receiver: owners,
      write: (ctx) => paymentFailedMail(ctx, { ...payoutOf(texts), reason: texts.reason }),
    },
  ]
}

const payoutOf = ({ venue }: ExampleTexts) => ({
  merchantName: venue,
  payoutId: 'pay_example',
  period: '2026-02',
  currency: 'usd',
  netMinor: 123_450,
})

function lifecycleMails({ venue, reason }: ExampleTexts): MailPreview[] {
  return [
    {
      name: 'Merchant approved',
      receiver: owners,
      write: ({ settings }) => approvedMail(settings.baseUrl, venue, true),
    },
    {
      name: 'Changes requested',
      receiver: owners,
      write: ({ settings }) =>
        changesRequestedMail(settings.baseUrl, venue, { items: ['address', 'bank'], note: reason, isActive: false }),
    },
    {
      name: 'Merchant declined',
      receiver: owners,
      write: ({ settings }) => declinedMail(settings.baseUrl, venue, reason),
    },
    {
      name: 'Merchant suspended',
      receiver: owners,
      write: ({ settings }) => suspendedMail(settings.baseUrl, venue, reason),
    },
    {
      name: 'Merchant restored',
      receiver: owners,
      write: ({ settings }) => restoredMail(settings.baseUrl, venue, reason),
    },
  ]
}
