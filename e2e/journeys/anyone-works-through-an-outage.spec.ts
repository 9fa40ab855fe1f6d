import { expect, signIn, test } from '../support/console'

const unavailable = {
  status: 503,
  contentType: 'application/json',
  body: JSON.stringify({
    json: {
      defined: true,
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
      message: 'Our database does not answer.',
      data: { reason: 'DATABASE' },
    },
  }),
}

test.describe('anyone works through an outage', () => {
  test('a panel that cannot be read says so, the others stay alive, and Retry brings it back without a reload', async ({
    page,
  }) => {
    await page.route('**/rpc/dashboard/metrics*', (route) => route.fulfill(unavailable))
    await signIn(page, 'administrator')
    await expect(page.getByText('Metrics could not be loaded')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recent Activity' }).getByRole('link').first()).toBeVisible()
    await page.unroute('**/rpc/dashboard/metrics*')
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect(page.getByRole('button', { name: 'How Active subscribers is counted' })).toBeVisible()
  })

  test('a list that cannot be read offers Retry in words, without driver text', async ({ page }) => {
    await signIn(page, 'administrator')
    await page.route('**/rpc/merchants/list*', (route) => route.fulfill(unavailable))
    await page
      .getByRole('link', { name: /^Merchants/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/ECONN|SQL|select |stack/i)
    await page.unroute('**/rpc/merchants/list*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.locator('tbody tr')).toHaveCount(20)
  })

  test('a lost connection shows a banner that goes by itself', async ({ page, context }) => {
    await signIn(page, 'administrator')
    await context.setOffline(true)
    const banner = page.getByText(/connection/i).first()
    await expect(banner).toBeVisible({ timeout: 15_000 })
    await context.setOffline(false)
    await expect(banner).toBeHidden({ timeout: 20_000 })
  })
})

test('the API is described by a page of our own origin', async ({ page }) => {
  await signIn(page, 'administrator')
  await page.goto('/api/docs')
  await page.locator('#operations-tag-Merchants').click()
  await expect(page.getByText('/merchants', { exact: true }).first()).toBeVisible()
})
