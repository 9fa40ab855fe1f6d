import { expect, signIn, test } from '../support/console'

test('two editors meet', async ({ page, browser }) => {
  await signIn(page, 'owner')
  await page.goto('/locations')
  await page.locator('tbody tr a').first().click()
  const first = page.getByRole('dialog')
  await expect(first).toBeVisible()
  if (!(await first.getByLabel(/^Name/).isVisible())) await page.keyboard.press('e')

  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: await page.context().storageState(),
  })
  const other = await context.newPage()
  await other.goto(page.url())
  const second = other.getByRole('dialog')
  await expect(second).toBeVisible()
  if (!(await second.getByLabel(/^Name/).isVisible())) await other.keyboard.press('e')

  await second.getByLabel('Phone').fill('+1 555 010 0001')
  await second.getByRole('button', { name: /^Save/ }).click()
  await expect(other.getByText(/saved/i).first()).toBeVisible()

  await first.getByLabel('Phone').fill('+1 555 010 0002')
  await first.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('You saved this location just now, in another window')).toBeVisible()
  await expect(first.getByLabel('Phone')).toHaveValue('+1 555 010 0002')
  const choice = first.getByRole('group', { name: 'Phone', exact: true })
  await choice.getByRole('radio', { name: /^Theirs/ }).check()
  await expect(first.getByLabel('Phone')).toHaveValue(/0001/)
  await choice.getByRole('radio', { name: /^Mine/ }).check()
  await first.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await context.close()
})
