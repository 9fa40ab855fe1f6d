import { sql } from 'drizzle-orm'
import { compactUserCounts, compactUserSearch } from '@quaff/features/accounts/server'
import { pruneUserActivity } from '@quaff/features/activity/server'
import { pruneClicks } from '@quaff/features/affiliates/server'
import { refreshAnalytics } from '@quaff/features/analytics/server'
import { purgeBrandImages } from '@quaff/features/branding/server'
import { forgetChecked, keepPaidUntilHandler, keepPaidUntilKind } from '@quaff/features/imports/server'
import { pruneIngestEvents } from '@quaff/features/ingest/server'
import { adoptZoneKind } from '@quaff/features/merchants/rules'
import {
  adoptMissingZones,
  adoptZoneHandler,
  compactMerchantCounts,
  forgetMerchantKind,
} from '@quaff/features/merchants/server'
import { sendDailyMails } from '@quaff/features/notifications/server'
import { prunePaymentEvents, retryDueEvents } from '@quaff/features/payments/server'
import { prepareMonths } from '@quaff/features/redemptions/server'
import { placeWaitingRefunds } from '@quaff/features/refunds/server'
import { deleteExpiredSessions } from '@quaff/features/sessions/server'
import { sealAuditLog, sealOldAuditEntries, loadPlatformSettings } from '@quaff/features/settings/server'
import { deleteExpiredProofs } from '@quaff/features/sign-in/server'
import { compactSubmissionCounts, purgeFormImages } from '@quaff/features/signup-forms/server'
import { pruneEventRefusals } from '@quaff/features/sources/server'
import {
  compactChargeMonths,
  compactPlatformCounts,
  endDueSubscriptions,
  renewMoves,
} from '@quaff/features/subscriptions/server'
import { forgetMerchantHandler } from '@quaff/features/users/server'
import { compactWaitlistCounts, renewWaitlistAreas } from '@quaff/features/waitlists/server'
import { pruneWebhooks } from '@quaff/features/webhooks/server'
import {
  type AppSettings,
  deleteOldOnceKeys,
  type MailEnds,
  type Mailer,
  pruneMails,
  type RecurringJob,
  sendMailHandler,
  sendMailKind,
  type Services,
} from '@quaff/platform/server'
import { pruneLiveEvents } from '@quaff/platform/server/adapters/live/live-store'
import { JobRunner } from '@quaff/platform/server/job-runner'
import { recountHandler, recountKind } from './commands/aggregates'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** `own`: jobs of this kind of installation. */
export function createJobRunner(services: Services, mailer: Mailer, own: Record<string, RecurringJob> = {}): JobRunner {
  const sendMail = sendMailHandler(mailer, mailEnds(services.settings))
  const handlers = {
    [sendMailKind]: sendMail,
    [forgetMerchantKind]: forgetMerchantHandler,
    [adoptZoneKind]: adoptZoneHandler,
    [recountKind]: recountHandler,
    [keepPaidUntilKind]: keepPaidUntilHandler,
  }
  return new JobRunner(services, { handlers, recurring: { ...recurring, ...own } })
}

const recurring: Record<string, RecurringJob> = {
  prune_live_events: { everyMs: 10 * minuteMs, run: ({ db }) => pruneLiveEvents(db) },
  prune_sessions: { everyMs: hourMs, run: deleteExpiredSessions },
  prune_proofs: { everyMs: hourMs, run: deleteExpiredProofs },
  prune_affiliate_clicks: { everyMs: hourMs, run: pruneClicks },
  prune_ingest_events: { everyMs: hourMs, leaseMs: 10 * minuteMs, run: pruneIngestEvents },
  retry_payment_events: { everyMs: minuteMs, leaseMs: 10 * minuteMs, run: retryDueEvents },
  place_waiting_refunds: { everyMs: minuteMs, leaseMs: 10 * minuteMs, run: placeWaitingRefunds },
  prune_payment_events: { everyMs: hourMs, leaseMs: 10 * minuteMs, run: prunePaymentEvents },
  prune_webhooks: { everyMs: hourMs, leaseMs: 10 * minuteMs, run: pruneWebhooks },
  prune_event_refusals: { everyMs: 6 * hourMs, run: pruneEventRefusals },
  prune_once_keys: { everyMs: hourMs, run: deleteOldOnceKeys },
  purge_brand_images: { everyMs: hourMs, leaseMs: 10 * minuteMs, run: purgeBrandImages },
  purge_form_images: { everyMs: hourMs, leaseMs: 10 * minuteMs, run: purgeFormImages },
  forget_checked_imports: { everyMs: hourMs, leaseMs: 10 * minuteMs, run: forgetChecked },
  prune_user_activity: { everyMs: 6 * hourMs, leaseMs: 10 * minuteMs, run: pruneUserActivity },
  compact_user_counts: { everyMs: 10 * minuteMs, run: compactUserCounts },
  compact_user_search: { everyMs: minuteMs, leaseMs: 10 * minuteMs, run: compactUserSearch },
  compact_merchant_counts: { everyMs: 10 * minuteMs, run: compactMerchantCounts },
  adopt_merchant_zones: { everyMs: hourMs, leaseMs: 10 * minuteMs, run: adoptMissingZones },
  compact_waitlist_counts: { everyMs: 10 * minuteMs, run: compactWaitlistCounts },
  compact_waitlist_areas: { everyMs: 10 * minuteMs, leaseMs: 10 * minuteMs, run: renewWaitlistAreas },
  compact_submission_counts: { everyMs: 10 * minuteMs, run: compactSubmissionCounts },
  compact_platform_counts: { everyMs: 10 * minuteMs, run: compactPlatformCounts },
  renew_subscription_moves: { everyMs: minuteMs, leaseMs: 10 * minuteMs, run: renewMoves },
  compact_charge_months: { everyMs: 10 * minuteMs, run: compactChargeMonths },
  prune_mails: { everyMs: 6 * hourMs, leaseMs: 10 * minuteMs, run: pruneMails },
  prune_rate_limits: { everyMs: hourMs, run: pruneRateLimits },
  seal_audit_log: { everyMs: minuteMs, leaseMs: 10 * minuteMs, run: sealAuditLog },
  seal_old_audit_entries: { everyMs: 6 * hourMs, leaseMs: 10 * minuteMs, run: sealOldAuditEntries },
  daily_mails: { everyMs: 15 * minuteMs, leaseMs: 10 * minuteMs, run: sendDailyMails },
  end_due_subscriptions: { everyMs: 5 * minuteMs, leaseMs: 10 * minuteMs, run: endDueSubscriptions },
  refresh_analytics: { everyMs: 10 * minuteMs, leaseMs: 10 * minuteMs, run: refreshAnalytics },
  redemption_partitions: { everyMs: 6 * hourMs, run: prepareMonths },
}

/** No limit has a window of more than a day. */
async function pruneRateLimits({ db, clock }: Services) {
  const before = new Date(clock.now().getTime() - 2 * dayMs)
  await db.execute(sql`delete from rate_limits where window_started_at < ${before}`)
}

/** Only these two kinds of email are optional; the others respond to an action of the user. */
export function mailEnds({ baseUrl }: Pick<AppSettings, 'baseUrl'>): MailEnds {
  return {
    findSupportAddress: async (db) => (await loadPlatformSettings(db)).supportAddress,
    unsubscribeUrl(template, supportAddress) {
      if (template === 'daily_summary') return `${baseUrl}/settings?tab=notifications`
      if (template === 'waitlist_invitation' && supportAddress !== null)
        return `mailto:${supportAddress}?subject=${encodeURIComponent('Leave the waitlist')}`
      return null
    },
  }
}
