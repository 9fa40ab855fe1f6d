import type { Locator, Page } from '@playwright/test'
import { chooseCard, expect, inspectScreen, signIn, test } from '../support/console'
import { type Answer, callConsole } from '../support/console-api'

test('an owner sees how the day goes and looks a drink up', async ({ page }) => {
  test.setTimeout(150_000)
  await signIn(page, 'owner', '/redemptions')
  await expect(page.getByRole('heading', { level: 1, name: 'Usage & Redemptions' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Live counter' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Redeemed today', { exact: true }).first()).toBeVisible()
  await inspectScreen(page, 'redemptions-live')

  await page.goto(`/redemptions?tab=history&to=${weekAgo()}`)
  await openNewestDrink(page)
  const button = page.getByRole('dialog').getByRole('button', { name: /^Void/ })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(/You can void only today’s redemptions/)
  await inspectScreen(page, 'redemption-sheet', { brief: true })
})

test('an administrator voids a drink of a merchant', async ({ page }) => {
  test.setTimeout(150_000)
  await signIn(page, 'administrator', '/merchants?tab=live')
  await page.getByRole('grid', { name: 'Merchants' }).getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Open as this merchant' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dashboard')
  await page.goto(`/redemptions?tab=history&to=${weekAgo()}`)
  await openNewestDrink(page)
  await inspectScreen(page, 'redemptions-history', { brief: true })
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: /^Void/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Void this redemption?' })
  await dialog.getByRole('button', { name: 'Void redemption' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await dialog.getByLabel(/^Reason/).fill('Scanned twice at the counter.')
  await inspectScreen(page, 'void-redemption', { brief: true })
  await dialog.getByRole('button', { name: 'Void redemption' }).click()
  await expect(page.getByText('Redemption voided')).toBeVisible()
  await expect(sheet.getByText('Scanned twice at the counter.').first()).toBeVisible()
})

/** Demo data ends at the server's start time, so there were redemptions a week ago at any hour. */
const weekAgo = () => new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)

async function openNewestDrink(page: Page) {
  await page.locator('table').first().getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Void/ })).toBeVisible()
}

/** Late in the day the newest page may have none. */
async function findFlagged(page: Page, cursor?: unknown): Promise<Answer & { redeemedAt: string; merchantId: string }> {
  const { rows, nextCursor } = await callConsole(page, 'redemptions/list', { limit: 100, cursor })
  const row = rows.find(({ flags }) => Array.isArray(flags) && flags.length > 0)
  if (row) return row as Awaited<ReturnType<typeof findFlagged>>
  if (nextCursor === null) throw new Error('The demo data has no flagged redemption')
  return findFlagged(page, nextCursor)
}

test('an owner keeps a flagged redemption, an older screen learns who did, and a viewer only looks', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000)
  await signIn(page, 'owner', '/redemptions?tab=history')
  const openAs = async (who: 'administrator' | 'viewer', at: string) => {
    const other = await (await browser.newContext({ baseURL })).newPage()
    await signIn(other, who, at)
    return other
  }
  // The owner has more venues than the viewer.
  const viewer = await openAs('viewer', '/redemptions?tab=history')
  const { id, redeemedAt, merchantId } = await findFlagged(viewer)
  const address = `/redemptions?tab=history&id=${Date.parse(redeemedAt)}_${id}&openMerchant=${merchantId}`
  const keep = (of: Page) => of.getByRole('dialog').getByRole('button', { name: 'Keep', exact: true })
  const kept = (of: Page) => of.getByRole('dialog').getByText(/^Flagged, kept by /)

  await page.goto(address)
  const other = await openAs('administrator', address)
  await expect(keep(other)).toBeEnabled()
  await keep(page).click()
  await expect(page.getByText('Redemption kept')).toBeVisible()
  const said = await kept(page).innerText()
  // The open sheet of the other person follows, and a second Keep from there changes nothing.
  await expect(kept(other)).toHaveText(said)
  await callConsole(other, 'redemptions/keep', { redemptionId: id, redeemedAt, isKept: true })
  await page.reload()
  await expect(kept(page)).toHaveText(said)

  await page.getByRole('dialog').getByRole('button', { name: 'Flag again' }).click()
  await expect(page.getByText('Redemption flagged again')).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo' }).last()
  const middleOf = async (of: Locator) => {
    const box = await of.boundingBox()
    return box ? box.y + box.height / 2 : NaN
  }
  // The toast has no message, so Undo is beside its title.
  await expect
    .poll(async () => Math.abs((await middleOf(undo)) - (await middleOf(page.getByText('Redemption flagged again')))))
    .toBeLessThan(2)
  await undo.click()
  await expect(kept(page)).toHaveText(said)
  await page.getByRole('dialog').getByRole('button', { name: 'Flag again' }).click()
  await expect(keep(page)).toBeEnabled()

  await viewer.goto(address)
  await expect(keep(viewer)).toHaveAttribute('aria-disabled', 'true')
  await keep(viewer).click({ force: true })
  await expect(kept(viewer)).toHaveCount(0)
  await Promise.all([other, viewer].map((one) => one.context().close()))
})

test('an owner explains a dip in redemptions', async ({ page }) => {
  test.setTimeout(150_000)
  await signIn(page, 'owner', '/redemptions?tab=insights')
  for (const panel of [
    'Locations',
    'Price per drink and break-even',
    'Inactive subscribers',
    'Most frequent customers',
  ])
    await expect(page.getByRole('heading', { name: panel })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Locations' }).getByText(/^As of \d/)).toBeVisible()
  await inspectScreen(page, 'redemptions-insights')

  // Finds the location that declined, its hours, and the redemptions of those days.
  await page.getByRole('button', { name: '7 days' }).click()
  await expect(page).toHaveURL(/range=7/)
  const places = page.getByRole('region', { name: 'Locations' })
  const changes = places.getByText(/^(Up|Down) [\d,.]+\s?% from [\d,]+$|^No change from [\d,]+$/)
  await expect(changes.first()).toBeVisible()
  const location = await places.locator('li .q-strong').first().innerText()
  const hours = page.getByRole('region', { name: 'Busiest hours' })
  await hours.getByLabel('Location', { exact: true }).click()
  await page.getByRole('option', { name: location, exact: true }).click()
  await hours.getByRole('button', { name: 'More for Busiest hours' }).click()
  await page.getByRole('menuitem', { name: 'Show as table' }).click()
  await expect(hours.locator('table')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '7 days', pressed: true })).toBeVisible()
  await page.goto(`/redemptions?tab=history&from=${weekAgo()}&to=${weekAgo()}`)
  await expect(page.getByRole('button', { name: 'Remove filter: Date' })).toBeVisible()
  await expect(page.locator('table').first().getByRole('row').nth(1)).toBeVisible()
})

test('an administrator ends a subscription with its period, and keeps it after all', async ({ page }) => {
  test.setTimeout(150_000)
  await signIn(page, 'administrator', '/subscriptions?status=active')
  const table = page.locator('table').first()
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  await inspectScreen(page, 'subscriptions')
  await table.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: /^Cancel subscription/ }).click()
  const dialog = page
    .getByRole('dialog')
    .filter({ hasText: /reason/i })
    .last()
  await chooseCard(dialog, /period/i)
  await dialog.getByLabel(/^Reason/).fill('Moves to another city.')
  await inspectScreen(page, 'cancel-subscription', { brief: true })
  await dialog.getByRole('button', { name: 'Cancel at period end' }).click()
  await page.getByRole('button', { name: /^Keep subscription/ }).click()
  await expect(page.getByRole('button', { name: /^Cancel subscription/ })).toBeVisible()
})
