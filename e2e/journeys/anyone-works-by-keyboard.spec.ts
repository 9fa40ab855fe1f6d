import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/console'
import {
  countTabStops,
  findNameDefects,
  findStructureDefects,
  mostTabStops,
  mostTabStopsOfFigures,
} from '../support/screen-structure'

const settingsTabs = [
  'profile',
  'preferences',
  'notifications',
  'access',
  'security',
  'health',
  'platform',
  'audit',
  'keys',
  'mails',
]
const screens = {
  administrator: [
    '/dashboard',
    '/merchants',
    '/users',
    '/users?tab=everyone',
    '/plans/promotions?promotion=happy_hour',
    '/analytics',
    '/subscriptions',
    '/analytics?tab=redemptions',
    '/analytics?tab=cancellations',
    '/payouts',
    '/waitlists',
    '/affiliates',
    '/merchant-signup-forms',
    '/merchant-signup-forms?tab=submissions',
    '/settings?tab=webhooks',
    '/settings?tab=import',
    '/merchants/onboarding',
    ...settingsTabs.map((tab) => `/settings?tab=${tab}`),
  ],
  owner: [
    '/dashboard',
    '/locations',
    '/plans',
    '/redemptions',
    '/redemptions?tab=history',
    '/redemptions?tab=insights',
    '/redemptions?tab=subscribers',
    '/users',
    '/analytics',
    '/payouts',
    '/settings/billing',
    '/settings/branding',
  ],
} as const

async function settled(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[class*="skeleton"], [aria-busy="true"]')).toHaveCount(0)
}

for (const role of ['administrator', 'owner'] as const) {
  test(`the ${role} hears one title, headings in order and names of their own on each screen`, async ({ page }) => {
    test.setTimeout(240_000)
    await signIn(page, role)
    for (const address of screens[role]) {
      await settled(page, address)
      const most = address === '/analytics' ? mostTabStopsOfFigures : mostTabStops
      await expect.poll(() => countTabStops(page), address).toBeLessThanOrEqual(most)
      expect.soft(await findStructureDefects(page), address).toEqual([])
    }
  })
}

test('defects of names are found', () => {
  const snapshot = `
- main:
  - button
  - list "Merchants":
    - link "Edit":
      - /url: /a
    - link "Edit":
      - /url: /b
  - definition: $29.00
  - definition
  - link "Edit":
    - /url: /a`
  expect(findNameDefects(snapshot)).toEqual([
    'page > main 1: button without a name',
    'page > main 1 > list Merchants: link “Edit” twice',
    'page > main 1: empty definition',
  ])
})

const lists = [
  '/merchants',
  '/users',
  '/payouts',
  '/payouts?view=all',
  '/affiliates',
  '/settings?tab=audit',
  '/merchant-signup-forms',
  '/merchant-signup-forms?tab=submissions',
  '/subscriptions',
  '/analytics?tab=redemptions',
]
for (const width of [320, 390, 768, 1024]) {
  test(`no list is cut off at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, 'administrator')
    for (const address of lists) {
      await settled(page, address)
      const list = page.locator('[data-row-link]').first()
      await expect(list).toBeVisible()
      const table = page.getByRole('grid').filter({ has: list })
      await expect
        .poll(() => table.evaluate((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0)), address)
        .toBeLessThanOrEqual(0)
    }
  })
}

test('a column that has no room on a phone is chosen from the menu of the list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await signIn(page, 'administrator', '/merchants')
  const card = page.getByRole('grid', { name: 'Merchants' }).getByRole('row').first()
  await expect(card.locator('[data-label="Monthly revenue"]')).toBeVisible()
  await expect(card.locator('[data-label="Locations"]')).toHaveCount(0)
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitem', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Locations' }).click()
  await page.keyboard.press('Escape')
  await expect(card.locator('[data-label="Locations"]')).toBeVisible()
})

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const isOneStop = (page: Page, name: string) =>
  expect
    .poll(() => page.getByRole('grid', { name }).evaluate((grid) => grid.querySelectorAll('[tabindex="0"]').length))
    .toBe(1)

test('an administrator goes through list, sheet, date range and chart without a mouse', async ({ page }) => {
  await signIn(page, 'administrator', '/merchants')
  const focused = page.locator(':focus')

  await test.step('the list is one stop, whose cells the arrow keys reach', async () => {
    await isOneStop(page, 'Merchants')
    await page.getByRole('button', { name: 'List options' }).focus()
    await press(page, 'Tab')
    await expect(focused).toHaveAttribute('data-row-link')
    const first = await focused.textContent()
    await press(page, 'ArrowDown', 'ArrowRight')
    await expect(focused).toHaveAttribute('data-card', 'status')
    await press(page, 'End')
    await expect(focused).toHaveAccessibleName(/^More actions for /)
    await press(page, 'Control+Home')
    await expect(focused).toHaveAccessibleName('Select all rows')
    await press(page, 'ArrowDown', 'ArrowRight')
    await expect(focused).toHaveText(first ?? '')
    await press(page, 'Tab')
    await expect(focused).toHaveText('Load more')
    await press(page, 'Shift+Tab')
    await expect(focused).toHaveText(first ?? '')
  })

  await test.step('Enter opens the sheet, Escape returns to the row', async () => {
    await press(page, 'ArrowRight', 'Enter')
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    await press(page, 'Escape')
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('grid', { name: 'Merchants' }).locator(':focus')).toBeVisible()
  })

  await test.step('the range comes from a calendar of keys', async () => {
    await settled(page, '/analytics?range=custom&from=2026-10-05&to=2026-10-20')
    await page.getByLabel('From', { exact: true }).focus()
    await press(page, 'ArrowDown')
    const calendar = page.getByRole('dialog', { name: 'Calendar' })
    await expect(calendar.getByRole('button', { name: 'Monday, October 5, 2026' })).toBeFocused()
    await press(page, 'ArrowRight', 'ArrowDown', 'PageUp', 'Enter')
    await expect(calendar).toBeHidden()
    await press(page, 'Enter')
    await expect(page).toHaveURL(/from=2026-09-13/)
  })

  await test.step('the chart is one stop, whose points the arrow keys reach', async () => {
    const chart = page.getByRole('group', { name: 'Canceled over time' })
    await expect(chart.locator('[data-value]').first()).toHaveAccessibleName(/^Sep 13 /)
    await expect(page.locator('[data-old]')).toHaveCount(0)
    await chart.locator('[tabindex="0"]').focus()
    await press(page, 'Home')
    const first = await focused.getAttribute('aria-label')
    await press(page, 'ArrowRight', 'ArrowLeft')
    await expect(focused).toHaveAccessibleName(first ?? '')
    await isOneStop(page, 'Share of subscriptions retained, by start month and months since')
  })
})

const openers = {
  administrator: {
    '/users': ['Invite user', 'Filter', 'List options', /^More actions for /],
    '/payouts?view=all': ['List options', /^More actions for /],
    '/affiliates': ['Create link', /^More actions for /],
    '/settings?tab=security': ['Change email', 'Set up authenticator app'],
    '/dashboard': [/^Notifications/, 'Keyboard shortcuts', /^Search or jump to/],
  },
  owner: {
    '/locations': ['Add location', 'Import locations', /^More actions for /],
    '/plans': ['New plan', /^More actions for /],
    '/settings/billing': ['Edit bank details'],
    '/dashboard': ['Pause sales'],
  },
} as const

for (const role of ['administrator', 'owner'] as const) {
  test(`Escape closes what the ${role} opened and returns to its button`, async ({ page }) => {
    test.setTimeout(180_000)
    await signIn(page, role)
    const layers = page.locator('[role=dialog], [role=menu]').filter({ visible: true })
    for (const [address, names] of Object.entries(openers[role])) {
      await settled(page, address)
      for (const name of names) {
        const opener = page.getByRole('button', { name }).first()
        await opener.press('Enter')
        await expect(layers.first(), `${address} ${name}`).toBeVisible()
        await press(page, 'Escape')
        await expect(layers, `${address} ${name}`).toHaveCount(0)
        await expect(opener, `${address} ${name}`).toBeFocused()
      }
    }
  })
}

test('Escape closes only the topmost layer, and asks before typed text is lost', async ({ page }) => {
  await signIn(page, 'administrator', '/users')
  const row = page.getByRole('grid', { name: 'Users' }).locator('[data-row-link]').first()
  await row.press('Enter')
  const sheet = page.getByRole('dialog')
  const menuButton = sheet.getByRole('button', { name: /^More actions for / })
  await menuButton.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await press(page, 'Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(menuButton).toBeFocused()
  await press(page, 'Escape')
  await expect(sheet).toBeHidden()
  await expect(row).toBeFocused()

  const invite = page.getByRole('button', { name: 'Invite user' })
  await invite.press('Enter')
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('sam@people.test')
  await press(page, 'Escape')
  const question = page.getByText('Discard what you typed?')
  await expect(question).toBeVisible()
  await press(page, 'Escape')
  await expect(question).toBeHidden()
  await expect(email).toHaveValue('sam@people.test')
  await press(page, 'Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).press('Enter')
  await expect(email).toBeHidden()
  await expect(invite).toBeFocused()
})

test('an owner sets opening hours without a mouse', async ({ page }) => {
  await signIn(page, 'owner', '/locations')
  await page.getByRole('grid', { name: 'Locations' }).locator('[data-row-link]').first().focus()
  await press(page, 'Enter')
  await page.getByRole('button', { name: /^Edit/ }).first().press('Enter')
  const hours = page.getByRole('grid', { name: 'Opening hours by day' })
  await isOneStop(page, 'Opening hours by day')
  await hours.locator('[tabindex="0"]').focus()
  await press(page, 'Control+Home')
  const focused = page.locator(':focus')
  await expect(focused).toHaveAccessibleName(/^Monday opens: /)
  await press(page, 'ArrowDown', 'ArrowRight')
  await expect(focused).toHaveAccessibleName(/^Tuesday closes: /)
  await press(page, '0', '9', '4', '5', 'p', 'Escape')
  await expect(focused).toHaveAccessibleName('Tuesday closes: 9:45 PM')
  await expect(hours.getByLabel('Tuesday closes', { exact: true })).toHaveValue('21:45')
  await press(page, 'End', 'Enter')
  await expect(page.getByRole('menu', { name: 'More for Tuesday' })).toBeVisible()
  await press(page, 'End', 'Enter')
  await expect(hours.getByLabel('Sunday closes', { exact: true })).toHaveValue('21:45')
  await expect(focused).toHaveAccessibleName('More for Tuesday')
  await press(page, 'Tab')
  await expect(hours.locator(':focus')).toHaveCount(0)
})
