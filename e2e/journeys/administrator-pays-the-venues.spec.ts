import type { Download, Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { expect, inspectScreen, signInThroughForm, test } from '../support/console'

test('an administrator generates, approves and exports a payout, and the statement adds up', async ({ page }) => {
  test.setTimeout(240_000)
  page.setDefaultTimeout(15_000)
  await signInThroughForm(page, 'administrator')
  await generateTheRest(page)
  await page.goto('/payouts?status=draft')
  const row = page
    .getByRole('grid', { name: /^Payouts/ })
    .getByRole('row')
    .nth(1)
  await expect(row).toBeVisible()
  await inspectScreen(page, 'payouts')
  await row.getByRole('link').first().click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { name: 'Amounts' })).toBeVisible()
  const address = page.url()
  await inspectScreen(page, 'payout-sheet')
  await adjust(page, sheet)
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Approve' }).click()
  await expect(sheet.getByText('Approved').first()).toBeVisible()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'CSV' }).click(),
  ])
  const [, ...lines] = await linesOf(download)
  const net = lines.at(-1) ?? []
  expect(lines.some((line) => line.includes('Opening day drinks'))).toBe(true)
  const sumOf = (...kinds: string[]) =>
    lines.reduce((cents, line) => (kinds.includes(line[3] ?? '') ? cents + centsOf(line) : cents), 0)
  expect(sumOf('Renewal', 'Late renewal')).toBeGreaterThan(0)
  expect(sumOf('Renewal', 'Late renewal')).toBe(sumOf('Gross'))
  expect(sumOf('Gross', 'Platform fee', 'Adjustment')).toBe(sumOf('Net'))
  await expect(sheet.getByText(money(centsOf(net))).first()).toBeVisible()

  await page.goto('/payouts?status=approved')
  const bankFile = await saveBankFile(page)
  const paid = bankFile.find((line) => line.includes((centsOf(net) / 100).toFixed(2)))
  expect(
    paid?.some((cell) => /^\d{9}$/.test(cell)),
    'the routing number',
  ).toBe(true)
  await expect(
    page
      .getByRole('grid', { name: /^Payouts/ })
      .getByText('Approved')
      .first(),
  ).toBeVisible()
  await page.goto(address)
  await failOnceAndCorrect(page, sheet)
})

/** The failed attempt stays among the steps, and what is found after sending goes into the next payout. */
async function failOnceAndCorrect(page: Page, sheet: Locator): Promise<void> {
  const step = async (name: string, reason?: string) => {
    await sheet.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /this payout/ })
    if (reason !== undefined) await dialog.getByLabel(/^Reason/).fill(reason)
    await dialog.getByRole('button', { name, exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await step('Mark as sent')
  await step('Mark as failed', 'The account is closed')
  await step('Approve')
  await step('Mark as sent')
  await expect(sheet.getByRole('list', { name: 'Steps, oldest first' }).getByRole('listitem')).toContainText([
    'Generated',
    'Approved',
    'Sent',
    'The account is closed',
    'Approved',
    'Sent',
  ])
  await sheet.getByRole('button', { name: 'Add to next payout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to next payout' })
  await dialog.getByRole('button', { name: 'Deduct' }).click()
  await dialog.getByLabel(/^Amount in/).fill('5')
  await dialog.getByLabel(/^Reason/).fill('Refund of a pass')
  await dialog.getByRole('button', { name: 'Save adjustment' }).click()
  await expect(sheet.getByRole('list', { name: 'Waiting for the next payout' })).toContainText('Refund of a pass')
  await inspectScreen(page, 'payout-corrected', { brief: true })
}

async function saveBankFile(page: Page): Promise<string[][]> {
  await page.getByRole('button', { name: 'Bank file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bank file' })
  await expect(dialog.getByText(/payouts?/).first()).toBeVisible()
  await inspectScreen(page, 'bank-file', { brief: true })
  const arrives = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^(Download|Save)/ }).click()
  const download = await arrives
  const done = page.getByRole('dialog', { name: 'Bank file downloaded' })
  await expect(done.getByText(download.suggestedFilename())).toBeVisible()
  await inspectScreen(page, 'bank-file-downloaded', { brief: true })
  await done.getByRole('button', { name: 'Close' }).last().click()
  return linesOf(download)
}

async function generateTheRest(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /Generate payouts/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Generate payouts' })
  await expect(dialog.getByText(/^\d+ new/)).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Months with charges without payouts' })).toBeVisible()
  await inspectScreen(page, 'generate-payouts', { brief: true })
  await dialog.getByRole('button', { name: /^Generate \d+ payouts?$/ }).click()
  await expect(page.getByRole('region', { name: 'Next step' }).getByRole('button', { name: /^Approve/ })).toBeVisible()
  await page.goto('/payouts?action=generate')
  // Other journeys may add charges at the same time.
  await expect(dialog.getByText(/\d+ already generated$/)).toBeVisible()
}

async function adjust(page: Page, sheet: Locator): Promise<void> {
  await sheet.getByRole('button', { name: 'Add adjustment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjust this payout' })
  await dialog.getByLabel(/^Amount in/).fill('12.34')
  await dialog.getByLabel(/^Reason/).fill('Opening day drinks')
  await dialog.getByRole('button', { name: /adjust/i }).click()
  await expect(sheet.getByText('Opening day drinks')).toBeVisible()
}

async function linesOf(download: Download): Promise<string[][]> {
  const text = await readFile((await download.path()) ?? '', 'utf8')
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.replaceAll('"', '').split(','))
}
/** The amount precedes the currency. */
const centsOf = (line: readonly string[]) => Math.round(Number(line.at(-2)) * 100)
const money = (cents: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
