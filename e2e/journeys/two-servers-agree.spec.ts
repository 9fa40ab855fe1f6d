import { expect, test, type Browser } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoAccount } from '../support/console'
import { findFreePort, RunningServer, startPostgres } from '../support/own-server'

test('two servers on one PostgreSQL show each other’s changes as they happen', async ({ browser }) => {
  test.setTimeout(240_000)
  const folder = mkdtempSync(join(tmpdir(), 'quaff-e2e-two-'))
  const postgres = await startPostgres()
  const servers: RunningServer[] = []
  try {
    // Sequential: the first one creates the demo data.
    for (let at = 0; at < 2; at++) {
      const server = new RunningServer(`http://127.0.0.1:${await findFreePort()}`, { DATABASE_URL: postgres.url })
      servers.push(server)
      await server.start(folder)
    }
    const [here, there] = await Promise.all(servers.map(({ url }) => openLocations(browser, url)))
    if (!here || !there) throw new Error('Two pages were expected')
    const rows = (page: typeof here) => page.locator('tbody tr')
    await expect(rows(there).filter({ hasText: 'Renamed elsewhere' })).toHaveCount(0)

    await rows(here).locator('a').first().click()
    const sheet = here.getByRole('dialog')
    await sheet.getByRole('button', { name: /^Edit/ }).click()
    await sheet.getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed elsewhere')
    await sheet.getByRole('button', { name: /^Save/ }).click()
    await expect(here.getByText('Changes saved')).toBeVisible()

    await expect(rows(there).filter({ hasText: 'Renamed elsewhere' })).toHaveCount(1)
  } finally {
    for (const server of servers) await server.stop()
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Opens the owner's list of locations in a separate browser. */
async function openLocations(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url })
  const { email, password } = demoAccount('owner')
  const answer = await context.request.post('/rpc/signIn/withPassword', {
    headers: { 'x-quaff-client': 'console', origin: url },
    data: { json: { email, password }, meta: [] },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const page = await context.newPage()
  await page.goto('/locations')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  return page
}
