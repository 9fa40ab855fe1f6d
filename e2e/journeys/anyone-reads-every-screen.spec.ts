import type { Page } from '@playwright/test'
import {
  enter,
  findDefects,
  isForced,
  isPaper,
  largeTextModes,
  modes,
  openLargeText,
  type Mode,
} from '../support/appearance'
import { expect, findViolations, settle, signIn, storeScreen, test } from '../support/console'
import { findLikeStates } from '../support/state-pictures'
import { demoScreens, type StoredScreen } from '../support/stored-screens'

/** `SCREENS=all npm run e2e -- every-screen` visits every screen, in about an hour; `SCREENS='payouts|plans'` those that match. */
const wanted = process.env['SCREENS']

/** Between them they hold every control, mark and chart of the kit. */
const samples = /^\/(merchants|payouts|analytics|users|settings\/billing|plans\?action=create|auth\/login|)$/
const isWanted = ({ address }: StoredScreen) =>
  wanted === undefined ? samples.test(address) : wanted === 'all' || new RegExp(wanted).test(address)

/** Two kinds of colors have two kinds of likeness. */
const seen = new Map<string, Set<string>>()

for (const role of ['administrator', 'owner', 'viewer', 'visitor'] as const) {
  if (wanted === undefined && role === 'viewer') continue
  test(`the ${role} reads each screen in own colors, at 320 pixels, with large text and on paper`, async ({
    page,
    browser,
    launchOptions,
    baseURL,
  }) => {
    test.setTimeout(wanted === undefined ? 240_000 : 3_600_000)
    await signIn(page, role === 'visitor' ? 'administrator' : role)
    const screens = (await demoScreens(page, role)).filter(isWanted)
    if (role === 'visitor') await page.context().clearCookies()
    const storageState = await page.context().storageState()
    const large = await openLargeText(browser, launchOptions, { baseURL: baseURL ?? '', storageState })
    for (const screen of screens) {
      await readIn(page, screen, wanted === undefined ? modes.slice(2) : modes)
      await readIn(large, screen, largeTextModes)
    }
    await large.context().browser()?.close()
  })
}

test('without the sheet of other media, the same checks find what is lost', async ({ page }) => {
  await page.route('**/other-media*', (route) => route.abort())
  await signIn(page, 'owner', '/analytics')
  const [forced, paper] = [modes.find(isForced), modes.find(isPaper)]
  if (!forced || !paper) throw new Error('There is no such mode')
  await enter(page, paper)
  await settle(page)
  expect((await findDefects(page, paper)).join()).toContain('is printed')
  await enter(page, forced)
  expect((await findLikeStates(page, new Set())).join()).toMatch(/aria-pressed.+progress.+data-level/)
})

async function readIn(page: Page, { address, prepare, press }: StoredScreen, visited: readonly Mode[]): Promise<void> {
  const [first] = visited
  if (!first) return
  await enter(page, first)
  await prepare?.(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
  await settle(page)
  await press?.(page)
  for (const mode of visited) {
    const where = `${address} in ${mode.name}`
    await enter(page, mode)
    if (isPaper(mode)) await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await settle(page)
    await storeScreen(page, where)
    expect.soft(await findDefects(page, mode), where).toEqual([])
    // A floating bar covers no button of the list at its end; the bar at the top may cover what is scrolled away.
    await page.evaluate(() => {
      document.querySelector('header')?.style.setProperty('position', 'static')
      scrollTo(0, document.body.scrollHeight)
    })
    // Colors that the reader chose are the reader's; paper is not read by a machine.
    if (!isForced(mode) && !isPaper(mode))
      expect
        .soft(
          (await findViolations(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`),
          where,
        )
        .toEqual([])
  }
  // The comparison changes the page, so it comes last.
  for (const mode of visited.filter(isForced)) {
    const compared = seen.get(mode.name) ?? new Set<string>()
    seen.set(mode.name, compared)
    await enter(page, mode)
    expect.soft(await findLikeStates(page, compared), `${address} in ${mode.name}`).toEqual([])
  }
  await page.unrouteAll()
}
