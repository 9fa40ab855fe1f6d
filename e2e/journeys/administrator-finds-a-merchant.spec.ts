import { expect, inspectScreen, keepForReadme, signIn, test } from '../support/console'

test.describe('an administrator finds a merchant', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'administrator', '/merchants')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Merchants')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })

  test('the list starts with the name, descending, twenty to a page, and loads more until nothing follows', async ({
    page,
  }) => {
    await expect(page.getByRole('columnheader', { name: /Name/ })).toHaveAttribute('aria-sort', 'descending')
    const rows = page.locator('tbody tr')
    await expect(rows).toHaveCount(20)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(rows).toHaveCount(40)
    const more = page.getByRole('button', { name: 'Load more' })
    if (await more.isVisible()) await more.click()
    await expect(more).toBeHidden()
  })

  test('§G4 search runs over all merchants, is case-insensitive and stays in the URL', async ({ page }) => {
    const name = await page.locator('tbody tr').last().getByRole('link').first().innerText()
    const search = page.getByRole('searchbox')
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await search.fill(name.toUpperCase())
    await expect(page).toHaveURL(/[?&]q=/)
    await expect(page.locator('tbody tr').first().getByRole('link', { name })).toBeVisible()
    await page.reload()
    await expect(search).toHaveValue(name.toUpperCase())
    await search.fill('no venue is called this')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.locator('tbody tr')).toHaveCount(20)
  })

  test('§2.8 ?status=pending opens a tab of its own with a count', async ({ page }) => {
    await page.goto('/merchants?status=pending')
    await expect(page.locator('tbody tr').first()).toBeVisible()
    await expect(
      page
        .locator('tbody')
        .getByText(/Pending review|Needs review|Setup/)
        .first(),
    ).toBeVisible()
    await expect(page.locator('tbody').getByText('Suspended', { exact: true })).toHaveCount(0)
  })

  test('a row opens as a sheet at ?id=, arrows step through, Escape returns the focus', async ({ page }) => {
    const first = page.locator('tbody tr').first().getByRole('link').first()
    await first.click()
    await expect(page).toHaveURL(/[?&]id=mer_/)
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    const before = page.url()
    await page.keyboard.press('ArrowRight')
    await expect(page).not.toHaveURL(before)
    await inspectScreen(page, 'merchant-sheet')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(page).not.toHaveURL(/[?&]id=/)
  })

  test('"Open as this merchant" switches to that merchant\'s dashboard', async ({ page }) => {
    const first = page.locator('tbody tr').first().getByRole('link').first()
    const name = await first.innerText()
    await first.click()
    await page.getByRole('dialog').getByRole('link', { name: 'Open as this merchant' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/Dashboard|Welcome/)
    await expect(page.locator('aside').getByText(name)).toBeVisible()
  })

  test('the list looks right in both schemes on desk and phone', async ({ page }) => {
    await inspectScreen(page, 'merchants')
    await keepForReadme(page, 'merchants')
  })
})
