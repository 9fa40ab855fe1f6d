import { loadPlatformSettings } from '@quaff/features/settings/server'
import type { AppSettings } from '@quaff/platform/server/context'
import type { MailEnds } from '@quaff/platform/server/mail/outbox'

/** Only these two kinds of email are optional; the others respond to an action of the user. */
export function mailEnds({ baseUrl }: Pick<AppSettings, 'baseUrl'>): MailEnds {
  return {
    findSupportAddress: async (db) => (await loadPlatformSettings(db)).supportAddress,
    unsubscribeUrl(template, supportAddress) {
      if (template === 'daily_summary') return `${baseUrl}/settings?tab=preferences`
      if (template === 'waitlist_invitation' && supportAddress !== null)
        return `mailto:${supportAddress}?subject=${encodeURIComponent('Leave the waitlist')}`
      return null
    },
  }
}
