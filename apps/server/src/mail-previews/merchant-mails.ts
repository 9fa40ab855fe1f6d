import { bankChangedMail } from '@quaff/features/banking/server'
import {
  approvedMail,
  changesRequestedMail,
  declinedMail,
  restoredMail,
  suspendedMail,
} from '@quaff/features/merchants/server'
import { applicationSubmittedMail, venueWaitsMail } from '@quaff/features/onboarding/server'
import { bankMissingMail, paymentFailedMail, statementReadyMail } from '@quaff/features/payouts/server'
import type { MailPreview } from '@quaff/features/settings/server'
import { formerOwnerMail, newOwnerMail } from '@quaff/features/users/server'
import type { Context } from '@quaff/platform/server'
import { merchantPage } from '@quaff/platform/shared/safe-address'
import type { ExampleMessages } from './example-texts'

const owners = 'Merchant owners'
const exampleId = 'mer_example'

const urlIn =
  ({ settings }: Pick<Context, 'settings'>) =>
  (path: string) =>
    `${settings.baseUrl}${merchantPage(path, exampleId)}`

/** About one merchant, once it is there. */
export function merchantMails(texts: ExampleMessages): MailPreview[] {
  return [
    {
      name: 'Approval requested',
      receiver: owners,
      write: (ctx) =>
        applicationSubmittedMail({
          url: urlIn(ctx)('/merchants/application-submitted'),
          name: texts.venue,
          reference: texts.reference,
        }),
    },
    {
      name: 'Merchant ready for review',
      receiver: 'Administrators',
      write: ({ settings: { baseUrl } }) =>
        venueWaitsMail({
          baseUrl,
          name: texts.venue,
          reference: texts.reference,
          merchantId: exampleId,
          isAnswer: true,
        }),
    },
    ...lifecycleMails(texts),
    {
      name: 'Merchant transferred: new owner',
      receiver: 'New owner',
      write: (ctx) => newOwnerMail(urlIn(ctx)('/dashboard'), texts.venue),
    },
    {
      name: 'Merchant transferred: previous owner',
      receiver: 'Previous owner',
      write: (ctx) => formerOwnerMail(urlIn(ctx)('/dashboard'), texts.venue, true),
    },
    {
      name: 'Bank details changed',
      receiver: 'Merchant owners and administrators',
      write: (ctx) =>
        bankChangedMail(
          { ...ctx, actor: { kind: 'user', displayName: texts.person, email: 'ada@example.com' } },
          { merchantName: texts.venue, shown: '1234', path: merchantPage('/settings/billing', exampleId) },
        ),
    },
    {
      name: 'Bank details incomplete',
      receiver: owners,
      write: (ctx) => bankMissingMail(ctx, { ...payoutOf(texts), problem: 'No bank account on file' }),
    },
    { name: 'Payout statement', receiver: owners, write: (ctx) => statementReadyMail(ctx, payoutOf(texts)) },
    {
      name: 'Payment failed',
      receiver: owners,
      write: (ctx) => paymentFailedMail(ctx, { ...payoutOf(texts), reason: texts.reason }),
    },
  ]
}

const payoutOf = ({ venue }: ExampleMessages) => ({
  merchantId: exampleId,
  merchantName: venue,
  payoutId: 'pay_example',
  period: '2026-02',
  currency: 'usd',
  netMinor: 123_450,
})

function lifecycleMails({ venue, reason }: ExampleMessages): MailPreview[] {
  return [
    { name: 'Merchant approved', receiver: owners, write: (ctx) => approvedMail(urlIn(ctx), venue, true) },
    {
      name: 'Changes requested',
      receiver: owners,
      write: (ctx) =>
        changesRequestedMail(urlIn(ctx), venue, { items: ['address', 'bank'], note: reason, isActive: false }),
    },
    { name: 'Merchant rejected', receiver: owners, write: (ctx) => declinedMail(urlIn(ctx), venue, reason) },
    { name: 'Merchant suspended', receiver: owners, write: (ctx) => suspendedMail(urlIn(ctx), venue, reason) },
    { name: 'Merchant restored', receiver: owners, write: (ctx) => restoredMail(urlIn(ctx), venue, reason) },
  ]
}
