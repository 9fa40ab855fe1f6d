import type { Browser, Page } from '@playwright/test'
import { demoAccount, expect, inspectScreen, signIn, test } from '../support/console'
import { callConsole } from '../support/console-api'

/** Maximum number of requests in the seconds after waking; the first load needs as many. */
const mostRequests = 40
const listenMs = 5_000

/** The lid is shut: no network, and of the timers of eight hours each fires once at most, as in a real browser. */
async function sleep(page: Page, whileAsleep: () => Promise<unknown>) {
  await page.context().setOffline(true)
  await whileAsleep()
  await page.clock.fastForward('08:00:00')
  await page.context().setOffline(false)
}

/** Another browser with the same session. */
async function openElsewhere(browser: Browser, page: Page) {
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const elsewhere = await context.newPage()
  await elsewhere.goto(new URL('/settings', page.url()).href)
  return elsewhere
}

test.describe('anyone wakes a tab that slept for eight hours', () => {
  test.beforeEach(({ page }) => page.clock.install())

  test('it shows what is true by now, without a storm of requests', async ({ page, browser }) => {
    await signIn(page, 'administrator', '/waitlists')
    await expect(page.locator('tbody tr[data-row-id]').first()).toBeVisible()
    const elsewhere = await openElsewhere(browser, page)
    const name = 'Made while the tab slept'
    const waitlist = { name, kind: 'city', slug: 'slept', description: '', city: 'Oslo', invitationDays: 7 }
    await sleep(page, () => callConsole(elsewhere, 'waitlists/create', waitlist))
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await expect(page.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible()
    await page.clock.runFor(listenMs)
    expect(requested.length, requested.join('\n')).toBeLessThan(mostRequests)
    await elsewhere.context().close()
  })

  test('whose session has ended in the meantime leads to the sign-in, and from there back to where it was', async ({
    page,
    browser,
  }) => {
    await signIn(page, 'owner', '/plans?q=tea')
    const address = page.url()
    const elsewhere = await openElsewhere(browser, page)
    await sleep(page, () => callConsole(elsewhere, 'sessions/signOut', {}))
    await elsewhere.context().close()
    await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
    await inspectScreen(page, 'woken-signed-out', { brief: true })
    const { email, password } = demoAccount('owner')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
