import type { Page } from '@playwright/test'
import { expect, inspectScreen, sidebarLink, signIn, test } from '../support/console'

const clickSwitcher = (page: Page) => page.getByRole('button', { name: /^Switch merchant/ }).click()

test.describe('anyone uses the frame', () => {
  test('items needing a merchant are greyed out with "Merchant Required" in global view', async ({ page }) => {
    await signIn(page, 'administrator')
    const sidebar = page.locator('aside')
    await expect(sidebar.getByRole('link', { name: /Merchant Required$/ })).toHaveCount(4)
    await expect(sidebar.getByText('Merchant Required').and(page.locator(':not(.q-hidden)'))).toHaveCount(3)
    // A badge has its place on the line: no entry is as high as two.
    const heights = await sidebar
      .locator('nav :is(a[aria-disabled], button[aria-expanded])')
      .evaluateAll((entries) => entries.map((entry) => entry.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThan(40)
    await expect(sidebar.getByRole('link', { name: 'Billing' })).toHaveCount(0)
  })

  test('§2.4 groups expand and collapse', async ({ page }) => {
    await signIn(page, 'owner')
    const group = page.locator('aside').getByRole('button', { name: 'Passes' })
    await expect(group).toHaveAttribute('aria-expanded', 'true')
    await group.click()
    await expect(group).toHaveAttribute('aria-expanded', 'false')
    await expect(sidebarLink(page.locator('aside'), 'Plans & Pricing')).toBeHidden()
  })

  test('what is typed right after Ctrl+K is in the palette, however late its code comes', async ({ page }) => {
    let delayMs = 0
    await page.route('**/assets/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      await route.continue()
    })
    for (const late of [0, 150, 600]) {
      delayMs = 0
      await signIn(page, 'administrator', '/merchants')
      delayMs = late
      await page.reload({ waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('settings of the platform', { delay: 25 })
      await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('settings of the platform')
      await page.keyboard.press('Escape')
    }
  })

  test('the Enter that confirms a Japanese word opens nothing in palette and switcher', async ({ page }) => {
    await signIn(page, 'administrator', '/merchants')
    const before = page.url()
    const keys = await page.context().newCDPSession(page)
    for (const open of [() => page.keyboard.press('Control+k'), () => clickSwitcher(page)]) {
      await open()
      const field = page.getByRole('combobox', { name: /^Search/ })
      await expect(field).toBeFocused()
      await keys.send('Input.imeSetComposition', { text: 'カフェ', selectionStart: 3, selectionEnd: 3 })
      for (const key of ['ArrowDown', 'Enter'])
        await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 })
      await keys.send('Input.insertText', { text: 'カフェ' })
      await expect(field).toHaveValue('カフェ')
      await expect(field).toBeVisible()
      await page.keyboard.press('Escape')
    }
    expect(page.url()).toBe(before)
  })

  test('§9 the command palette jumps to pages and finds records in a list of at most 300 px', async ({ page }) => {
    await signIn(page, 'administrator')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await expect(palette.getByRole('combobox')).toBeFocused()
    const height = await palette.getByRole('listbox').evaluate((list) => list.getBoundingClientRect().height)
    expect(height).toBeLessThanOrEqual(300)
    await palette.getByRole('combobox').fill('owner@quaff')
    await expect(palette.getByRole('option', { name: /owner@quaff\.test/ })).toBeVisible()
    await palette.getByRole('combobox').fill('Foxglvoe')
    await expect(palette.getByRole('option', { name: /^Foxglove Coffee/ }).first()).toBeVisible()
    await palette.getByRole('combobox').fill('Merchants')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/merchants/)
  })

  test('"?" shows the shortcuts and "G then U" goes to the users', async ({ page }) => {
    await signIn(page, 'administrator')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: /shortcuts/i })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await expect(page).toHaveURL(/\/users/)
  })

  test('Edit Profile saves the name; the password rules speak in the specified order', async ({ page }) => {
    await signIn(page, 'administrator')
    await page.getByRole('button', { name: /quaff admin/ }).click()
    await page.getByRole('menuitem', { name: 'Edit profile' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Update your display information.')
    await expect(dialog.getByPlaceholder('(###) ###-####')).toBeVisible()
    await dialog.getByLabel('New password', { exact: true }).fill('short')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog.getByText('Current password is required to change your password.')).toBeVisible()
    await dialog.getByLabel('Current password').fill('whatever-it-is')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog.getByText('New passwords do not match.')).toBeVisible()
    await dialog.getByLabel('Confirm new password').fill('short')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog.getByText('Password must be at least 8 characters.')).toBeVisible()
    await inspectScreen(page, 'edit-profile')
    for (const label of ['Current password', 'New password', 'Confirm new password'])
      await dialog.getByLabel(label, { exact: true }).fill('')
    await dialog.getByLabel('Display name').fill('Robin Administrator')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.locator('aside').getByText('Robin Administrator')).toBeVisible()
  })

  test('on a phone the sidebar is a drawer', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, 'administrator')
    const opener = page.getByRole('button', { name: 'Open menu' })
    await opener.click()
    await expect(page.getByRole('complementary').locator(':focus')).toBeVisible()
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Shift+Tab')
      await expect(page.locator('#main:focus, #main :focus, header :focus')).toHaveCount(0)
    }
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await opener.click()
    await sidebarLink(page, 'Users').click()
    await expect(page).toHaveURL(/\/users/)
  })

  test('every screen of the administrator is inside the frame with its heading', async ({ page }) => {
    await signIn(page, 'administrator')
    for (const path of [
      '/waitlists',
      '/plans/promotions',
      '/analytics',
      '/affiliates',
      '/merchant-signup-forms',
      '/settings',
      '/payouts',
      '/subscriptions',
      '/applications',
    ]) {
      await page.goto(path)
      await expect(page.getByText('Admin Dashboard v2')).toBeVisible()
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    }
  })

  test('the marketing frame has the specified header and footer', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Download' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Become a Merchant' })).toHaveAttribute(
      'href',
      '/partners',
    )
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: 'For Merchants' })).toHaveAttribute('href', '/partners')
    await expect(footer.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy')
    await expect(footer.getByText(/^Support/)).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Merchant Login' })).toHaveAttribute('href', '/auth/login')
    await expect(footer).toContainText(String(new Date().getFullYear()))
    await inspectScreen(page, 'home')
  })
})
