import type { Page } from '@playwright/test'
import { expect, inspectScreen, signIn, test } from '../support/console'

const pages = [
  ['/', 'Your daily cup is already paid for.', 'public-home'],
  ['/partners', 'Regulars who pay before they order.', 'public-partners'],
  ['/terms', 'Terms', 'public-terms'],
  ['/privacy', 'Privacy', 'public-privacy'],
  ['/affiliate?code=UNKNOWN', 'Have your daily cup with Quaff.', 'public-affiliate'],
  ['/partners/signup', 'Start with your email.', 'public-signup'],
] as const
const success = ['/partners/success', 'No application found in this tab.', 'public-success'] as const

const headline = (page: Page) => page.getByRole('heading', { level: 1 })

/** Buttons with less than 12 px to the text above them. */
const buttonsThatTouchText = () => {
  const texts = [...document.querySelectorAll('p, .code, h1, h2')].map((text) => text.getBoundingClientRect())
  return [...document.querySelectorAll('main .btn')]
    .filter((button) => {
      const { top, left, right } = button.getBoundingClientRect()
      return texts.some((text) => {
        const gap = top - text.bottom
        return gap > -4 && gap < 12 && text.left < right && left < text.right
      })
    })
    .map((button) => button.textContent)
}

test.describe('a visitor reads the public pages', () => {
  for (const [path, title, name] of [...pages, success]) {
    test(`${path} at every width, light and dark`, async ({ page }) => {
      test.setTimeout(240_000)
      await page.goto(path)
      await expect(headline(page)).toHaveText(title)
      expect(await page.evaluate(buttonsThatTouchText)).toEqual([])
      await inspectScreen(page, name)
    })
  }

  test('§2.1 from the home page to the merchants’ page and on to the application', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Become a Merchant' }).click()
    await expect(page).toHaveURL('/partners')
    await page.getByRole('banner').getByRole('link', { name: 'Download' }).click()
    await expect(page).toHaveURL('/#download')
    await expect(page.getByRole('heading', { name: 'Tomorrow’s cup starts here.' })).toBeInViewport()
    await page.goto('/partners')
    await page.getByRole('main').getByRole('link', { name: 'Start your application' }).first().click()
    await expect(page).toHaveURL('/partners/signup')
  })

  test('estimates the earnings by keyboard', async ({ page }) => {
    await page.goto('/partners')
    const holders = page.getByRole('slider', { name: 'Pass holders' })
    await holders.scrollIntoViewIfNeeded()
    const left = page.locator('.res .lead dd')
    await expect(left).toHaveText('$804')
    // The page hands the slider over to its script when the visitor comes near.
    await expect(async () => {
      await holders.focus()
      await holders.press('End')
      await expect(left).toHaveText('$4,020', { timeout: 500 })
    }).toPass()
    await page.getByRole('slider', { name: 'Pass price a month' }).press('Home')
    await expect(page.getByText('The drinks cost more than the passes bring in')).toBeVisible()
  })

  test('skips to the content by keyboard, with the focus in sight', async ({ page }) => {
    await page.goto('/partners')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link', { name: 'Start your application' }).first()).toBeFocused()
  })

  test('§2.1 prints the terms without what surrounds them', async ({ page }) => {
    await page.addInitScript(() => Object.assign(window, { print: () => document.body.classList.add('printed') }))
    await page.goto('/terms')
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page.locator('body')).toHaveClass(/printed/)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Contents' })).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Payouts' })).toBeVisible()
    await expect(page.getByRole('main')).toHaveCSS('padding-bottom', '0px')
  })

  for (const path of ['/', '/affiliate'])
    test(`prints ${path} in ink, since its dark ground is not printed`, async ({ page }) => {
      await page.goto(path)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await expect(headline(page)).toHaveCSS('color', 'rgb(0, 0, 0)')
    })

  for (const width of [320, 360])
    test(`keeps the header whole at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 700 })
      await page.goto('/')
      const logo = await page.getByRole('banner').getByRole('img', { name: 'Quaff' }).boundingBox()
      expect(logo?.height).toBeGreaterThanOrEqual(26)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Become a Merchant' })).toBeInViewport({
        ratio: 1,
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })

  test('reads a code of 32 letters and a long name without scrolling sideways', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/affiliate')
    await page.locator('.code b').evaluate((node) => (node.textContent = `Code ${'W'.repeat(32)} is applied`))
    await page.locator('.lede').evaluate((node) => (node.textContent = `This link comes from ${'W'.repeat(120)}.`))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  test('§2.1 comes from the console, also by an address that no one knows', async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(headline(page)).toHaveText('Your daily cup is already paid for.')
    await expect(page).toHaveURL('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Merchant Login' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await page.goBack()
    await expect(headline(page)).toHaveText('Your daily cup is already paid for.')
  })

  test('stays on the home page while signed in', async ({ page }) => {
    await signIn(page, 'administrator', '/')
    await expect(headline(page)).toHaveText('Your daily cup is already paid for.')
    await expect(page).toHaveURL('/')
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  for (const [path, title] of pages) {
    test(`${path} can be read`, async ({ page }) => {
      await page.goto(path)
      await expect(headline(page)).toHaveText(title)
      await expect(page.getByRole('contentinfo')).toContainText('Quaff')
    })
  }

  test('answers are open, and worked examples replace the estimator', async ({ page }) => {
    await page.goto('/partners')
    await page.getByText('How do I change a price later?').click()
    await expect(page.getByText('the console shows how many pass holders')).toBeVisible()
    await expect(page.getByRole('slider')).toHaveCount(0)
    await expect(page.getByRole('row', { name: '60 $1,740 1,040 $936 $804' })).toBeVisible()
    await page.goto('/terms')
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  })
})
