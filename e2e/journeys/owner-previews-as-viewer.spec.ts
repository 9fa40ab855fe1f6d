import type { Page } from '@playwright/test'
import { expect, inspectScreen, signIn, test } from '../support/console'

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Read-only' })
const exit = (page: Page) => page.getByRole('button', { name: 'Exit preview' })
const account = (page: Page) => page.locator('aside').getByTitle(/./).last()

async function startFromSwitcher(page: Page) {
  await page.getByRole('button', { name: /^Switch merchant/ }).click()
  await page.getByRole('button', { name: 'Preview as viewer' }).click()
  await expect(banner(page)).toBeVisible()
}

test.describe('an owner previews as viewer', () => {
  test('sees the banner on every page, changes nothing and comes back to where it began', async ({ page }) => {
    await signIn(page, 'owner', '/locations')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await startFromSwitcher(page)
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(banner(page)).toHaveText(/^Previewing .+ as a viewer · Read-only/)
    await expect(account(page)).toContainText('merchant viewer')
    await inspectScreen(page, 'preview-dashboard')

    for (const path of ['/locations', '/plans', '/redemptions', '/users', '/settings/billing', '/settings/branding']) {
      await page.goto(path)
      await expect(banner(page)).toBeVisible()
    }
    await page.goto('/settings?tab=security')
    const change = page.getByRole('button', { name: 'Change email' })
    await expect(change).toHaveAttribute('aria-description', 'You can’t make changes in preview.')
    await inspectScreen(page, 'preview-security', { brief: true })

    const status = await page.evaluate(async () => {
      const body = JSON.stringify({ displayName: 'Another Person', phoneNumber: '' })
      const headers = { 'content-type': 'application/json' }
      return (await fetch('/api/profile', { method: 'PATCH', headers, body })).status
    })
    expect(status).toBe(403)

    await exit(page).press('Enter')
    await expect(page).toHaveURL(/\/locations$/)
    await expect(exit(page)).toHaveCount(0)
    await expect(account(page)).toContainText('merchant owner')
  })

  test('another open tab of the browser follows within two seconds, in and out', async ({ page, context }) => {
    await signIn(page, 'owner')
    const other = await context.newPage()
    await other.goto('/plans')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await page.bringToFront()
    await startFromSwitcher(page)
    await expect(exit(other)).toBeVisible({ timeout: 2_000 })
    await exit(page).click()
    await expect(exit(page)).toHaveCount(0)
    await expect(exit(other)).toHaveCount(0, { timeout: 2_000 })
  })

  test('an administrator previews an opened merchant and is back in the global view with it open', async ({ page }) => {
    await signIn(page, 'administrator', '/merchants')
    await page.locator('tbody tr').first().getByRole('link').first().click()
    const more = page.getByRole('dialog').getByRole('button', { name: /^More actions for/ })
    await expect(more).toBeVisible()
    await expect(page).toHaveURL(/id=/)
    const origin = page.url()
    await more.click()
    await page.getByRole('menuitem', { name: 'Preview as viewer' }).click()
    await expect(banner(page)).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(account(page)).toContainText('merchant viewer')

    await page.reload()
    await expect(banner(page)).toBeVisible()
    await exit(page).click()
    await expect(page).toHaveURL(origin)
    await expect(page.getByRole('button', { name: 'Switch merchant. Now: All Merchants' })).toBeAttached()
  })
})
