import { devices, type Locator, type Page } from '@playwright/test'
import { type DemoLabel, expect, readMail, signIn, signInThroughForm, test } from '../support/console'

/** Half of the clicks of November 27, 2026, or six; those of `ux.md` are in `before`. */
const most = (before: number | null) => Math.max(6, Math.floor((before ?? 0) / 2))

type Before = { clicks: number | null; seconds: number | null }
type Result = { job: string; before: Before; clicks: number; typings: number; seconds: number }
const results: Result[] = []

/** Counts what a hand does. A key that opens, moves or confirms counts like a click; the text of one field is one typing. */
class Hand {
  acts = 0
  typings = 0
  private readonly startedAt = performance.now()

  constructor(readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.acts += 1
    await target.click()
  }

  async press(key: string): Promise<void> {
    this.acts += 1
    await this.page.keyboard.press(key)
  }

  /** Into what has the focus. */
  async type(text: string): Promise<void> {
    this.typings += 1
    await this.page.keyboard.type(text)
  }

  /** Replaces the text of a field, which takes a click into it. */
  async fill(field: Locator, text: string): Promise<void> {
    await this.click(field)
    this.typings += 1
    await field.fill(text)
  }

  get seconds(): number {
    return (performance.now() - this.startedAt) / 1_000
  }
}

type Job = { name: string; who: DemoLabel; before: Before; run: (hand: Hand, page: Page) => Promise<void> }

/** Each job begins on the dashboard, uses no address, and ends with its visible result. */
function job({ name, who, before, run }: Job) {
  test(name, async ({ page }) => {
    test.setTimeout(240_000)
    // A bank file asks for the password five minutes after the sign-in.
    await signInThroughForm(page, who)
    await expect(page.getByLabel('Password', { exact: true })).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await measure({ name, before, run }, page)
  })
}

async function measure({ name, before, run }: Omit<Job, 'who'>, page: Page): Promise<void> {
  const hand = new Hand(page)
  await run(hand, page)
  results.push({ job: name, before, clicks: hand.acts, typings: hand.typings, seconds: hand.seconds })
  expect(hand.acts, `clicks of “${name}”`).toBeLessThanOrEqual(most(before.clicks))
}

const shown = (value: number | null) => (value === null ? '–' : String(value))

test.afterAll(() => {
  console.log(
    '| job | clicks before | clicks now | typings | seconds before | seconds now |\n|---|---|---|---|---|---|',
  )
  for (const { job, before, clicks, typings, seconds } of results)
    console.log(
      `| ${job} | ${shown(before.clicks)} | ${clicks} | ${typings} | ${shown(before.seconds)} | ${seconds.toFixed(1)} |`,
    )
})

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const toast = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first()
const button = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name }).first()

job({
  name: 'approve the merchant that waits longest',
  who: 'administrator',
  before: { clicks: 4, seconds: 3.9 },
  run: async (hand, page) => {
    await hand.click(link(page, 'Review the oldest'))
    const name = (await page.getByRole('article').getByRole('heading').first().innerText()).trim()
    await hand.click(button(page.getByRole('article'), /^Approve/))
    await hand.click(dialogOf(page, `Approve ${name}?`).getByRole('button', { name: 'Approve', exact: true }))
    await expect(page.getByText(/^1 of \d+ reviewed/).first()).toBeVisible()
  },
})

job({
  name: 'find a customer and cancel the subscription',
  who: 'administrator',
  before: { clicks: 5, seconds: null },
  run: async (hand, page) => {
    await hand.press('ControlOrMeta+k')
    await hand.type('cancel tess')
    await hand.click(page.getByRole('option', { name: /^Cancel subscription.*Tess Farrow.*Day Pass/ }))
    const dialog = dialogOf(page, /^Cancel Tess Farrow’s subscription/)
    await hand.fill(dialog.getByRole('textbox', { name: /Reason/ }), 'Moves to another city')
    await hand.click(button(dialog, /^Cancel (at period end|now)$/))
    await toast(page, /^(Cancellation scheduled|Subscription canceled)$/)
  },
})

job({
  name: 'find out why revenue changed',
  who: 'administrator',
  before: { clicks: 3, seconds: 3.6 },
  run: async (hand, page) => {
    await hand.click(link(page, 'Analytics'))
    await expect(page.getByRole('region', { name: 'In short' })).toContainText(/revenue (rose|fell) .* new/)
    await hand.click(page.getByRole('list', { name: /^Monthly revenue from/ }).getByRole('link', { name: /Churned/ }))
    await expect(page).toHaveURL(/change=lost/)
    await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible()
  },
})

job({
  name: 'invite a viewer of two venues',
  who: 'administrator',
  before: { clicks: 7, seconds: null },
  run: async (hand, page) => {
    await hand.press('ControlOrMeta+k')
    await hand.type('invite viewer')
    await expect(page.getByRole('option', { selected: true })).toContainText('Invite viewer')
    await hand.press('Enter')
    const dialog = dialogOf(page, 'Invite user')
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused()
    await hand.type('two.venues@quaff.test')
    await hand.click(dialog.getByRole('combobox', { name: 'Merchants' }))
    for (const name of ['Foxglove Coffee', 'Half Moon Teas']) {
      await hand.type(name)
      await hand.click(page.getByRole('option', { name }).first())
    }
    await hand.click(button(dialog, 'Send invitation'))
    await expect(dialog).toBeHidden()
    await readMail('two.venues@quaff.test')
  },
})

job({
  name: 'pay out last month',
  who: 'administrator',
  before: { clicks: 16, seconds: null },
  run: async (hand, page) => {
    await hand.click(link(page, /^Payouts/))
    await hand.click(link(page, 'Generate the rest'))
    await hand.click(button(page, /^Generate \d+ payouts?$/))
    const next = page.getByRole('region', { name: 'Next step' })
    await hand.click(button(next, /^Approve \d+ payouts?$/))
    await hand.click(button(next, /^Download \d+ files?$/))
    await hand.click(button(next, /^Mark \d+ as sent$/))
    await hand.click(button(next, /^Confirm \d+ payouts?$/))
    await expect(page.getByText(/confirmed/).first()).toBeVisible()
  },
})

test('add a location with hours, on a phone', async ({ browser, baseURL }) => {
  test.setTimeout(120_000)
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL, timezoneId: 'Asia/Tokyo' })
  const page = await context.newPage()
  await signIn(page, 'owner')
  const run = async (hand: Hand) => {
    await hand.click(page.getByRole('navigation', { name: 'This merchant' }).getByRole('link', { name: /^Locations/ }))
    await hand.click(button(page, /^Add location/))
    const sheet = dialogOf(page, 'Add location')
    await hand.fill(sheet.getByLabel('Name *'), 'Pop-up counter')
    await hand.click(button(sheet, 'Use the business address'))
    await hand.click(button(sheet, /^Mon–Sat/))
    await hand.click(button(sheet, 'Add location'))
    await expect(dialogOf(page, 'Pop-up counter').getByText(/Mon–Sat 8:00\sAM–6:00\sPM, Sun closed/)).toBeVisible()
  }
  await measure({ name: 'add a location with hours, on a phone', before: { clicks: 6, seconds: 5.6 }, run }, page)
  await context.close()
})

job({
  name: 'raise a price by $2',
  who: 'owner',
  before: { clicks: 3, seconds: 5.3 },
  run: async (hand, page) => {
    await hand.click(link(page, 'Plans & Pricing'))
    await hand.click(link(page, 'Daily Cup'))
    const sheet = dialogOf(page, 'Edit plan')
    await hand.fill(sheet.getByRole('textbox', { name: 'Amount of price 1' }), '31')
    // Saving waits until the effect on subscribers can be read.
    await expect(
      sheet
        .getByRole('table', { name: /Metrics before and after/ })
        .or(sheet.getByText('If you moved everyone', { exact: true }))
        .first(),
    ).toBeVisible()
    await hand.click(button(sheet, 'Save and change price'))
    await toast(page, /can buy .*Daily Cup.*\$31\s\/\smonth/)
  },
})

job({
  name: 'list who paid but did not come, and look one up',
  who: 'owner',
  before: { clicks: 2, seconds: 2 },
  run: async (hand, page) => {
    await hand.click(link(page, 'Usage & Redemptions'))
    await hand.click(page.getByRole('tab', { name: 'Insights' }))
    const panel = page.getByRole('region', { name: 'Inactive subscribers' })
    await hand.click(button(panel, /^Show all \d+$/))
    const total = Number(/^\d+/.exec(await panel.getByRole('status').innerText())?.[0])
    expect(total).toBeGreaterThan(10)
    await expect(panel.getByRole('listitem')).toHaveCount(total)
    await hand.click(panel.getByRole('link').nth(10))
    await expect(page.getByText(/^A scan would (work now|be refused)/)).toBeVisible()
  },
})

job({
  name: 'create an affiliate link and print its QR code',
  who: 'owner',
  before: { clicks: 5, seconds: 5 },
  run: async (hand, page) => {
    await page.addInitScript(() => (window.print = () => (document.title = `printed ${document.title}`)))
    await hand.click(link(page, 'Affiliate Links'))
    await hand.click(button(page, /^Create link/))
    await expect(dialogOf(page, 'Create link').getByLabel('Name')).toBeFocused()
    await hand.type('Window card')
    await hand.press('Enter')
    await expect(dialogOf(page, 'Window card')).toBeVisible()
    await hand.press('q')
    const dialog = dialogOf(page, 'QR code for Window card')
    await page.evaluate(() => (window.print = () => (document.title = `printed ${document.title}`)))
    await hand.click(button(dialog, 'Print'))
    await expect(page).toHaveTitle(/^printed/)
  },
})

job({
  name: 'publish a signup form',
  who: 'administrator',
  before: { clicks: 3, seconds: 3.1 },
  run: async (hand, page) => {
    await hand.click(link(page, /^Merchant Signup Forms/))
    // The dashboard, still there, may name another merchant “… Roasters”.
    await hand.click(link(page, /^Roasters/))
    await hand.click(button(page.getByRole('main'), 'Publish'))
    const dialog = dialogOf(page, 'Publish this form?')
    await expect(dialog).toContainText('/f/roasters')
    await hand.click(button(dialog, 'Publish'))
    await expect(page.getByRole('main').getByText('Live', { exact: true }).first()).toBeVisible()
  },
})

job({
  name: 'switch a promotion off for one venue',
  who: 'administrator',
  before: { clicks: 3, seconds: 4.3 },
  run: async (hand, page) => {
    await hand.click(link(page, 'Promotions'))
    await hand.fill(page.getByRole('main').getByRole('searchbox'), 'Foxglove')
    const control = page.getByRole('switch', { name: 'First drink free at Foxglove Coffee' })
    await expect(control).toBeChecked()
    // The drawn switch covers its input.
    await hand.click(
      page
        .getByRole('row', { name: /Foxglove Coffee/ })
        .locator('span[data-label-position]')
        .first(),
    )
    await expect(control).not.toBeChecked()
    await toast(page, /Undo/)
  },
})

job({
  name: 'find the page of API keys',
  who: 'administrator',
  before: { clicks: 2, seconds: 1.2 },
  run: async (hand, page) => {
    await hand.press('ControlOrMeta+k')
    await hand.type('api')
    await expect(page.getByRole('option', { selected: true })).toContainText('API keys')
    await hand.press('Enter')
    await expect(page).toHaveURL(/tab=keys/)
    await expect(button(page.getByRole('main'), /Create .*key/)).toBeVisible()
  },
})

job({
  name: 'refund a customer',
  who: 'administrator',
  before: { clicks: null, seconds: null },
  run: async (hand, page) => {
    await hand.press('ControlOrMeta+k')
    await hand.type('refund bastian')
    await hand.click(page.getByRole('option', { name: /^Refund customer/ }).first())
    const dialog = dialogOf(page, 'Record refund')
    await hand.fill(dialog.getByRole('textbox', { name: /Reason/ }), 'Machine was broken')
    await hand.click(button(dialog, 'Record refund'))
    await toast(page, /next payout deducts it/)
    await expect(page.getByRole('list', { name: 'Charges, newest first' })).toContainText('Machine was broken')
  },
})

job({
  name: 'find out why a scan was refused',
  who: 'owner',
  before: { clicks: null, seconds: null },
  run: async (hand, page) => {
    await hand.press('ControlOrMeta+k')
    await hand.type('tess')
    await hand.click(page.getByRole('group', { name: 'Customers' }).getByRole('option').first())
    await expect(page.getByText(/^A scan would (work now|be refused)/)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Passes' })).toBeVisible()
  },
})

job({
  name: 'add the second venue',
  who: 'owner',
  before: { clicks: null, seconds: null },
  run: async (hand, page) => {
    await hand.click(button(page, /^Switch merchant/))
    await hand.click(button(page, 'Add another venue…'))
    await expect(dialogOf(page, 'Add another venue').getByLabel('Name')).toBeFocused()
    await hand.type('Foxglove Station Kiosk')
    await hand.press('Enter')
    await expect(page.getByText('Complete Your Setup')).toBeVisible()
    await expect(button(page, 'Switch merchant. Now: Foxglove Station Kiosk')).toBeVisible()
  },
})
