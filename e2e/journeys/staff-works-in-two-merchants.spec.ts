import type { Browser, Page } from '@playwright/test'
import { demoAccount, expect, inspectScreen, readMail, signIn, signInThroughForm, test } from '../support/console'
import { callConsole } from '../support/console-api'

test.describe.configure({ mode: 'serial' })

/** The second merchant of the demo owner; the demo viewer has only the first. */
const second = 'mer_d00002'
const owner = demoAccount('owner')
const waitingMs = 15_000

const current = (page: Page) => page.getByRole('button', { name: /^Switch merchant/ })

async function nameNow(page: Page): Promise<string> {
  const label = await current(page).getAttribute('aria-label')
  return label?.replace(/^Switch merchant\. Now: /, '') ?? ''
}

async function expectMerchant(page: Page, name: string): Promise<void> {
  await expect(current(page)).toHaveAttribute('aria-label', `Switch merchant. Now: ${name}`, { timeout: waitingMs })
}

/** Switches to the other one of two. */
async function switchOver(page: Page): Promise<string> {
  const before = await nameNow(page)
  await current(page).click()
  const options = page.getByRole('option')
  await expect(options.first()).toBeVisible()
  await options.filter({ hasNotText: before }).first().click()
  await expect(current(page)).not.toHaveAttribute('aria-label', `Switch merchant. Now: ${before}`)
  return nameNow(page)
}

async function newTab(browser: Browser, url: string): Promise<Page> {
  return (await browser.newContext({ baseURL: url })).newPage()
}

const linkOf = (text: string) => /https?:\/\/\S+openMerchant=[\w-]+/.exec(text)?.[0] ?? ''

const names = { first: '', second: '' }
const links = { bank: '', restored: '' }

test('two tabs work in two merchants, and a reload keeps each', async ({ page, context }) => {
  await signIn(page, 'owner', '/payouts')
  const name = await nameNow(page)
  const other = await context.newPage()
  await other.goto('/plans')
  await expectMerchant(other, name)
  const otherName = await switchOver(other)
  expect(otherName).not.toBe(name)
  for (const one of [page, other]) await one.reload()
  await expectMerchant(page, name)
  await expectMerchant(other, otherName)
  await page.goto('/locations')
  await expectMerchant(page, name)
  // Back and forward change the page, not the merchant.
  await other.goto('/users')
  await other.goBack()
  await expect(other).toHaveURL(/\/plans$/)
  await expectMerchant(other, otherName)
  Object.assign(names, { first: name, second: otherName })
})

test('a bank alert and the news of a merchant open that merchant', async ({ page, browser, server }) => {
  const admin = await newTab(browser, server.url)
  await signInThroughForm(admin, 'administrator')
  const reason = 'A check of the papers.'
  const { version } = await callConsole(admin, 'merchants/get', { merchantId: second })
  const suspended = await callConsole(admin, 'merchants/suspend', { merchantId: second, version, reason })
  await callConsole(admin, 'merchants/restore', { merchantId: second, version: suspended.version, reason })
  await signInThroughForm(page, 'owner')
  const answer = await page.evaluate(async (merchantId) => {
    const bankInfo = {
      routingNumber: '021000021',
      accountNumber: '9988776655',
      accountName: 'Second Venue LLC',
      accountType: 'checking',
    }
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ data: { merchantId, bankInfo } })
    return (await fetch('/us-central1/saveMerchantBankInfo', { method: 'POST', headers, body })).text()
  }, second)
  expect(answer).toContain('"success":true')
  links.bank = linkOf((await readMail(owner.email, /bank/i)).text)
  links.restored = linkOf((await readMail(owner.email, /is restored/)).text)
  for (const link of Object.values(links)) expect(link).toContain(`openMerchant=${second}`)

  for (const link of [links.bank, links.restored]) {
    if ((await nameNow(page)) === names.second) await switchOver(page)
    await page.goto(link)
    await expectMerchant(page, names.second)
    await expect(page).not.toHaveURL(/openMerchant/)
  }
  // Opened twice, and late: it selects its merchant again.
  await switchOver(page)
  await expectMerchant(page, names.first)
  await page.goto(links.bank)
  await expectMerchant(page, names.second)
  await expect(page.getByText('6655').first()).toBeVisible()
})

test('signed out, the link arrives after the sign-in', async ({ browser, server }) => {
  const tab = await newTab(browser, server.url)
  await tab.goto(links.bank)
  await tab.getByLabel('Email', { exact: true }).fill(owner.email)
  await tab.getByLabel('Password', { exact: true }).fill(owner.password)
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
  await tab.waitForURL('**/settings/billing')
  await expectMerchant(tab, names.second)
})

test('a person without access learns so', async ({ page }) => {
  await signIn(page, 'viewer')
  await page.goto(links.bank)
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
  await expect(page.getByText(names.second)).toHaveCount(0)
  await inspectScreen(page, 'linked-no-access', { brief: true })
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  await expectMerchant(page, names.first)
})

test('a preview of another merchant is left first', async ({ page }) => {
  await signIn(page, 'owner', '/locations')
  if ((await nameNow(page)) !== names.first) await switchOver(page)
  await current(page).click()
  await page.getByRole('button', { name: 'Preview as viewer' }).click()
  await expect(page.getByRole('button', { name: 'Exit preview' })).toBeVisible()
  await page.goto(links.bank)
  await expect(page.getByRole('heading', { name: `You’re previewing ${names.first}` })).toBeVisible()
  await inspectScreen(page, 'linked-preview', { brief: true })
  await page.getByRole('button', { name: 'Exit preview' }).click()
  await expectMerchant(page, names.second)
  await expect(page).toHaveURL(/\/settings\/billing$/)
})
