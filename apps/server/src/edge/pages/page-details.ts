import { setTimeout } from 'node:timers/promises'
import type { FindInvitation, PageDetails } from '@quaff/features/marketing/contract'
import { exampleStatement, supportLinkOf } from '@quaff/features/marketing/rules'
import type { PlatformSettings, PublicSettings } from '@quaff/features/settings/platform-contract'
import { loadPlatformSettings } from '@quaff/features/settings/server'
import { joinPath } from '@quaff/features/waitlists/rules'
import { findOpenGuestList } from '@quaff/features/waitlists/server'
import { dayKeyIn, remember, type Services } from '@quaff/platform/server'

/** A changed platform setting is on the public pages after this. */
const settingsAgeMs = 5_000

type ShownSettings = PublicSettings & Partial<Pick<PlatformSettings, 'platformFeeBasisPoints'>>

const nothingConfigured: ShownSettings = { supportAddress: null, appStoreUrl: null, playStoreUrl: null }

/** Default without affiliate links. */
export const noInvitations: FindInvitation = () => Promise.resolve(null)

/** A page never waits longer for the database: it is shown with what was read last. Only the first has nothing to show. */
const patienceMs = { first: 5_000, later: 500 } as const

/** Data for a page that is known only at run time. */
export function pageDetails(services: Services, findInvitation: FindInvitation) {
  const { settings: installation, clock, log } = services
  let settings = nothingConfigured
  let guestList: { slug: string } | undefined
  const waitlistPath = () =>
    guestList && settings.appStoreUrl === null && settings.playStoreUrl === null ? joinPath(guestList.slug) : null
  const refresh = async () => {
    const age = { key: ['public-pages'], maxAgeMs: settingsAgeMs }
    const read = await remember(services, age, () =>
      Promise.all([loadPlatformSettings(services.db), findOpenGuestList(services.db)]),
    )
    settings = read[0]
    guestList = read[1]
    return null
  }
  const inTime = <T>(answer: Promise<T>): Promise<T | null> => {
    const patience = settings === nothingConfigured ? patienceMs.first : patienceMs.later
    const missed = answer.catch((error: unknown) => {
      log.warn('public_page_without_facts', { error: error instanceof Error ? error.name : 'unknown' })
      return null
    })
    return Promise.race([missed, setTimeout(patience, null, { ref: false })])
  }
  return async (inviteCode: string | null): Promise<PageDetails> => {
    const requested = inviteCode === null ? Promise.resolve(null) : findInvitation(inviteCode)
    const [invitation] = await Promise.all([inTime(requested), inTime(refresh())])
    return {
      baseUrl: installation.baseUrl,
      year: dayKeyIn(installation.timeZone, clock.now()).slice(0, 4),
      supportAddress: settings.supportAddress,
      supportLink: supportLinkOf(settings.supportAddress),
      ...(settings.platformFeeBasisPoints === undefined
        ? { feeShare: null, exampleFee: null, exampleNet: null }
        : exampleStatement(settings.platformFeeBasisPoints)),
      appStoreUrl: settings.appStoreUrl,
      playStoreUrl: settings.playStoreUrl,
      waitlistPath: waitlistPath(),
      inviter: invitation?.inviter ?? null,
      inviteCode: invitation?.code ?? null,
    }
  }
}
