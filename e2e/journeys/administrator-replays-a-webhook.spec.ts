import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, inspectScreen, signInThroughForm, test } from '../support/console'
import { callConsole } from '../support/console-api'

type Received = { headers: IncomingHttpHeaders; body: string }

test('an administrator adds an endpoint, a delivery fails, is shown and replayed', async ({ page }) => {
  test.setTimeout(150_000)
  const received: Received[] = []
  const answer = { status: 500, text: 'database is down' }
  const receiver = await listen(received, answer)
  try {
    await signInThroughForm(page, 'administrator')
    await page.goto('/settings?tab=webhooks')
    await inspectScreen(page, 'webhooks-empty', { brief: true })
    await page.getByRole('button', { name: 'Add endpoint' }).first().click()
    const form = page.getByRole('dialog', { name: 'Add endpoint' })
    await form.getByLabel('URL').fill('http://10.0.0.1/hook')
    await form.getByRole('button', { name: 'Add endpoint' }).click()
    await expect(form.getByText(/Enter a public https URL/)).toBeVisible()
    await form.getByLabel('URL').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`)
    await form.getByLabel('Description').fill('App server')
    await inspectScreen(page, 'add-endpoint', { brief: true })
    await form.getByRole('button', { name: 'Add endpoint' }).click()
    const shown = page.getByRole('dialog').filter({ hasText: 'Save this now' })
    const secret = await shown.getByRole('textbox').first().inputValue()
    await inspectScreen(page, 'endpoint-secret', { brief: true })
    await shown.getByText('I’ve saved the secret').click()
    await shown.getByRole('button', { name: 'Done' }).click()

    const { rows } = await callConsole(page, 'merchants/list', { tab: 'live' })
    const merchantId = rows[0]?.id ?? ''
    await enablePromotion(page, merchantId)
    await page
      .getByRole('row', { name: /App server/ })
      .getByRole('link')
      .click()
    const sheet = page.getByRole('dialog', { name: /^127\.0\.0\.1/ })
    const failed = sheet.getByRole('button', { name: /HTTP 500/ }).first()
    await expect(failed).toBeVisible()
    await failed.click()
    await expect(sheet.getByText('database is down')).toBeVisible()
    await inspectScreen(page, 'webhook-failed', { brief: true })

    answer.status = 204
    await sheet.getByRole('button', { name: 'Replay', exact: true }).click()
    await expect(sheet.getByText('HTTP 204').first()).toBeVisible()
    await inspectScreen(page, 'webhook-replayed', { brief: true })
    const [first, second] = [received[0], received.at(-1)]
    expect(received.length).toBeGreaterThan(1)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(new Webhook(secret).verify(second?.body ?? '', second?.headers as Record<string, string>)).toMatchObject({
      type: 'promotion.enabled',
      data: { merchantId },
    })
  } finally {
    receiver.close()
  }
})

async function enablePromotion(page: Parameters<typeof callConsole>[0], merchantId: string): Promise<void> {
  const promotionId = 'double_stamp_week'
  const listed = (await callConsole(page, 'promotions/listForMerchant', { merchantId })) as unknown as {
    promotions: { promotionId: string; version: number; enabled: boolean }[]
  }
  const before = listed.promotions.find((one) => one.promotionId === promotionId)
  let version = before?.version ?? 0
  if (before?.enabled)
    version = (await callConsole(page, 'promotions/setEnabled', { merchantId, promotionId, enabled: false, version }))
      .version
  await callConsole(page, 'promotions/setEnabled', { merchantId, promotionId, enabled: true, version })
}

/** An external receiver that returns the given response and stores requests. */
async function listen(received: Received[], answer: { status: number; text: string }): Promise<Server> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (text: Buffer) => (body += text.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(answer.status, { 'content-type': 'text/plain' })
      response.end(answer.status === 204 ? undefined : answer.text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
