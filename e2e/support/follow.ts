import { expect, type Page } from '@playwright/test'

/**
 * To another screen of the console that stands open, as a link within it does, by way of a screen without lists: what was
 * open over the last one is gone. Not for a page of the settings. It costs a quarter of loading the console anew.
 */
export async function follow(page: Page, address: string): Promise<void> {
  const push = (to: string) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }
  const between = page.getByRole('heading', { level: 1, name: 'Settings', exact: true })
  await page.evaluate(push, '/settings')
  await expect(between).toBeVisible()
  await expect(page.locator('[data-row-id]')).toHaveCount(0)
  await page.evaluate(push, address)
  await expect(between).toBeHidden()
}
