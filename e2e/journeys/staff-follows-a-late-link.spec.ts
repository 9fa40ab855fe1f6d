import type { Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createEngine } from '@quaff/platform/server/adapters/pglite/pglite-engine'
import { expect, inspectScreen, linkIn, readMail, signIn, signInThroughForm, test } from '../support/console'

test.describe.configure({ mode: 'serial' })

const program = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))
const people = ['tess', 'tom', 'tara']
const addressOf = (id: string) => `${id}@moved.test`
const password = 'tea-kettle-42'
const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-02-01T00:00:00Z' }
const accounts = people.map((localId) => ({
  localId,
  email: addressOf(localId),
  createdAt: '1690000000000',
  customAttributes: JSON.stringify({ role: 'merchant_viewer', merchantIds: ['late-bar'] }),
}))

function writeOldSystem(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const venue = { path: 'merchants/late-bar', data: { name: 'Late Bar', status: 'active', ...dated } }
  writeFileSync(join(folder, 'documents.ndjson'), JSON.stringify(venue))
  writeFileSync(join(folder, 'accounts.json'), JSON.stringify({ users: accounts }))
}

/** Ages the emails' links by the given hours. */
async function setLinksBack(dataDir: string, hours: number): Promise<void> {
  const engine = await createEngine({ folder: join(dataDir, 'database', 'data') })
  const { affectedRows } = await engine.query(
    `update one_time_secrets set created_at = created_at - $1::integer * interval '1 hour',
      expires_at = expires_at - $1::integer * interval '1 hour' where purpose = 'password_reset' and used_at is null`,
    [hours],
  )
  expect(affectedRows).toBeGreaterThan(0)
  await engine.close()
}

const linkTo = async (id: string) => linkIn(await readMail(addressOf(id), /^Your account at/))

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel(/Confirm/).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Password updated' })).toBeVisible()
}

async function enterConsole(page: Page, id: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Email', { exact: true }).fill(addressOf(id))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByText('Late Bar').filter({ visible: true }).first()).toBeVisible()
}

test('§0044 a team that was imported is mailed, and a link that is opened in time leads to the venue', async ({
  page,
  browser,
  server,
}) => {
  await server.whileStopped(async (dataDir) => {
    const folder = `${dataDir}-old-system`
    writeOldSystem(folder)
    execFileSync(process.execPath, [program, 'import', folder, '--apply'], {
      env: { ...process.env, DATA_DIR: dataDir },
    })
  })
  await signInThroughForm(page, 'administrator')
  await page.goto('/settings?tab=import')
  await page.locator('table').first().getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Invite the team' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Invite 3 people' }).click()
  await expect(page.getByText('3 people invited')).toBeVisible()

  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
  await visitor.setViewportSize({ width: 390, height: 800 })
  await visitor.goto(await linkTo('tess'))
  await expect(visitor.getByLabel('Password', { exact: true })).toBeVisible()
  await inspectScreen(visitor, 'moved-link-open')
  await choosePassword(visitor)
  await inspectScreen(visitor, 'moved-link-done', { brief: true })
  await enterConsole(visitor, 'tess')
})

test('a link that was used says so, and leads to the sign-in page', async ({ page }) => {
  await page.goto(await linkTo('tess'))
  await expect(page.getByText(/This link was already used/)).toBeVisible()
  await inspectScreen(page, 'moved-link-used')
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
})

test('opened where another user is signed in it asks first, and takes the person to whom it was mailed', async ({
  page,
}) => {
  await signIn(page, 'owner')
  await page.goto(await linkTo('tara'))
  await expect(page.getByText('You’re signed in as owner@quaff.test.')).toBeVisible()
  await inspectScreen(page, 'moved-link-other', { brief: true })
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto(await linkTo('tara'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await choosePassword(page)
  await enterConsole(page, 'tara')
})

test('a link that is three days old says so, and anyone who it came to gets a new one where they are', async ({
  page,
  server,
  browser,
}) => {
  await server.whileStopped((dataDir) => setLinksBack(dataDir, 73))
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(await linkTo('tom'))
  await expect(page.getByText(/This link has expired/)).toBeVisible()
  await inspectScreen(page, 'moved-link-late')
  await page.getByLabel('Email', { exact: true }).fill(addressOf('tom'))
  await page.getByRole('button', { name: 'Email me a reset link' }).click()
  await expect(page.getByText(/we’ve sent a reset link/)).toBeVisible()
  const fresh = linkIn(await readMail(addressOf('tom'), /^Reset your/))

  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signIn(other, 'viewer')
  await other.goto(await linkTo('tom'))
  await expect(other.getByText(/was replaced by a newer one|has expired/)).toBeVisible()
  await expect(other.getByText('You’re still signed in as viewer@quaff.test.')).toBeVisible()
  await inspectScreen(other, 'moved-link-late-other', { brief: true })
  await other.getByRole('link', { name: 'Back to the dashboard' }).click()
  await other.waitForURL('**/dashboard')

  await page.goto(fresh)
  await choosePassword(page)
  await enterConsole(page, 'tom')
})
