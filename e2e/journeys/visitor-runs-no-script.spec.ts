import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/console'
import { mark, storePayloads, type Stored } from '../support/store-payloads'

// Escaping has to hold by itself: the policy that would stop a script is switched off.
test.use({ bypassCSP: true })

/** What a payload would have become, had any of it been read as markup. Links of the product hold it encoded only. */
const traces = [
  ...['error', 'load', 'focus', 'toggle', 'begin', 'mouseover'].map((event) => `[on${event}]`),
  ...['src', 'href', 'srcdoc', 'data', 'action', 'style', 'content'].flatMap((name) =>
    ['/__ran', '__ran=1'].map((text) => `[${name}*="${text}"]`),
  ),
].join(',')

const staffScreens = (stored: Stored) => [
  '/merchants?q=Zq',
  ...['overview', 'locations', 'plans', 'promotions', 'team', 'activity'].map(
    (view) => `/merchants?id=${stored.merchant}&view=${view}`,
  ),
  '/merchants?tab=other&q=Zq',
  `/users?tab=everyone&q=zq.viewer`,
  `/users?tab=everyone&q=zq.viewer&id=${stored.person}`,
  '/plans/promotions?promotion=happy_hour&q=Zq',
  `/plans/promotions?tab=merchant&merchant=${stored.merchant}`,
  `/analytics?tab=subscriptions&id=${stored.subscription}`,
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
  '/merchant-signup-forms?tab=applications',
  `/merchant-signup-forms?tab=applications&id=${stored.signup}`,
  '/settings?tab=audit',
  '/dashboard?activity=all',
]
/** With the venue chosen in the switcher. */
const venueScreens = (stored: Stored) => [
  '/dashboard',
  '/locations',
  `/locations?id=${stored.location}`,
  '/locations?action=print',
  '/plans',
  `/plans?id=${stored.plan}`,
  '/affiliates',
]

test('forty script payloads in the stored texts run on no screen', async ({ page, context }) => {
  test.setTimeout(180_000)
  const faults: string[] = []
  page.on('dialog', (dialog) => {
    faults.push(`dialog on ${page.url()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.includes('__ran')) faults.push(`request ${request.url()} of ${page.url()}`)
  })
  await signIn(page, 'administrator')
  const stored = await test.step('an administrator and strangers store them', () => storePayloads(page))

  await test.step('every screen of the console shows them as text', async () => {
    for (const address of staffScreens(stored)) await readScreen(page, address)
    await page.goto(`/merchants?id=${stored.merchant}`)
    await page.getByRole('link', { name: 'Open as this merchant' }).click()
    for (const address of venueScreens(stored)) await readScreen(page, address)
  })

  await test.step('so do the search and the pages for everybody', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(mark)
    await expect(page.getByRole('option', { name: /__ran/ }).first()).toBeVisible()
    await expectNothingRan(page, 'the search')
    for (const address of [stored.formPath, stored.waitlistPath]) await readScreen(page, address)
  })
  expect(faults).toEqual([])
})

async function readScreen(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect
    .poll(() => page.evaluate(readAll), { message: `a payload as text on ${address}`, timeout: 8_000 })
    .toContain('__ran')
  await expectNothingRan(page, address)
}

/** What stands on the page and in its fields. */
function readAll(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
  return [document.body.innerText, ...fields.map((field) => field.value)].join('\n')
}

async function expectNothingRan(page: Page, where: string): Promise<void> {
  for (const frame of page.frames()) {
    const found = await frame.evaluate(
      (selector) => ({
        ran: '__ran' in window,
        elements: [...document.querySelectorAll(selector)].map((element) => element.outerHTML.slice(0, 200)),
        scripts: [...document.scripts].filter((script) => script.text.includes('window.__ran=1')).length,
      }),
      traces,
    )
    expect(found, where).toEqual({ ran: false, elements: [], scripts: 0 })
  }
}
