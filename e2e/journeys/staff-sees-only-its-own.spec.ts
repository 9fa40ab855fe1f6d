import { expect, inspectScreen, sidebarLink, signIn, test } from '../support/console'

test.describe('merchant staff sees only its own', () => {
  test('an owner lands on the merchant dashboard with cards to locations, plans and redemptions', async ({ page }) => {
    await signIn(page, 'owner')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/ Dashboard$/)
    const main = page.getByRole('main')
    for (const href of ['/locations', '/plans', '/redemptions'])
      await expect(main.locator(`a[href="${href}"]`).first()).toBeVisible()
    await inspectScreen(page, 'merchant-dashboard')
  })

  test('an owner sees the day, pauses sales and resumes them at once; a viewer only looks', async ({
    page,
    browser,
  }) => {
    await signIn(page, 'owner')
    const today = page.getByRole('region', { name: 'Today', exact: true })
    await expect(today.getByText('Selling')).toBeVisible()
    for (const text of ['Redemptions today', 'Flagged today']) await expect(today.getByText(text)).toBeVisible()
    await page.getByRole('button', { name: 'Pause sales' }).click()
    const dialog = page.getByRole('dialog', { name: /^Pause sales at / })
    await expect(dialog).toContainText(/[\d,]+ subscribers can still redeem\./)
    await dialog.getByRole('button', { name: 'Pause sales' }).click()
    await expect(today.getByText('Existing passes still work')).toBeVisible()
    await expect(page.locator('aside').getByText('Active · Paused')).toBeVisible()
    await expect(page.getByText('Sales paused')).toBeVisible()
    await page.getByRole('button', { name: 'Resume sales' }).click()
    await expect(today.getByText('Selling')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const context = await browser.newContext()
    const viewer = await context.newPage()
    await signIn(viewer, 'viewer')
    await expect(viewer.getByRole('region', { name: 'Today', exact: true }).getByText('Selling')).toBeVisible()
    await expect(viewer.getByRole('button', { name: /^(Void|Pause|Resume)/ })).toHaveCount(0)
    await context.close()
  })

  test('§G8 an owner has no platform entries in the sidebar, and their pages say so', async ({ page }) => {
    await signIn(page, 'owner')
    const sidebar = page.locator('aside')
    for (const label of ['Merchants', 'Waitlists', 'Analytics', 'Promotions', 'Merchant Signup Forms'])
      await expect(sidebarLink(sidebar, label)).toHaveCount(0)
    for (const label of [
      'Dashboard',
      'Locations',
      'Plans & Pricing',
      'Usage & Redemptions',
      'Affiliate Links',
      'Users',
      'Billing',
      'Branding',
    ])
      await expect(sidebarLink(sidebar, label)).toBeVisible()
    await page.goto('/waitlists')
    await expect(page.getByText('No access')).toBeVisible()
  })

  test('a viewer with one merchant has it selected and sees the team of that merchant only', async ({ page }) => {
    await signIn(page, 'viewer')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/ Dashboard$/)
    await page.goto('/users')
    await expect(page.locator('tbody tr').first()).toBeVisible()
    await expect(page.locator('tbody')).not.toContainText(/quaff admin/i)
    await expect(page.locator('tbody')).not.toContainText('customer')
  })

  test('§G10 editing what the browser remembers grants nothing', async ({ page }) => {
    await signIn(page, 'viewer')
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        localStorage.setItem(
          key,
          (localStorage.getItem(key) ?? '')
            .replaceAll('merchant_viewer', 'quaff_admin')
            .replaceAll('"canViewAllMerchants":false', '"canViewAllMerchants":true'),
        )
    })
    const refused = page
      .waitForResponse((response) => response.url().includes('/rpc/') && response.status() === 403, { timeout: 3_000 })
      .catch(() => null)
    await page.goto('/merchants')
    await expect(page.getByText('No access').or(page.getByText('merchant viewer')).first()).toBeVisible()
    await refused
    const answer = await page.evaluate(async () => (await fetch('/api/dashboard/metrics')).status)
    expect(answer).toBe(403)
  })
})
