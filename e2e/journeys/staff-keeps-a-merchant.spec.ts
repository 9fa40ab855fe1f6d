import { expect, inspectScreen, signIn, test } from '../support/console'

test('the promotions and the edit dialog look right to an administrator, in both schemes on desk and phone', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await signIn(page, 'administrator', '/plans/promotions')
  const disabled = page.getByRole('main').getByRole('switch', { checked: false }).first()
  await expect(disabled).toBeVisible()
  await inspectScreen(page, 'promotions')
  await disabled.press('Space')
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspectScreen(page, 'promotion-details', { brief: true })
  await page.goto('/merchants?tab=live')
  await page.locator('tbody tr a').first().click()
  await expect(page.getByRole('region', { name: 'Completeness' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog', { name: /^Edit/ })).toBeVisible()
  await inspectScreen(page, 'edit-merchant', { brief: true })
})

test('locations, plans, billing and branding look right to an owner, in both schemes on desk and phone', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await signIn(page, 'owner', '/locations')
  await page.locator('tbody tr a').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspectScreen(page, 'location-sheet', { brief: true })
  for (const [address, control] of [
    ['/locations', 'Add location'],
    ['/plans', 'New plan'],
    ['/settings/billing', /Edit bank details/],
    ['/settings/branding', /Choose|Upload|Browse|Replace/],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('button', { name: control }).first()).toBeVisible()
    await inspectScreen(page, `owner${address.replaceAll('/', '-')}`, { brief: true })
  }
  await page.goto('/locations')
  const map = page.getByRole('group', { name: 'Map of locations' })
  // The map recreates its markers until it knows its size.
  await expect(async () => {
    await map.getByRole('button').first().focus()
    await expect(page.locator('tr[data-linked]').first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await inspectScreen(page, 'location-map', { brief: true })
  await page.goto('/affiliates?action=create')
  await page.getByText('Code, source tag and dates').click()
  await page.getByLabel('First day').press('ArrowDown')
  await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible()
  await inspectScreen(page, 'calendar', { brief: true })
  await page.goto('/settings/billing')
  await page.getByRole('button', { name: /Edit bank details/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspectScreen(page, 'edit-bank', { brief: true })
})
