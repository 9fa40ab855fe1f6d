import { dailyMail } from '@quaff/features/notifications/server'
import type { MailPreview } from '@quaff/features/settings/server'
import { switchedOffMail } from '@quaff/features/webhooks/server'
import { accountMails } from './account-mails'
import { exampleMessages, type ExampleMessages } from './example-texts'
import { joiningMails } from './joining-mails'
import { merchantMails } from './merchant-mails'

/** Lists every email that the product sends, for administrators to review. */
export function mailPreviews(texts: ExampleMessages = exampleMessages): readonly MailPreview[] {
  return [...joiningMails(texts), ...accountMails(texts), ...merchantMails(texts), dailySummary(texts), webhookDisabled]
}

const dayMs = 86_400_000

const webhookDisabled: MailPreview = {
  name: 'Webhook endpoint disabled',
  receiver: 'Administrators',
  write: (ctx) =>
    switchedOffMail(ctx, {
      endpoint: { id: 'whe_example', url: 'https://hooks.example.com/', description: '' },
      reason: 'failing',
      since: new Date(ctx.clock.now().getTime() - 5 * dayMs),
    }),
}

function dailySummary({ venue }: ExampleMessages): MailPreview {
  const none = { count: 1, newest: null, isNew: false, merchant: null }
  return {
    name: 'Daily summary',
    receiver: 'Subscribers to the daily summary',
    write: ({ settings, clock }) => {
      const now = clock.now()
      const since = new Date(now.getTime() - 3 * dayMs)
      const review = { id: 'review', kind: 'merchants_in_review', title: '1 merchant waiting for review' } as const
      const bank = { id: 'bank', kind: 'bank_missing', title: 'Bank details are missing' } as const
      return dailyMail(
        settings,
        [
          { ...none, ...review, detail: null, since, href: '/merchants?desk=true', urgent: true },
          { ...none, ...bank, detail: venue, since: null, href: '/settings/billing', urgent: false },
        ],
        now,
      )
    },
  }
}
