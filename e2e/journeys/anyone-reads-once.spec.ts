import type { Page } from '@playwright/test'
import { type DemoLabel, expect, signIn, signInThroughForm, test } from '../support/console'
import { callConsole } from '../support/console-api'

/** Well above the second that a change waits before the screen is read again. */
const listenMs = 5_000

/** Collects the calls of the console by procedure and input. */
function listen(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    const [, procedure] = /\/rpc\/(.+)$/.exec(request.url()) ?? []
    if (procedure) calls.push(`${procedure} ${request.postData() ?? ''}`)
  })
  return {
    /** Returns the repeated calls since the last time, once the screen has settled. */
    repeated: async () => {
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
      await page.clock.runFor(listenMs)
      return calls.splice(0).filter((call, at, all) => all.indexOf(call) !== at)
    },
  }
}

const screens: Record<Exclude<DemoLabel, 'viewer'>, readonly string[]> = {
  administrator: ['/dashboard', '/merchants', '/users', '/payouts', '/waitlists', '/subscriptions', '/settings'],
  owner: ['/dashboard', '/locations', '/plans', '/redemptions', '/payouts', '/users', '/analytics'],
}

test.describe('a screen sends no read twice in its first seconds', () => {
  test.beforeEach(({ page }) => page.clock.install())

  for (const label of ['administrator', 'owner'] as const) {
    test(`after signing in as ${label}, and on each main screen`, async ({ page }) => {
      const reads = listen(page)
      await signInThroughForm(page, label)
      expect(await reads.repeated(), 'after signing in').toEqual([])
      for (const path of screens[label]) {
        await page.goto(path)
        expect(await reads.repeated(), path).toEqual([])
      }
    })
  }

  test('after switching to another merchant', async ({ page }) => {
    await signIn(page, 'owner')
    const reads = listen(page)
    await page.getByRole('button', { name: /^Switch merchant/ }).click()
    await page.getByRole('option', { selected: false }).first().click()
    await expect(page.getByRole('option')).toHaveCount(0)
    expect(await reads.repeated()).toEqual([])
  })
})

test('a change between the read of a list and its live stream arrives', async ({ page, browser }) => {
  await signIn(page, 'administrator')
  const colleague = await browser.newContext({ storageState: await page.context().storageState() })
  const elsewhere = await colleague.newPage()
  await elsewhere.goto(new URL('/settings', page.url()).href)
  const name = 'Made before the stream'
  const waitlist = { name, kind: 'city', slug: 'before', description: '', city: 'Oslo', invitationDays: 7 }
  await page.route('**/rpc/sessions/live', async (route) => {
    await expect(page.locator('tbody tr[data-row-id]').first()).toBeVisible()
    await callConsole(elsewhere, 'waitlists/create', waitlist)
    await route.continue()
  })
  await page.goto('/waitlists')
  await expect(page.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible()
  await colleague.close()
})
