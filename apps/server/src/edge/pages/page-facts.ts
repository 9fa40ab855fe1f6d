import { defaultSupportAddress, type FindInvitation, type PageFacts } from '@quaff/features/marketing/pages/contract'
import type { PublicSettings } from '@quaff/features/settings/platform/contract'
import { loadPlatformSettings } from '@quaff/features/settings/server'
import { setTimeout } from 'node:timers/promises'
import type { Services } from '@quaff/platform/server/context'
import { remember } from '@quaff/platform/server/memory/remember'
import { dayKeyIn } from '@quaff/platform/shared/calendar'

/** A changed platform setting is on the public pages after this. */
const settingsAgeMs = 5_000

const nothingConfigured: PublicSettings = { supportAddress: null, appStoreUrl: null, playStoreUrl: null }

/** Nobody is known by a code until affiliate links are. */
export const noInvitations: FindInvitation = () => Promise.resolve(null)

/** A page never waits longer for the database: it is shown with what was read last. */
const patienceMs = 500

/** What the server knows and the build could not. */
export function pageFacts(services: Services, findInvitation: FindInvitation) {
  const { settings: installation, clock, log } = services
  let settings = nothingConfigured
  const refresh = async () => {
    const age = { key: ['public-pages'], maxAgeMs: settingsAgeMs }
    settings = await remember(services, age, () => loadPlatformSettings(services.db))
    return null
  }
  const inTime = <T>(answer: Promise<T>): Promise<T | null> => {
    const missed = answer.catch((error: unknown) => {
      log.warn('public_page_without_facts', { error: error instanceof Error ? error.name : 'unknown' })
      return null
    })
    return Promise.race([missed, setTimeout(patienceMs, null, { ref: false })])
  }
  return async (inviteCode: string | null): Promise<PageFacts> => {
    const asked = inviteCode === null ? Promise.resolve(null) : findInvitation(inviteCode)
    const [invitation] = await Promise.all([inTime(asked), inTime(refresh())])
    return {
      baseUrl: installation.baseUrl,
      year: dayKeyIn(installation.timeZone, clock.now()).slice(0, 4),
      supportAddress: settings.supportAddress ?? defaultSupportAddress,
      appStoreUrl: settings.appStoreUrl,
      playStoreUrl: settings.playStoreUrl,
      inviter: invitation?.inviter ?? null,
      inviteCode: invitation?.code ?? null,
    }
  }
}
