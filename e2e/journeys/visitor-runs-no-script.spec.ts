import type { Page } from '@playwright/test'
import { typed } from '@quaff/database/testing/stored-texts'
import { payloadSets } from '@quaff/platform/testing/script-payloads'
import { expect, follow, signIn, test, type DemoLabel } from '../support/console'
import { callConsole } from '../support/console-api'
import { fillAnswers } from '../support/fill-answers'
import { scriptsIn, watchForScripts } from '../support/script-detector'
import { mark, storePayloads, type Stored } from '../support/store-payloads'
import { memberScreens, staffScreens, venueScreens, visitorScreens, type StoredScreen } from '../support/stored-screens'
import { ownTexts, typedKeys } from '../support/typed-keys'

// Escaping has to hold by itself: the policy that would stop a script is switched off.
// A test needs what those before it stored and saw.
test.describe.configure({ mode: 'serial' })
// A trace would keep a picture of every reading.
test.use({ bypassCSP: true, trace: 'off', actionTimeout: 10_000 })

/** Long texts need so much room that these lists drop the columns; chosen ones stay. */
const chosenColumns = { applications: ['status', 'contact'], 'waitlist-entries': ['status', 'area', 'venue'] }

const filledScreens = (stored: Stored) => [
  '/merchants?q=Zq',
  ...['overview', 'locations', 'plans', 'promotions', 'team', 'activity'].map(
    (view) => `/merchants?id=${stored.merchant}&view=${view}`,
  ),
  '/merchants?tab=other&q=Zq',
  `/users?tab=everyone&q=zq.viewer`,
  `/users?tab=everyone&q=zq.viewer&id=${stored.person}`,
  '/plans/promotions?promotion=happy_hour&q=Zq',
  `/plans/promotions?tab=merchant&merchant=${stored.merchant}`,
  `/subscriptions?id=${stored.subscription}`,
  `/redemptions?tab=history&id=${stored.redemption}`,
  `/payouts?id=${stored.payout}`,
  `/payouts/statement?id=${stored.payout}`,
  '/waitlists',
  `/waitlists?list=${stored.waitlist}`,
  `/waitlists?list=${stored.waitlist}&id=${stored.entry}`,
  `/waitlists?list=${stored.waitlist}&view=demand`,
  '/affiliates',
  `/affiliates?id=${stored.link}`,
  '/merchant-signup-forms',
  `/merchant-signup-forms?id=${stored.form}`,
  `/merchant-signup-forms?id=${stored.form}&view=settings`,
  '/merchant-signup-forms?tab=submissions',
  `/merchant-signup-forms?tab=submissions&id=${stored.submission}`,
  '/applications',
  `/applications?id=${stored.signup}`,
  '/settings?tab=audit',
  '/dashboard?activity=all',
]
/** The merchant is chosen in the switcher. */
const filledAtVenue = (stored: Stored) => [
  '/dashboard',
  '/locations',
  `/locations?id=${stored.location}`,
  '/locations?action=print',
  '/plans',
  `/plans?id=${stored.plan}`,
  '/affiliates',
]

let stored: Stored | undefined
const storeOnce = async (page: Page) => (stored ??= await storePayloads(page))

test('forty script payloads in the stored texts run on no screen', async ({ page, context }) => {
  test.setTimeout(300_000)
  const errors = await watchForScripts(context)
  await signIn(page, 'administrator')
  const filled = await test.step('an administrator and strangers store them', () => storeOnce(page))

  await test.step('every screen of the console shows them as text', async () => {
    for (const address of filledScreens(filled)) await readScreen(page, address)
    await page.goto(`/merchants?id=${filled.merchant}`)
    await page.getByRole('link', { name: 'Open as this merchant' }).click()
    for (const address of filledAtVenue(filled)) await readScreen(page, address)
  })

  await test.step('so do the search and the pages for everybody', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(mark)
    await expect(page.getByRole('option', { name: /__ran/ }).first()).toBeVisible()
    await expectNothingRan(page, 'the search')
    for (const address of [filled.formPath, filled.waitlistPath]) await readScreen(page, address)
  })
  expect(errors).toEqual([])
})

async function readScreen(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect
    .poll(() => page.evaluate(readAll), { message: `a payload as text on ${address}`, timeout: 8_000 })
    .toContain('__ran')
  await expectNothingRan(page, address)
}

/** Returns all texts of the page and its fields. */
function readAll(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
  return [document.body.innerText, ...fields.map((field) => field.value)].join('\n')
}

async function expectNothingRan(page: Page, where: string): Promise<void> {
  expect(await scriptsIn(page), where).toEqual([])
}

const texts = payloadSets(2)
/** On a slow machine a part may render after the reading. */
const mostReadings = 4 * texts.length
/** The screens on which each API text was seen with all forty payloads. */
const seenOn = new Map<string, Set<string>>()

for (const role of ['administrator', 'owner', 'viewer', 'visitor'] as const) {
  test(`whatever a text contains, each of the forty is text to the ${role}`, async ({ page, context }) => {
    test.setTimeout(600_000)
    const errors = await watchForScripts(context)
    const screens = await screensOf(page, role)
    await fillAnswers(page, { texts, keys: typedKeys, except: ownTexts })
    await page.addInitScript((columns) => {
      for (const [list, ids] of Object.entries(columns))
        localStorage.setItem(`quaff.columns.${list}`, JSON.stringify(ids))
    }, chosenColumns)
    let before: StoredScreen | undefined
    for (const screen of screens) {
      await readWithEach(page, screen, isFollowed(before, screen) ? follow : openAgain)
      before = screen
    }
    expect(errors).toEqual([])
  })
}

test('every text that someone types was among them', async () => {
  const unseen = Object.entries(typed).flatMap(([column, wires]) =>
    wires.filter((wire) => !seenOn.has(wire)).map((wire) => `${column}: ${wire}`),
  )
  expect(unseen).toEqual([])
  const body = JSON.stringify(Object.fromEntries([...seenOn].map(([wire, screens]) => [wire, [...screens]])), null, 1)
  await test.info().attach('texts of the API and their screens', { body, contentType: 'application/json' })
})

async function screensOf(page: Page, role: DemoLabel | 'visitor'): Promise<StoredScreen[]> {
  const first = async (procedure: string, input: object) =>
    (await callConsole(page, procedure, input)).rows[0]?.id ?? ''
  await signIn(page, role === 'visitor' ? 'administrator' : role)
  if (role === 'visitor') {
    const screens = visitorScreens(await storeOnce(page))
    await page.context().clearCookies()
    return screens
  }
  if (role === 'administrator') {
    return staffScreens(await storeOnce(page), {
      suspended: await first('merchants/list', { status: 'suspended' }),
      blocked: await first('users/list', { tab: 'blocked' }),
      customer: await first('users/list', { tab: 'customers' }),
      failed: await first('payouts/list', { status: 'failed' }),
    })
  }
  const session = await callConsole(page, 'sessions/current', {})
  const { id: merchantId } = session['assignedMerchant'] as { id: string }
  const location = await first('locations/list', { merchantId })
  return [...venueScreens({ location, plan: await first('plans/list', { merchantId }) }), ...memberScreens]
}

const openAgain: typeof follow = async (page, address) => {
  await page.goto(address)
}

/** A screen is opened by a link within the console if nothing of the previous one stays open. */
function isFollowed(before: StoredScreen | undefined, screen: StoredScreen): boolean {
  const isPlain = ({ press, prepare, keepsInput = false }: StoredScreen) => !press && !prepare && !keepsInput
  return before !== undefined && isPlain(before) && isPlain(screen) && !screen.address.startsWith('/settings')
}

/** A page with a live stream refetches with the next texts; other pages are opened again. */
async function readWithEach(page: Page, screen: StoredScreen, open: typeof follow): Promise<void> {
  const { address, prepare, press, keepsInput = false, passing } = screen
  const shown = new Map<string, Set<number>>()
  const missing = () =>
    [...shown].flatMap(([wire, seen]) => (seen.size < texts.length && wire !== passing ? [wire] : []))
  await prepare?.(page)
  for (let opened = 0; opened === 0 || (keepsInput && missing().length > 0 && opened < mostReadings); opened++) {
    await open(page, address)
    await press?.(page)
    const reading = await page.evaluate((rounds) => window.readScreen(rounds), keepsInput ? 0 : mostReadings)
    expect.soft(reading.scripts, address).toEqual([])
    expect.soft(reading.altered, address).toEqual([])
    for (const [wire, which] of Object.entries(reading.shown)) {
      shown.set(wire, new Set([...(shown.get(wire) ?? []), ...which]))
    }
  }
  await page.unrouteAll()
  expect.soft(shown.size, `${address} shows a stored text`).toBeGreaterThan(0)
  expect.soft(missing(), `${address}: not seen with each payload`).toEqual([])
  for (const [wire, seen] of shown) {
    if (seen.size === texts.length) seenOn.set(wire, (seenOn.get(wire) ?? new Set()).add(address))
  }
}
