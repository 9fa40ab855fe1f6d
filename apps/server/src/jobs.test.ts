import { expect, it } from 'vitest'
import { platformSettings } from '@quaff/features/settings/tables'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { mailEnds } from './jobs'
import { mailPreviews } from './mail-previews/mail-previews'

const ends = mailEnds({ baseUrl: 'https://console.example.com' })

it('answers go to the address in the platform settings, read when the mail leaves', async () => {
  const services = await createTestServices()
  expect(await ends.findSupportAddress(services.db)).toBeNull()
  const updatedAt = services.clock.now()
  await services.db.insert(platformSettings).values({ key: 'supportAddress', value: 'help@quaff.test', updatedAt })
  expect(await ends.findSupportAddress(services.db)).toBe('help@quaff.test')
  await services.close()
})

it('the daily summary is switched off in the preferences, a waitlist is left by a mail to support, and nothing else', () => {
  const settings = {
    baseUrl: 'https://console.example.com',
    timeZone: 'UTC',
    consoleBuild: '1',
    release: { version: '1.2.3', commit: null },
    secureCookies: true,
  }
  const ctx = { settings, clock: { now: () => new Date('2026-03-10T12:00:00Z') } }
  const urls = (address: string | null) =>
    mailPreviews().flatMap(({ write }) => {
      const { template } = write(ctx)
      const url = ends.unsubscribeUrl(template, address)
      return url === null ? [] : [[template, url]]
    })
  const daily = ['daily_summary', 'https://console.example.com/settings?tab=notifications']
  const waitlist = ['waitlist_invitation', 'mailto:help@quaff.test?subject=Leave%20the%20waitlist']
  expect(urls('help@quaff.test')).toEqual([waitlist, daily])
  expect(urls(null)).toEqual([daily])
})
