import type { Locator, Page } from '@playwright/test'
import { expect, follow, signIn, test, type DemoLabel } from '../support/console'

type Place = { address: string; merchant?: true }
const ofMerchant = ['/users', '/affiliates', '/locations', '/plans'].map((address): Place => ({ address }))
const places: Record<DemoLabel, Place[]> = {
  administrator: [
    { address: '/merchants' },
    { address: '/merchants?tab=pending' },
    { address: '/users' },
    { address: '/users?tab=pending' },
    { address: '/users?tab=inactive' },
    { address: '/affiliates' },
    { address: '/waitlists' },
    { address: '/merchant-signup-forms' },
  ],
  owner: ofMerchant,
  viewer: ofMerchant,
}

const exitOf = (page: Page) => page.getByRole('button', { name: 'Exit preview' })

/** A dialog, another address or a word about what was done. */
async function expectAnswer(page: Page, before: string, label: string) {
  if (label === 'Preview as viewer') return expect(exitOf(page)).toBeVisible()
  const toasts = page.locator('.mantine-Notification-root')
  await expect
    .poll(async () => page.url() !== before || (await page.getByRole('dialog').count()) + (await toasts.count()) > 0)
    .toBe(true)
}

/** The next role finds the record as this one found it. */
async function takeBack(page: Page) {
  const undo = page.getByRole('button', { name: 'Undo' }).first()
  if (!(await undo.isVisible())) return
  // Undo can itself be undone, so the button does not show completion.
  await Promise.all([page.waitForResponse((answer) => answer.request().method() !== 'GET'), undo.click()])
}

async function openPlace(page: Page, address: string): Promise<Locator | undefined> {
  const exit = exitOf(page)
  if (await exit.isVisible()) {
    await exit.click()
    await expect(exit).toBeHidden()
  }
  // An earlier toast would pass for the result; a reload removes it.
  if ((await page.locator('.mantine-Notification-root').count()) > 0) await page.goto(address)
  else await follow(page, address)
  const row = page.locator('[data-row-id]').first()
  // A list may be empty, and a viewer's rows have no menu where nothing is theirs to do.
  await row.waitFor({ timeout: 5_000 }).catch(() => undefined)
  return (await row.getByRole('button', { name: /^More actions/ }).count()) > 0 ? row : undefined
}

async function openMenu(page: Page, row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: /^More actions for/ }).click()
  const menu = page.getByRole('menu', { name: /^More actions for/ })
  await expect(menu.getByRole('menuitem').first()).toBeVisible()
  return menu.locator('[role="menuitem"]:not([aria-disabled])')
}
const wordsOf = (lines: Locator) =>
  lines.evaluateAll((all) => all.map((line) => line.querySelector('.q-grow')?.firstChild?.textContent ?? ''))

async function openPalette(page: Page, row: Locator): Promise<Locator> {
  await row.locator('[data-row-link]').first().focus()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to…' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  return palette
}

for (const role of ['administrator', 'owner', 'viewer'] as const)
  test(`§2.4 every command of a row answers ${role}s, from its menu and from the palette`, async ({ page }) => {
    test.setTimeout(600_000)
    await signIn(page, role)
    await page.context().grantPermissions(['clipboard-write'])
    const run: string[] = []
    for (const { address } of places[role]) {
      const first = await openPlace(page, address)
      if (!first) continue
      const labels = await wordsOf(await openMenu(page, first))
      for (const label of labels) {
        await test.step(`${address}: ${label}`, async () => {
          const row = await openPlace(page, address)
          if (!row) throw new Error('The row is gone.')
          const lines = await openMenu(page, row)
          const at = (await wordsOf(lines)).indexOf(label)
          // An action that was already done is replaced by its counterpart.
          if (at === -1) return
          const before = page.url()
          await lines.nth(at).click()
          await expectAnswer(page, before, label)
          await takeBack(page)
          run.push(`menu ${label}`)

          const again = await openPlace(page, address)
          if (!again) throw new Error('The row is gone.')
          const palette = await openPalette(page, again)
          const words = label.replace('…', '')
          await palette.getByRole('combobox').fill(words)
          const name = await again.locator('[data-row-link]').first().innerText()
          const title = name.split('\n')[0] ?? ''
          const option = palette.getByRole('group', { name: title }).getByRole('option', { name: words }).first()
          await palette.getByRole('option').first().waitFor()
          if ((await option.count()) === 0) return
          await option.click()
          await expect(palette).toBeHidden()
          await expectAnswer(page, before, label)
          await takeBack(page)
          run.push(`palette ${label}`)
        })
      }
    }
    const byMenu = run.filter((line) => line.startsWith('menu')).map((line) => line.slice(5))
    const byPalette = run.filter((line) => line.startsWith('palette')).map((line) => line.slice(8))
    // Done early, so that the row does not offer it twice.
    const once = [
      'Shortlist',
      'Remove from shortlist',
      'Restore to waitlist',
      'Activate',
      'Close',
      'Reopen',
      'Archive',
      'Restore',
      'Reactivate',
    ]
    expect(byMenu.filter((label) => !once.includes(label) && !byPalette.includes(label))).toEqual([])
    expect(byMenu).toEqual(expect.arrayContaining(['Copy link', 'QR code']))
  })

test('§9 the palette forgives a slip, acts, and takes a verb before a name', async ({ page }) => {
  await signIn(page, 'administrator')
  const open = async () => {
    await page.keyboard.press('Control+k')
    return page.getByRole('dialog', { name: 'Search or jump to…' })
  }
  const palette = await open()
  await palette.getByRole('combobox').fill('invte')
  await expect(palette.getByRole('option', { name: 'Invite user' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /Invite/ })).toBeVisible()
  await expect(page).toHaveURL(/\/users\?.*action=invite/)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open()
  await palette.getByRole('combobox').fill('deactivate weekly')
  const deactivation = palette.getByRole('group', { name: 'Do' }).getByRole('option').first()
  await expect(deactivation).toContainText('Deactivate')
  await deactivation.click()
  const question = page.getByRole('dialog', { name: /^Deactivate/ })
  await expect(question).toBeVisible()
  // The editor beneath loads later and must not take the focus.
  await expect(page.getByRole('dialog', { name: 'Edit plan' })).toBeAttached()
  await expect(question.locator(':focus')).toHaveCount(1)
  await expect(page).toHaveURL(/\/plans\?id=/)
})
