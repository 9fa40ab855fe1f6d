import type { Download, Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { expect, inspectScreen, signIn, signInThroughForm, test } from '../support/console'
import { receivedMails } from '../support/mail-server'

test('a month without blockers is generated, approved, paid and confirmed in six clicks, and a colleague sees it', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  page.setDefaultTimeout(15_000)
  await countClicks(page)
  await signInThroughForm(page, 'administrator')
  await page.goto('/payouts?view=runs')
  const runs = page.getByRole('grid', { name: 'Runs, newest first' })
  await expect(runs.getByRole('row').filter({ hasText: 'Not generated' }).first()).toBeVisible()
  await inspectScreen(page, 'payout-runs')
  await resetClicks(page)

  await runs.getByRole('link').last().click()
  await expect(page.getByText('Not generated yet')).toBeVisible()
  await page.getByRole('button', { name: /^Generate \d+ payouts?$/ }).click()
  const next = page.getByRole('region', { name: 'Next step' })
  await expect(next.getByRole('button', { name: /^Approve \d+ payouts?$/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Needs attention' })).toBeHidden()
  await inspectScreen(page, 'payout-run-approve')
  const nets = await cellsOf(page.getByRole('table', { name: 'Totals by currency' }), 'Net')
  await next.getByRole('button', { name: /^Approve \d+ payouts?$/ }).click()

  const files = page.getByRole('table', { name: 'Bank files with their control totals' })
  await expect(files.getByText('Not downloaded').first()).toBeVisible()
  expect(await cellsOf(files, 'Control total')).toEqual(nets)
  await inspectScreen(page, 'payout-run-pay', { brief: true })
  const colleague = await (await browser.newContext({ baseURL })).newPage()
  await signIn(colleague, 'administrator', page.url())
  const filesOfColleague = colleague.getByRole('table', { name: 'Bank files with their control totals' })
  await expect(filesOfColleague.getByText('Not downloaded')).toHaveCount(nets.length)
  const downloads: Download[] = []
  page.on('download', (download) => downloads.push(download))
  await next.getByRole('button', { name: /^Download \d+ files?$/ }).click()
  await expect(next.getByRole('button', { name: /^Mark \d+ as sent$/ })).toBeVisible()
  await expect.poll(() => downloads.length).toBe(nets.length)
  const shown = (await cellsOf(files, 'Control total')).toSorted()
  expect((await Promise.all(downloads.map(controlTotal))).toSorted()).toEqual(shown)
  await expect(filesOfColleague.getByText('Downloaded', { exact: true })).toHaveCount(nets.length)
  await colleague.context().close()
  await next.getByRole('button', { name: /^Mark \d+ as sent$/ }).click()
  await expect(next.getByRole('button', { name: /^Confirm \d+ payouts?$/ })).toBeVisible()
  await inspectScreen(page, 'payout-run-confirm', { brief: true })
  await next.getByRole('button', { name: /^Confirm \d+ payouts?$/ }).click()
  await expect(page.getByText(/· all confirmed$/)).toBeVisible()
  expect(await readClicks(page)).toBe(6)
})

test('a payment that the bank returned is retried in a second file, and its attempts stay in the history', async ({
  page,
}) => {
  test.setTimeout(240_000)
  page.setDefaultTimeout(15_000)
  await signInThroughForm(page, 'administrator')
  await page.goto('/payouts?view=runs')
  await page.getByRole('grid', { name: 'Runs, newest first' }).getByRole('link').first().click()
  await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('link', { name: /Confirm/ })
    .click()
  const failing = page.getByRole('button', { name: /^Mark as failed, / }).first()
  const name = ((await failing.getAttribute('aria-label')) ?? '')
    .replace(/^Mark as failed, /, '')
    .replace(/, \w+ \d+$/, '')
  await failing.click()
  const dialog = page.getByRole('dialog', { name: /Mark this payout as failed/ })
  await dialog.getByRole('button', { name: 'Account closed (R02)' }).click()
  await dialog.getByRole('button', { name: 'Mark as failed', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Escape')
  const item = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem').filter({ hasText: name })
  await expect(item).toContainText('Account closed (R02)')
  await inspectScreen(page, 'payout-run-returned')
  await item.getByRole('button', { name: /^Retry payout/ }).click()
  const row = page
    .getByRole('grid', { name: /^Payouts of/ })
    .getByRole('row')
    .filter({ hasText: name })
  await expect(row).toContainText('1 returned attempt')
  await row.getByRole('link').first().click()
  await expect(page.getByRole('list', { name: 'Steps, oldest first' }).getByRole('listitem')).toContainText([
    'Generated',
    'Approved',
    'Sent',
    'Account closed (R02)',
    'Approved',
  ])
})

test('an administrator reminds an owner of missing bank details, once a day, by an email for the owner alone', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000)
  await signIn(page, 'administrator', '/payouts')
  const other = await (await browser.newContext({ baseURL })).newPage()
  await other.route('**/rpc/sessions/live', (route) => route.abort())
  await page.getByRole('link', { name: 'Generate the rest' }).first().click()
  await page
    .getByRole('button', { name: /^Generate \d+ payouts?$/ })
    .first()
    .click()
  const item = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem').first()
  const name = ((await item.innerText()).split(':')[0] ?? '').trim()
  await signIn(other, 'administrator', page.url())
  const button = (of: Page, label: string) => of.getByRole('button', { name: new RegExp(`^${label}, ${name}`) }).first()
  await expect(button(other, 'Remind owner')).toBeEnabled()
  await button(page, 'Remind owner').click()
  await expect(page.getByText('Reminder sent to the owners')).toBeVisible()
  await expect(item).toContainText('Owner reminded')
  await expect(button(page, 'Remind again')).toHaveAttribute('aria-disabled', 'true')

  // The other administrator, whose screen is older, sends no second email and sees why.
  await button(other, 'Remind owner').click()
  await expect(other.getByText('Couldn’t send the reminder')).toBeVisible()
  const toOwner = async () => (await receivedMails()).filter(({ subject }) => subject.includes(name))
  await expect.poll(async () => (await toOwner()).length).toBe(1)
  const [mail] = await toOwner()
  expect(mail?.text).toContain('No bank account on file.')
  const link = /https?:\/\/\S+openMerchant=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
  await other.context().clearCookies()
  await signIn(other, 'viewer', link)
  await expect(other.getByText('This link is for a merchant that your account can’t open.')).toBeVisible()
  await signIn(page, 'administrator', link)
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible()
  await expect(page.getByText(name).first()).toBeVisible()
  await other.context().close()
})

/** Counts what a person presses, across pages of the tab. */
async function countClicks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1)),
      true,
    )
  })
}
const resetClicks = (page: Page) => page.evaluate(() => sessionStorage.removeItem('clicks'))
const readClicks = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('clicks')))

async function cellsOf(table: Locator, header: string): Promise<string[]> {
  return table.locator(`tbody [data-label="${header}"]`).allInnerTexts()
}

/** "$1,234.50" of all payments of a bank file. */
async function controlTotal(download: Download): Promise<string> {
  const lines = (await readFile((await download.path()) ?? '', 'utf8')).trim().split(/\r?\n/)
  const head = (lines[0] ?? '').split(',')
  // Names with commas come before the amount.
  const fromEnd = head.length - head.indexOf('Amount')
  const payments = lines.slice(1).map((line) => line.split(','))
  const sum = payments.reduce((cents, cells) => cents + Math.round(Number(cells.at(-fromEnd)) * 100), 0)
  const currency = payments[0]?.at(1 - fromEnd) ?? ''
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(sum / 100)
}
