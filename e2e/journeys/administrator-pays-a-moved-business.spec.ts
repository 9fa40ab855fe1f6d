import { expect, test, type Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Stripe from 'stripe'
import { stripeEvent, stripeItem, stripeSubscription } from '@quaff/features/payments/testing/stripe-event-factory'
import { inspectScreen } from '../support/console'
import { findFreePort, RunningServer } from '../support/own-server'

/** The month that has ended: its fifteenth is the day up to which the old system has paid. */
const today = new Date()
const at = (day: number, month = -1) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + month, day))
const paidUntil = at(15)
const secret = 'whsec_of_the_journey'
const program = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

/** The public example of the provider: these settings, this salt and this hash are of this password. */
const ownerPassword = 'user1password'
const hashConfig = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}
`
const owner = {
  localId: 'olga',
  email: 'olga@old.test',
  emailVerified: true,
  passwordHash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  salt: '42xEC+ixf3L2lw==',
  createdAt: '1690000000000',
  customAttributes: JSON.stringify({ role: 'merchant_owner', merchantIds: ['bar'] }),
}
const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-02-01T00:00:00Z' }
const pass = (provider: string, start: Date, end: Date) => ({
  ...dated,
  updatedAt: start.toISOString(),
  merchantId: 'bar',
  planId: 'daily',
  status: 'active',
  amount: 2_900,
  currency: 'usd',
  interval: 'month',
  currentPeriodStart: start.toISOString(),
  currentPeriodEnd: end.toISOString(),
  stripeSubscriptionId: provider,
})
const documents = {
  'merchants/bar': {
    name: 'Old Harbour Bar',
    status: 'active',
    ownerId: 'olga',
    banking: { accountHolderName: 'Old Harbour Ltd', routingNumber: '021000021', accountNumberLast4: '6789' },
    ...dated,
  },
  'merchants/bar/locations/quay': { name: 'The Quay', ...dated },
  'merchants/bar/subscriptionPlans/daily': { name: 'Daily', active: true, ...dated },
  'merchants/bar/subscriptionPlans/daily/prices/monthly': { amount: 2_900, currency: 'usd', interval: 'month' },
  'users/olga': { displayName: 'Olga Quay', role: 'merchant_owner', merchantIds: ['bar'], ...dated },
  'users/gus': { displayName: 'Gus', email: 'gus@old.test', ...dated },
  'users/hal': { displayName: 'Hal', email: 'hal@old.test', ...dated },
  // Renewed on the fifth, before the cut-over, and to be renewed on the twentieth, after it.
  'users/gus/subscriptions/before': pass('sub_before', at(5), at(5, 0)),
  'users/hal/subscriptions/after': pass('sub_after', at(20, -2), at(20)),
}

const seconds = (date: Date) => date.getTime() / 1_000
/** A provider event for a subscription known only by the provider's id. */
function subscriptionAt(id: string, created: Date, start: Date, end: Date) {
  const period = { current_period_start: seconds(start), current_period_end: seconds(end) }
  const details = { id, created: seconds(at(1, -9)), start_date: seconds(at(1, -9)), metadata: {} }
  const items = { object: 'list', data: [stripeItem({ unit_amount: 2_900 }, period)] }
  return stripeEvent('customer.subscription.updated', stripeSubscription({ ...details, items }), {
    id: `evt_${id}_${seconds(created)}`,
    created: seconds(created),
  })
}

async function tell(url: string, event: object): Promise<object> {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const answer = await fetch(`${url}/webhooks/stripe`, { method: 'POST', headers, body: payload })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as object
}

test('§0044 a business that has moved in gets its first payout, of what was paid after the cut-over alone', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'quaff-e2e-moved-'))
  const url = `http://127.0.0.1:${await findFreePort()}`
  const server = new RunningServer(url, { STRIPE_WEBHOOK_SECRET: secret })
  const data = join(folder, 'data')
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [program, ...args], {
      env: { ...process.env, DATA_DIR: data, PORT: new URL(url).port },
      encoding: 'utf8',
    })
  const open = async () => (await browser.newContext({ baseURL: url })).newPage()
  try {
    let link = ''
    await test.step('the folder is imported, and the first administrator gets a link', async () => {
      const old = join(folder, 'old-system')
      mkdirSync(old)
      writeFileSync(join(old, 'hash.txt'), hashConfig)
      writeFileSync(join(old, 'accounts.json'), JSON.stringify({ users: [owner] }))
      writeFileSync(
        join(old, 'documents.ndjson'),
        Object.entries(documents)
          .map(([path, fields]) => JSON.stringify({ path, data: fields }))
          .join('\n'),
      )
      expect(run('import', old, '--apply', '--paid-until', paidUntil.toISOString().replace('.000', ''))).toMatch(
        /All \d+ totals match/,
      )
      link = /https?:\S+/.exec(run('admin', 'create', 'ada@new.test'))?.[0] ?? ''
      await server.start(data)
    })

    await test.step('the payment provider reports a paid period and an unpaid one', async () => {
      expect(await tell(url, subscriptionAt('sub_before', at(16), at(5), at(5, 0)))).toMatchObject({
        outcome: 'updated',
      })
      expect(await tell(url, subscriptionAt('sub_after', at(20), at(20), at(20, 0)))).toMatchObject({
        outcome: 'updated',
      })
      // Sent twice, taken once.
      expect(await tell(url, subscriptionAt('sub_after', at(20), at(20), at(20, 0)))).toMatchObject({
        outcome: 'duplicate',
      })
    })

    const admin = await open()
    await test.step('the administrator sets a password, and sees what was imported', async () => {
      await activate(admin, link.replace(/^https?:\/\/[^/]+/, url))
      await admin.goto('/settings?tab=import')
      await admin.locator('table').first().getByRole('row').nth(1).getByRole('link').first().click()
      await expect(admin.getByRole('row', { name: /^Subscriptions / })).toHaveText('Subscriptions220000')
      await inspectScreen(admin, 'moved-run')
    })

    await test.step('the administrator drafts the payout', async () => {
      await admin.goto('/payouts?action=generate')
      const dialog = admin.getByRole('dialog', { name: 'Generate payouts' })
      await dialog.getByRole('button', { name: 'Generate 1 payout' }).click()
      const run = admin.getByRole('grid', { name: /^Payouts of/ })
      await run.getByRole('row').nth(1).getByRole('link').first().click()
      await expect(sheetOf(admin).getByText('$29.00').first()).toBeVisible()
      await inspectScreen(admin, 'moved-payout', { brief: true })
    })

    await test.step('the statement lists the one renewal that no one has paid yet', async () => {
      const arrives = admin.waitForEvent('download')
      await sheetOf(admin).getByRole('button', { name: 'CSV' }).click()
      const lines = (await readFile((await (await arrives).path()) ?? '', 'utf8')).split('\r\n')
      const renewals = lines.filter((line) => line.includes(',Renewal,'))
      expect(renewals).toHaveLength(1)
      expect(renewals[0]).toContain('Hal')
      expect(lines.join('\n')).not.toContain('Gus')
    })

    const merchant = await open()
    await test.step('the owner signs in with the old password and completes the account', async () => {
      await signInWith(merchant, owner.email, ownerPassword)
      await merchant.goto('/settings/billing')
      await expect(merchant.getByText('Incomplete').first()).toBeVisible()
      await merchant.getByRole('button', { name: 'Edit bank details' }).first().click()
      const dialog = merchant.getByRole('dialog')
      await dialog.getByLabel('Account number', { exact: true }).fill('000123456789')
      await dialog.getByLabel(/Confirm the last/).fill('6789')
      await dialog.getByRole('button', { name: 'Save bank details' }).click()
      await expect(merchant.getByText(/Marked verified/)).toBeVisible()
    })

    await test.step('it is approved, exported, sent and confirmed', async () => {
      await act(admin, 'Approve', 'Approved')
      await admin.goto('/payouts?status=approved')
      await admin.getByRole('button', { name: 'Bank file' }).click()
      const dialog = admin.getByRole('dialog', { name: 'Bank file' })
      const arrives = admin.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Download CSV' }).click()
      const bankFile = await readFile((await (await arrives).path()) ?? '', 'utf8')
      expect(bankFile).toContain('000123456789')
      expect(bankFile).toContain('29.00')
      await admin.goto('/payouts?view=all')
      await admin
        .getByRole('grid', { name: /^Payouts/ })
        .getByRole('row')
        .nth(1)
        .getByRole('link')
        .first()
        .click()
      await act(admin, 'Mark as sent', 'Sent')
      await act(admin, 'Confirm', 'Confirmed')
    })

    await test.step('the owner sees what was paid', async () => {
      await merchant.goto('/settings/billing')
      const statements = merchant.locator('table').filter({ hasText: '$29.00' })
      await expect(statements.getByText('Confirmed').first()).toBeVisible()
      await inspectScreen(merchant, 'moved-statement', { brief: true })
    })
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

const sheetOf = (page: Page) => page.getByRole('dialog').first()

/** An act of the open payout, with its question. */
async function act(page: Page, name: string, state: string): Promise<void> {
  await sheetOf(page).getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click()
  await expect(sheetOf(page).getByText(state, { exact: true }).first()).toBeVisible()
}

async function activate(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Email', { exact: true }).fill('ada@new.test')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page
    .getByLabel('Password', { exact: true })
    .or(page.getByLabel('New password', { exact: true }))
    .fill('tea-kettle-42')
  await page.getByLabel(/Confirm/).fill('tea-kettle-42')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForURL('**/dashboard')
}

async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
}
