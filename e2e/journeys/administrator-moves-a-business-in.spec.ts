import type { Page } from '@playwright/test'
import { expect, inspectScreen, linkIn, listMails, readMail, signInThroughForm, test } from '../support/console'

test.describe.configure({ mode: 'serial' })

/** The public example of the provider: these settings, this salt and this hash are of this password. */
const oldPassword = 'user1password'
const hashConfig = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}
`
/** The tool writes them as a text. */
const claims = (role: string) => JSON.stringify({ role, merchantIds: ['old-bar'] })
const accounts = {
  users: [
    {
      localId: 'old-owner',
      email: 'olga@old.test',
      emailVerified: true,
      passwordHash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
      salt: '42xEC+ixf3L2lw==',
      createdAt: '1690000000000',
      customAttributes: claims('merchant_owner'),
    },
    {
      localId: 'old-viewer',
      email: 'vera@old.test',
      createdAt: '1690000000000',
      customAttributes: claims('merchant_viewer'),
    },
  ],
}
const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-02-01T00:00:00Z' }
const pass = {
  merchantId: 'old-bar',
  planId: 'old-daily',
  status: 'active',
  currency: 'usd',
  interval: 'month',
  ...dated,
}
const period = { currentPeriodStart: '2026-01-01T00:00:00Z', currentPeriodEnd: '2026-02-01T00:00:00Z' }
const documents = {
  'merchants/old-bar': { name: 'Old Harbour Bar', status: 'active', ownerId: 'old-owner', ...dated },
  'merchants/old-bar/locations/quay': { name: 'The Quay', ...dated },
  'merchants/old-bar/subscriptionPlans/old-daily': { name: 'Daily', active: true, ...dated },
  'users/old-owner': { displayName: 'Olga Quay', role: 'merchant_owner', merchantIds: ['old-bar'], ...dated },
  'users/old-viewer': { displayName: 'Vera Quay', role: 'merchant_viewer', merchantIds: ['old-bar'], ...dated },
  'users/old-guest': { displayName: 'Gus', email: 'gus@old.test', ...dated },
  'users/old-guest/subscriptions/s1': { ...pass, ...period, amount: 2_900 },
  'users/old-guest/subscriptions/s2': { ...pass, ...period, amount: 29.5 },
  'users/old-guest/redemptions/r1': {
    merchantId: 'old-bar',
    locationId: 'quay',
    redeemedAt: '2026-01-10T08:00:00Z',
    method: 'barcode',
    status: 'completed',
  },
}
const lines = Object.entries(documents).map(([path, data]) => JSON.stringify({ path, data }))

async function upload(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/settings?tab=import')
  await page.getByRole('button', { name: 'Upload a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload a file' })
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await dialog.getByRole('button', { name: 'Upload and check' }).click()
  await expect(page.getByText('Nothing is saved yet')).toBeVisible()
}

async function apply(page: Page, paidUntil?: string): Promise<void> {
  await page.getByRole('button', { name: 'Apply import' }).click()
  const dialog = page.getByRole('dialog')
  if (paidUntil !== undefined) {
    await dialog.getByLabel('Paid until').fill(paidUntil)
    await dialog.getByLabel('Paid until').press('Tab')
  }
  await dialog.getByRole('button', { name: 'Apply import' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Invite the team' })).toBeVisible()
}

const rowOf = (page: Page, kind: string) => page.getByRole('row', { name: new RegExp(`^${kind} `) })

test('§0044 an administrator begins with nothing, checks what the old system had, and sees what is wrong with it', async ({
  page,
}) => {
  await signInThroughForm(page, 'administrator')
  await page.goto('/settings?tab=import')
  await expect(page.getByText('npm run import -- old-system/')).toBeVisible()
  await inspectScreen(page, 'imports-empty', { brief: true })
  await upload(page, 'documents.ndjson', lines.join('\n'))
  await expect(rowOf(page, 'Subscriptions')).toHaveText('Subscriptions2101')
  const problems = page.getByRole('grid', { name: /^Problems/ })
  await expect(problems.getByRole('row')).toHaveCount(2)
  await expect(problems).toContainText('users/old-guest/subscriptions/s2')
  await expect(problems).toContainText('amount isn’t a whole number of cents (or the smallest unit)')
  await expect(problems).toContainText('documents.ndjson, line 8')
  await inspectScreen(page, 'import-checked')
  await page.goto('/merchants?q=Old%20Harbour')
  await expect(page.getByText('Old Harbour Bar')).toBeHidden()
})

test('what was checked is imported with its passwords, and its team is invited once', async ({ page }) => {
  await signInThroughForm(page, 'administrator')
  await upload(page, 'hash.txt', hashConfig)
  await apply(page)
  await upload(page, 'accounts.json', JSON.stringify(accounts))
  await apply(page)
  await upload(page, 'documents.ndjson', lines.join('\n'))
  await apply(page, '2026-12-01')
  await expect(rowOf(page, 'Merchants')).toHaveText('Merchants110000')
  await expect(rowOf(page, 'Subscriptions')).toHaveText('Subscriptions210001')
  await expect(rowOf(page, 'Redemptions')).toHaveText('Redemptions110000')
  expect(await listMails('vera@old.test')).toEqual([])
  await inspectScreen(page, 'import-done')

  await page.getByRole('button', { name: 'Invite the team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite the team' })
  await expect(dialog.getByText('1 person gets a link to set a password.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Invite 1 person' }).click()
  await expect(page.getByText('1 person invited')).toBeVisible()
  expect(linkIn(await readMail('vera@old.test'))).toContain('token=')
  await page.getByRole('button', { name: 'Invite the team' }).click()
  await expect(dialog.getByText('1 person already invited.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Invite', exact: true })).toBeDisabled()
  expect(await listMails('vera@old.test')).toHaveLength(1)
  expect(await listMails('olga@old.test')).toEqual([])
})

test('the owner signs in with the password of the old system and finds the venue', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByLabel('Email', { exact: true }).fill('olga@old.test')
  await page.getByLabel('Password', { exact: true }).fill(oldPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByText('Old Harbour Bar').first()).toBeVisible()
})
