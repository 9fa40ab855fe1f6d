import { devices } from '@playwright/test'
import { expect, inspectScreen, signIn, test } from '../support/console'

test.use({
  ...devices['Pixel 7'],
  timezoneId: 'Asia/Tokyo',
  geolocation: { latitude: 45.523_064, longitude: -122.676_483, accuracy: 9 },
  permissions: ['geolocation'],
})

test('an owner adds a location from the counter with a phone', async ({ page }) => {
  await signIn(page, 'owner', '/locations')
  await page
    .getByRole('button', { name: /^Add location/ })
    .first()
    .tap()
  const sheet = page.getByRole('dialog', { name: 'Add location' })
  await sheet.getByLabel('Name *').fill('Second counter')
  await sheet.getByRole('button', { name: 'Use the business address' }).tap()
  await sheet.getByRole('button', { name: /^Mon–Sat/ }).tap()
  await expect(sheet.getByLabel('Saturday closes', { exact: true })).toHaveValue('18:00')
  // The address decides, before the platform and the other locations.
  await expect(sheet.getByText(/Times are in America\/Los_Angeles, taken from the address/)).toBeVisible()
  const rows = sheet.getByRole('grid', { name: 'Opening hours by day' }).getByRole('row')
  const tops = await rows
    .first()
    .locator('input, button')
    .evaluateAll((parts) =>
      parts.map((part) => Math.round(part.getBoundingClientRect().top + part.getBoundingClientRect().height / 2)),
    )
  expect(Math.max(...tops) - Math.min(...tops), 'a day is one row').toBeLessThan(4)
  await inspectScreen(page, 'location-on-a-phone', { brief: true })
  const folded = sheet.getByText('Time zone, phone, closures and more')
  const position = sheet.getByRole('button', { name: 'Use my position' })
  if (!(await position.isVisible())) await folded.tap()
  await position.tap()
  await expect(sheet.getByText('Position found, accurate to 9 m.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Add location' }).tap()
  const saved = page.getByRole('dialog', { name: 'Second counter' })
  await expect(saved.getByText('45.52306, -122.67648')).toBeVisible()
  await expect(saved.getByText(/Mon–Sat 8:00\sAM–6:00\sPM, Sun closed/)).toBeVisible()
  await expect(saved.getByText('America/Los_Angeles')).toBeVisible()
})
