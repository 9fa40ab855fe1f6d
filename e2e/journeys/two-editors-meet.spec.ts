import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/console'

/** The form of the location whose sheet is open. */
async function editForm(page: Page) {
  const sheet = page.getByRole('dialog')
  // Waits for the record, which a key that is pressed too early does not.
  await sheet.getByRole('button', { name: /^Edit/ }).click()
  await expect(sheet.getByLabel('Phone')).toBeVisible()
  return sheet
}

test('two editors meet', async ({ page, browser }) => {
  await signIn(page, 'owner', '/locations')
  await page.locator('tbody tr a').first().click()
  const first = await editForm(page)
  const address = new URL(page.url())
  address.searchParams.delete('action')

  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: await page.context().storageState(),
  })
  const other = await context.newPage()
  await other.goto(address.href)
  const second = await editForm(other)

  await second.getByLabel('Phone').fill('+1 555 010 0001')
  await second.getByRole('button', { name: /^Save/ }).click()
  await expect(other.getByText(/saved/i).first()).toBeVisible()

  await first.getByLabel('Phone').fill('+1 555 010 0002')
  const places = async () => [
    await first.getByLabel('Phone').boundingBox(),
    await first.getByRole('button', { name: /^Save/ }).boundingBox(),
  ]
  const before = await places()
  await first.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('You saved this location just now')).toBeInViewport()
  // The text cursor stays in the same place.
  expect(await places()).toEqual(before)
  await expect(first.getByLabel('Phone')).toHaveValue('+1 555 010 0002')
  const choice = first.getByRole('group', { name: 'Phone', exact: true })
  await choice.getByRole('radio', { name: /^Saved version/ }).check()
  await expect(first.getByLabel('Phone')).toHaveValue(/0001/)
  await choice.getByRole('radio', { name: /^This form/ }).check()
  await first.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await context.close()
})
