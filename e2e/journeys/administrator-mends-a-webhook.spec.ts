import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { demoAccount, expect, inspectScreen, listMails, readMail, signInThroughForm, test } from '../support/console'
import { callConsole } from '../support/console-api'

test('an administrator hears of an endpoint that was switched off, opens it from bell and mail, and enables it again', async ({
  page,
}) => {
  test.setTimeout(150_000)
  const answer = { status: 410 }
  const receiver = await listen(answer)
  const { port } = receiver.address() as AddressInfo
  try {
    await signInThroughForm(page, 'administrator')
    const bell = page.getByRole('button', { name: /^Notifications/ })
    const made = await callConsole(page, 'webhooks/create', {
      url: `http://127.0.0.1:${port}/hooks/T0-secret`,
      description: 'App server',
    })
    const endpointId = String(made['id'])
    await callConsole(page, 'webhooks/sendTest', { endpointId })

    const { email } = demoAccount('administrator')
    const mail = await readMail(email, /was disabled/)
    expect(mail.text).not.toContain('T0-secret')
    const link = /https?:\/\/\S+id=whe_\w+/.exec(mail.text)?.[0] ?? ''
    expect(new URL(link).pathname + new URL(link).search).toBe(`/settings?tab=webhooks&id=${endpointId}`)

    await page.goto('/settings?tab=preferences')
    await bell.click()
    const item = page.getByRole('link', { name: /1 webhook endpoint was disabled/ })
    await expect(item).toBeVisible()
    await inspectScreen(page, 'bell-webhook-off', { brief: true })
    await item.click()
    const sheet = page.getByRole('dialog', { name: `127.0.0.1:${port}` })
    await expect(sheet.getByText('Disabled because it returned 410 Gone.')).toBeVisible()
    await inspectScreen(page, 'webhook-switched-off', { brief: true })
    await page.keyboard.press('Escape')
    await inspectScreen(page, 'webhooks-one-off', { brief: true })

    answer.status = 204
    await page.goto(link)
    await sheet.getByRole('button', { name: 'Enable' }).click()
    await page.getByRole('button', { name: 'Enable endpoint' }).click()
    await expect(sheet.getByText('HTTP 204')).toBeVisible()
    await expect(sheet.getByText('Delivering')).toBeVisible()
    await page.goto('/dashboard')
    await bell.click()
    await expect(page.getByRole('heading', { name: /^(Urgent|Waiting for you)$/ }).first()).toBeVisible()
    await expect(item).toHaveCount(0)
    expect(await listMails(email, /was disabled/)).toHaveLength(1)
  } finally {
    receiver.close()
  }
})

/** An external receiver that returns the given status. */
async function listen(answer: { status: number }): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(answer.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
