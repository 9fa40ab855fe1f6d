import type { Browser, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { expect, inspectScreen, signIn, test } from '../support/console'

/** A regular browser: a headless one counts as a program, whose clicks are ignored. */
async function asGuest(browser: Browser, visit: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
    viewport: { width: 390, height: 844 },
  })
  await visit(await context.newPage())
  await context.close()
}

async function follow(page: Page, address: string) {
  const click = page.waitForResponse('**/api/affiliate-clicks')
  await page.goto(address)
  expect((await click).status()).toBe(200)
}

const clicksOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Bar mat' }).locator('dl > div', { hasText: 'Clicks' })

test.describe('an owner invites by a link', () => {
  test('§G37 makes a table-tent link, a guest follows it, and one click is counted', async ({ page, browser }) => {
    await signIn(page, 'owner', '/affiliates')
    await expect(page.getByRole('heading', { level: 1, name: /Affiliate Links/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Table tent' })).toBeVisible()
    await page.keyboard.press('c')
    const form = page.getByRole('dialog', { name: 'Create link' })
    await form.getByLabel('Name').fill('Bar mat')
    await form.getByRole('button', { name: 'Merchant', exact: true }).click()
    await form.getByText('Code, source tag and dates').click()
    await form.getByLabel('Source tag').fill('bar')
    await expect(form.getByText(/\/r\/bar-mat · available/)).toBeVisible()
    await form.getByRole('button', { name: 'Create link' }).click()
    const sheet = page.getByRole('dialog', { name: 'Bar mat' })
    await expect(sheet.getByText('BARMAT', { exact: true })).toBeVisible()
    await expect(clicksOf(page)).toContainText('0')

    await asGuest(browser, async (guest) => {
      await follow(guest, '/r/bar-mat')
      await expect(guest).toHaveURL(/\/affiliate\?code=BARMAT$/)
      await expect(guest.getByRole('heading', { level: 1 })).toHaveText('You’re invited for a daily cup.')
      await expect(guest.getByText('Code BARMAT is applied')).toBeVisible()
      await follow(guest, '/r/bar-mat')
    })
    // Their own visits are none.
    await follow(page, '/affiliate?code=BARMAT')

    await page.goto('/affiliates?q=bar')
    await page.getByRole('link', { name: 'Bar mat' }).click()
    await expect(clicksOf(page)).toContainText('1')
    await expect(sheet.getByText('No signups with a code yet').first()).toBeAttached()
  })

  test('takes the code along for the counter', async ({ page }) => {
    await signIn(page, 'owner', '/affiliates')
    await page.getByRole('link', { name: 'Table tent' }).click()
    await expect(page.getByRole('dialog', { name: 'Table tent' })).toBeVisible()
    await page.keyboard.press('q')
    const dialog = page.getByRole('dialog', { name: 'QR code for Table tent' })
    for (const [name, start] of [
      ['SVG', '<svg'],
      ['PNG', '\u0089PNG'],
    ] as const) {
      const download = page.waitForEvent('download')
      await dialog.getByRole('button', { name }).click()
      const file = await download
      expect(file.suggestedFilename()).toBe(`qr-table-tent.${name.toLowerCase()}`)
      expect(readFileSync(await file.path(), 'latin1').slice(0, 4)).toBe(start)
    }
  })

  test('sees the links at every width, light and dark', async ({ page }) => {
    test.setTimeout(180_000)
    await signIn(page, 'owner', '/affiliates')
    await expect(page.getByRole('link', { name: 'Table tent' })).toBeVisible()
    await inspectScreen(page, 'affiliates')
    await page.getByRole('link', { name: 'Table tent' }).click()
    await expect(page.getByRole('dialog', { name: 'Table tent' })).toBeVisible()
    await inspectScreen(page, 'affiliates-sheet', { brief: true })
    await page.keyboard.press('e')
    await expect(page.getByRole('dialog', { name: 'Edit Table tent' })).toBeVisible()
    await inspectScreen(page, 'affiliates-form', { brief: true })
  })
})
