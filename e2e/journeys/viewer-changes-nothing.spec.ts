import { expect, inspectScreen, signIn, test } from '../support/console'

const screens = [
  ['/locations', 'Add location'],
  ['/plans', 'New plan'],
  ['/settings/branding', /Choose|Upload|Browse/],
] as const

test('a viewer sees all and changes nothing', async ({ page }) => {
  test.setTimeout(180_000)
  await signIn(page, 'viewer')
  const writes: string[] = []
  page.on('request', (request) => {
    if (/\/rpc\/\w+\/(create|update|remove|save|set|duplicate|delete|import|request)/.test(request.url()))
      writes.push(request.url())
  })
  for (const [address, control] of screens) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const button = page.getByRole('button', { name: control }).first()
    await expect(button).toBeVisible()
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.click({ force: true })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await inspectScreen(page, `viewer${address.replaceAll('/', '-')}`)
  }
  await page.goto('/settings/billing')
  await expect(page.getByText('Bank account on file')).toBeVisible()
  await expect(page.getByRole('button', { name: /Edit bank details/ })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('main')).not.toContainText('••••')
  await inspectScreen(page, 'viewer-billing')
  expect(writes).toEqual([])
})
