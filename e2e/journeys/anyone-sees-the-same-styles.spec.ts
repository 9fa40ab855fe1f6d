import type { Page } from '@playwright/test'
import { expect, sidebarLink, signIn, test } from '../support/console'

/** Sizes follow from content and window; these are what sheets of style decide. */
const properties = `
  color background-color opacity box-shadow outline-offset visibility cursor z-index
  border-top border-right border-bottom border-left border-radius
  padding margin row-gap column-gap display position overflow white-space text-align
  font-size font-weight font-style line-height letter-spacing text-decoration-line
  flex-grow flex-wrap flex-direction align-items justify-content order min-width max-width`

/** When all has come: read twice, half a second apart, it is the same. */
async function readStyles(page: Page, selector: string): Promise<string[]> {
  let before: string[] = []
  let styles: string[] = []
  await expect
    .poll(
      async () => {
        before = styles
        styles = await readStylesNow(page, selector)
        const isBusy = (await page.locator('[aria-busy="true"]').count()) > 0
        return !isBusy && styles.join() === before.join()
      },
      { intervals: [500] },
    )
    .toBe(true)
  return styles
}

/** Each kind of element below it, named by its classes, with how it looks. */
async function readStylesNow(page: Page, selector: string): Promise<string[]> {
  const styles = await page.evaluate(
    ([root = '', names = '']) =>
      [...document.querySelectorAll(`${root}, ${root} *`)].map((element) => {
        const style = getComputedStyle(element)
        const values = names
          .trim()
          .split(/\s+/)
          .map((name) => `${name}: ${style.getPropertyValue(name)}`)
        return `${element.tagName} ${element.getAttribute('class') ?? ''} {${values.join('; ')}}`
      }),
    [selector, properties],
  )
  return [...new Set(styles)].toSorted()
}

async function openFirst(page: Page) {
  await page.locator('tbody [data-row-link]').first().click()
  const sheet = page.locator('[data-overlay]')
  await expect(sheet).toBeVisible()
  await page.locator('main h1').hover()
}

const places = [
  { label: 'Merchants', path: '/merchants' },
  { label: 'Users', path: '/users' },
  { label: 'Affiliate Links', path: '/affiliates' },
]
const tour = ['Dashboard', 'Waitlists', 'Analytics', 'Affiliate Links', 'Merchant Signup Forms', 'Promotions']

/** Code and styles load with the page that needs them, so their order depends on the pages visited before. */
test('a list and its sheet look the same after a tour through the console as when they are loaded first', async ({
  page,
  browser,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, 'administrator')
  for (const label of [...tour, 'Users', 'Merchants']) {
    await sidebarLink(page, label).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(label === 'Dashboard' ? 'Welcome' : label)
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const { label, path } of places) {
    await sidebarLink(page, label).click()
    await openFirst(page)
    const toured = { list: await readStyles(page, 'main'), sheet: await readStyles(page, '[data-overlay]') }
    const context = await browser.newContext({
      storageState: await page.context().storageState(),
      reducedMotion: 'reduce',
    })
    const fresh = await context.newPage()
    await fresh.setViewportSize({ width: 1440, height: 900 })
    await fresh.goto(new URL(path, page.url()).href)
    await openFirst(fresh)
    expect(await readStyles(fresh, 'main'), `${label}: list`).toEqual(toured.list)
    expect(await readStyles(fresh, '[data-overlay]'), `${label}: sheet`).toEqual(toured.sheet)
    await context.close()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-overlay]')).toHaveCount(0)
  }
})
