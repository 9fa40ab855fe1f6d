import type { Page } from '@playwright/test'
import { createHmac } from 'node:crypto'
import { expect, inspectScreen, signInThroughForm, test } from '../support/console'

type Secrets = { secret: string; signingSecret: string }

test('an administrator makes a key, a drink comes in with it, the live counter moves, and the key is revoked', async ({
  page,
  context,
}) => {
  test.setTimeout(150_000)
  // Right after the sign-in, so no password is requested again.
  await signInThroughForm(page, 'administrator')
  await page.goto('/settings?tab=keys')
  await expect(page.getByText('No keys yet')).toBeVisible()
  await inspectScreen(page, 'keys-empty', { brief: true })
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create API key' })
  await form.getByRole('button', { name: 'Create key' }).click()
  await expect(form.getByText('Choose at least one permission')).toBeVisible()
  await form.getByLabel('Name').fill('Counter app')
  await form.getByLabel('Send redemptions').check()
  await form.getByLabel('Read redemptions').check()
  await inspectScreen(page, 'make-key', { brief: true })
  await form.getByRole('button', { name: 'Create key' }).click()

  const shown = page.getByRole('dialog', { name: 'The secrets of Counter app' })
  const secrets = {
    secret: await shown.getByRole('textbox', { name: 'Secret', exact: true }).inputValue(),
    signingSecret: await shown.getByRole('textbox', { name: 'Signing secret' }).inputValue(),
  }
  await inspectScreen(page, 'key-secrets', { brief: true })
  await page.keyboard.press('Escape')
  await expect(shown.getByText('Copy them now. You won’t see them again.')).toBeVisible()
  await shown.getByLabel('I’ve saved both secrets').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /Counter app/ })).toContainText('Never')

  // A second window shows a merchant's live counter and is not touched.
  const counter = await context.newPage()
  const merchantId = await openLiveCounter(counter)
  const figure = counter.getByRole('status').filter({ hasText: /^[\d,]+$/ })
  const before = await numberIn(figure)
  const id = `red_${Date.now()}`
  const drink = { eventId: `evt_${id}`, id, merchantId, redeemedAt: new Date().toISOString() }
  expect(await send(page, secrets, drink)).toMatchObject({ status: 200, body: { counts: { created: 1 } } })
  await expect.poll(() => numberIn(figure)).toBe(before + 1)
  expect(await send(page, secrets, drink)).toMatchObject({ status: 200, body: { counts: { duplicate: 1 } } })
  const asKey = { headers: { authorization: `Bearer ${secrets.secret}` } }
  const read = await page.request.get(`/v1/redemptions?since=${drink.redeemedAt}&fields=id,merchantId`, asKey)
  expect(await read.json()).toMatchObject({ data: [{ id, merchantId }] })
  const forged = { ...secrets, signingSecret: secrets.signingSecret.toLowerCase() }
  expect(await send(page, forged, drink)).toMatchObject({ status: 401, body: { reason: 'SIGNATURE_WRONG' } })

  await page.reload()
  await page
    .getByRole('row', { name: /Counter app/ })
    .getByRole('link')
    .click()
  const sheet = page.getByRole('dialog', { name: 'Counter app' })
  await expect(sheet.getByText('Redemptions', { exact: true })).toHaveCount(2)
  await inspectScreen(page, 'key-sheet', { brief: true })
  await sheet.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke Counter app?' })
  await question.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('Key revoked')).toBeVisible()
  expect(await send(page, secrets, { ...drink, eventId: 'evt_after' })).toMatchObject({
    status: 401,
    body: { reason: 'KEY_UNKNOWN', message: 'Invalid API key.' },
  })

  await page.goto('/settings?tab=health')
  const sources = page.getByRole('region', { name: 'Sources' })
  await expect(sources.getByRole('row', { name: /Counter app Redemptions/ }).first()).toContainText('Some refused')
  await expect(page.getByRole('row', { name: /Wrong signature/ })).toContainText('Counter app')
  await inspectScreen(page, 'sources', { brief: true })
})

/** Opens the counter of the first live merchant and returns its id. */
async function openLiveCounter(page: Page): Promise<string> {
  await page.goto('/merchants?tab=live')
  await page.getByRole('grid', { name: 'Merchants' }).getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Open as this merchant' }).waitFor()
  const merchantId = new URL(page.url()).searchParams.get('id') ?? ''
  await page.getByRole('dialog').getByRole('link', { name: 'Open as this merchant' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dashboard')
  await page.goto('/redemptions')
  await expect(page.getByText('Redeemed today', { exact: true }).first()).toBeVisible()
  return merchantId
}

const numberIn = async (figure: ReturnType<Page['getByRole']>) =>
  Number((await figure.first().innerText()).replaceAll(',', ''))

/** Sends it like a program: no cookie, and a signature over the raw bytes. */
async function send(page: Page, { secret, signingSecret }: Secrets, event: object) {
  const body = JSON.stringify({ events: [event] })
  const seconds = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', signingSecret).update(`${seconds}.${body}`).digest('hex')
  const response = await fetch(`${new URL(page.url()).origin}/ingest/redemptions`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${secret}`,
      'quaff-signature': `t=${seconds},v1=${signature}`,
    },
  })
  return { status: response.status, body: await response.json() }
}
