import { expect, inspectScreen, signIn, test } from '../support/console'

test('an owner finds a customer by keyboard or code, and learns whether a scan would work', async ({ page }) => {
  test.setTimeout(150_000)
  await signIn(page, 'owner', '/redemptions?tab=history')
  const name = await page.locator('table').first().getByRole('row').nth(1).getByRole('link').first().innerText()

  // By the palette: open it, type, Enter.
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByRole('combobox').fill('find customer')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Find customer' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Latest today' })).toBeVisible()
  await inspectScreen(page, 'find-customer')

  // By name and keyboard only: no click.
  const field = page.getByRole('combobox', { name: 'First name and initial, or pass code' })
  await field.fill(name.toLowerCase())
  await expect(page).toHaveURL(/q=/)
  await expect(page.getByRole('option').first()).toContainText(name)
  await field.press('Enter')
  await expect(page.getByText(/^A scan would (work now|be refused)/)).toBeVisible()
  await inspectScreen(page, 'find-customer-answer')
  const code = new URL(page.url()).searchParams.get('id') ?? ''
  await page.keyboard.press('Escape')
  await expect(page.getByText('Choose a customer')).toBeVisible()

  // A hand scanner types the code and Enter, in capitals and with a dash.
  await field.fill(code.toUpperCase().replace('_', '-'))
  await field.press('Enter')
  await expect(page).toHaveURL(new RegExp(`id=${code}`))
  await expect(page.getByText(/^A scan would (work now|be refused)/)).toBeVisible()
  await field.fill('sub_0unknown0')
  await field.press('Enter')
  await expect(page.getByText(/No pass of your venue has the code/)).toBeVisible()
})

test('a viewer finds a customer in one click and voids nothing', async ({ page }) => {
  await signIn(page, 'viewer', '/merchants/find-customer')
  await page.getByRole('combobox', { name: /pass code/ }).fill('an')
  await page.getByRole('option').first().click()
  await expect(page.getByText(/^A scan would (work now|be refused)/)).toBeVisible()
  await expect(page.getByRole('button', { name: /Void/ })).toHaveCount(0)
})
