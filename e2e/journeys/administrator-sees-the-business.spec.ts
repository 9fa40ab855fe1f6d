import { expect, inspectScreen, keepForReadme, signIn, test } from '../support/console'

test.describe('an administrator signs in and sees the business', () => {
  test.beforeEach(async ({ page }) => signIn(page, 'administrator'))

  test('the admin dashboard welcomes by name, says Live Data and shows measured figures', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back,')
    await expect(page.getByText('Admin Dashboard v2')).toBeVisible()
    await expect(page.getByText('Live Data', { exact: true })).toBeVisible()
    const metrics = page.getByRole('region', { name: 'Metrics' })
    for (const label of [
      'Total monthly revenue',
      'Net monthly revenue',
      'Active subscribers',
      'Redemptions today',
      'Active merchants',
      'Pending merchants',
      'Growth rate',
    ])
      await expect(metrics.getByRole('button', { name: `About ${label}` })).toBeVisible()
    await expect(metrics).not.toContainText('847')
  })

  test('§2.8 Recent Activity lists what happened and "View all activity" opens all of it', async ({ page }) => {
    const feed = page.getByRole('region', { name: 'Recent Activity' })
    await expect(feed.getByRole('link').first()).toBeVisible()
    await expect(feed.getByText(/^(Just now|\d+[mhd] ago)$/).first()).toBeVisible()
    await page
      .getByRole('button', { name: 'View all activity' })
      .or(page.getByRole('link', { name: 'View all activity' }))
      .click()
    await expect(page).toHaveURL(/activity=all/)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/activity=all/)
  })

  test('Quick Actions link to the specified places and "More Settings" goes to /settings', async ({ page }) => {
    const actions = page.getByRole('region', { name: 'Quick Actions' })
    for (const href of [
      '/merchants?action=create',
      '/merchants?status=pending',
      '/payouts?action=generate',
      '/analytics',
      '/users',
      '/settings?tab=health',
    ])
      await expect(actions.locator(`a[href="${href}"]`)).toBeVisible()
    await actions.getByRole('link', { name: 'More Settings' }).click()
    await expect(page).toHaveURL(/\/settings$/)
  })

  test('the admin dashboard looks right in both schemes on desk and phone', async ({ page }) => {
    await expect(page.getByRole('region', { name: 'Recent Activity' }).getByRole('link').first()).toBeVisible()
    await inspectScreen(page, 'admin-dashboard')
    await keepForReadme(page, 'dashboard')
  })

  test('§2.5 after choosing a merchant the merchant dashboard shows, and "All Merchants" brings the platform back', async ({
    page,
  }) => {
    await page.getByRole('button', { name: /^Switch merchant/ }).click()
    await expect(page.getByPlaceholder('Search merchants...')).toBeVisible()
    await expect(page.getByRole('group', { name: 'View' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Merchants' })).toBeVisible()
    await page.getByPlaceholder('Search merchants...').fill('zzzz-no-such-venue')
    await expect(page.getByText('No merchants found.')).toBeVisible()
    await page.getByPlaceholder('Search merchants...').fill('')
    const options = page.getByRole('option')
    await expect(options.nth(1)).toBeVisible()
    await options.nth(1).click()
    await expect(page.getByRole('heading', { level: 1, name: / Dashboard$|^Welcome/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Billing' })).toBeVisible()
    await page.getByRole('button', { name: /^Switch merchant/ }).click()
    await page.getByRole('option', { name: 'All Merchants (Global View)' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back,')
  })
})
