import type { Browser, Page } from '@playwright/test'
import { chooseCard, expect, inspectScreen, linkIn, readMail, signIn, test } from '../support/console'
import { callConsole } from '../support/console-api'

const barista = { email: 'bea.two-venues@quaff.test', name: 'Bea Two-Venues', password: 'copper-kettle-72' }

const newTab = async (browser: Browser) =>
  (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()

/** An account of a venue that is not the owner's. */
async function hireElsewhere(page: Page, browser: Browser) {
  await signIn(page, 'administrator')
  const { rows } = await callConsole(page, 'merchants/list', { tab: 'live', q: '', limit: 20 })
  const owner = await callConsole(page, 'users/list', { q: 'owner@quaff.test', limit: 1 })
  const merchants = (owner.rows[0]?.['merchants'] ?? []) as { id: string }[]
  const own = new Set(merchants.map(({ id }) => id))
  const venue = rows.find(({ id }) => !own.has(id))
  const { email, name: displayName } = barista
  const merchantIds = [venue?.id]
  await callConsole(page, 'users/invite', { email, displayName, role: 'merchant_viewer', merchantIds })
  const tab = await newTab(browser)
  await tab.goto(linkIn(await readMail(email)))
  await tab.getByLabel('Email', { exact: true }).fill(email)
  await tab.getByRole('button', { name: 'Continue' }).click()
  await tab.getByLabel('Password', { exact: true }).fill(barista.password)
  await tab.getByLabel(/Confirm/).fill(barista.password)
  await tab.getByRole('button', { name: 'Set password' }).click()
  await expect(tab).toHaveURL(/\/dashboard$/)
  await tab.context().close()
  return String(venue?.['name'])
}

test('an owner invites a person of another venue, who accepts; the owner removes them and takes it back', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const elsewhere = await hireElsewhere(page, browser)

  await page.context().clearCookies()
  await signIn(page, 'owner', '/users')
  await page.getByRole('button', { name: 'Invite user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite user' })
  await dialog.getByRole('textbox', { name: 'Email' }).fill(barista.email)
  await chooseCard(dialog, /viewer/i)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`We emailed ${barista.email} a link to accept.`)).toBeVisible()
  const invitation = page.getByRole('listitem').filter({ hasText: barista.email })
  await expect(invitation.getByText('Invited', { exact: true })).toBeVisible()
  await inspectScreen(page, 'users-invited')
  const link = linkIn(await readMail(barista.email, undefined, { seen: 1 }))

  const tab = await newTab(browser)
  await signIn(tab, 'viewer')
  await tab.goto(link)
  await expect(tab.getByText('This invitation is for b…@quaff.test.')).toBeVisible()
  expect(tab.url()).not.toContain('token')
  await inspectScreen(tab, 'invitation-of-another', { brief: true })
  await tab.getByRole('button', { name: 'Switch account' }).click()
  await tab.getByLabel('Email', { exact: true }).fill(barista.email)
  await tab.getByLabel('Password', { exact: true }).fill(barista.password)
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(tab.getByText(/invited you to .+ on Quaff as a merchant viewer\./)).toBeVisible()
  await inspectScreen(tab, 'invitation')
  await tab.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(tab).toHaveURL(/\/dashboard$/)
  await tab.getByRole('button', { name: /^Switch merchant/ }).click()
  await expect(tab.getByRole('option', { name: new RegExp(elsewhere) })).toBeVisible()
  await expect(tab.getByRole('option')).toHaveCount(2)

  await tab.goto(link)
  await expect(tab.getByText(/already signed in/).first()).toBeVisible()

  await expect(page.getByRole('link', { name: barista.name }).first()).toBeVisible()
  await expect(invitation).toHaveCount(0)
  await page.getByRole('button', { name: `More actions for ${barista.name}` }).click()
  await page.getByRole('menuitem', { name: /^Remove from this merchant/ }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Removed from the merchant')).toBeVisible()
  await expect(page.getByRole('link', { name: barista.name })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Removal undone')).toBeVisible()
  await expect(page.getByRole('link', { name: barista.name }).first()).toBeVisible()
  await tab.context().close()
})
