import { readFile } from 'node:fs/promises'
import { expect, inspectScreen, signIn, test } from '../support/console'

test.describe('an administrator finds people and exports them', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'administrator', '/users')
    await expect(page.locator('tbody tr').first()).toBeVisible()
  })

  test('status "pending" matches both pending and pending_approval', async ({ page }) => {
    await page.goto('/users?status=pending')
    await expect(page.locator('tbody').getByText('Pending', { exact: true }).first()).toBeVisible()
    await expect(page.locator('tbody').getByText('Pending approval', { exact: true }).first()).toBeVisible()
  })

  test('§2.8 search finds by address or name and a person opens as a sheet', async ({ page }) => {
    await page.getByRole('searchbox').fill('OWNER@quaff')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await page.locator('tbody tr').getByRole('link').first().click()
    await expect(page).toHaveURL(/[?&]id=usr_/)
    await expect(page.getByRole('dialog')).toContainText('owner@quaff.test')
    await page
      .getByRole('tab', { name: 'Access' })
      .or(page.getByRole('button', { name: 'Access' }))
      .first()
      .click()
    await expect(page.getByRole('dialog')).toContainText('Manage assigned merchants')
  })

  test('a customer is found whatever the tab', async ({ page }) => {
    await page.goto('/users?tab=customers')
    const email = await page.locator('tbody').getByText(/@/).first().innerText()
    await page.goto('/users?tab=blocked')
    await page.getByRole('searchbox').fill(email)
    await expect(page.getByText('1 in Customers', { exact: true })).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(page.locator('tbody')).toContainText(email)
  })

  for (const format of ['CSV', 'JSON'] as const)
    test(`§2.8 users export as ${format}`, async ({ page }) => {
      await page.getByRole('button', { name: 'List options' }).click()
      await page.getByRole('menuitem', { name: 'Export' }).click()
      const download = page.waitForEvent('download')
      await page
        .getByRole('menuitem', { name: new RegExp(format) })
        .first()
        .click()
      const body = await readFile(await (await download).path(), 'utf8')
      if (format === 'CSV')
        expect(body.replace('\uFEFF', '').split(/\r?\n/)[0]).toBe(
          'ID,Email,Display Name,Role,Status,Created At,Last Active',
        )
      else expect(JSON.parse(body).length).toBeGreaterThan(10)
    })

  test('the list looks right in both schemes on desk and phone', async ({ page }) => {
    await inspectScreen(page, 'users')
  })
})
