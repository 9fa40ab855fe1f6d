import { request } from '@playwright/test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoAccounts } from '@quaff/database/demo/accounts'
import { findFreePort, RunningServer } from './own-server'
import { sessionFile } from './stored-sessions'

/** Once before all journeys: the demo data, and a session of each role, in a folder that every server is copied from. */
export default async function prepareServers(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'quaff-e2e-prepared-'))
  process.env['E2E_PREPARED'] = folder
  const server = new RunningServer(`http://127.0.0.1:${await findFreePort()}`, {})
  await server.start(folder)
  for (const { label, email, password } of demoAccounts) {
    const visitor = await request.newContext({ baseURL: server.url })
    const answer = await visitor.post('/rpc/signIn/withPassword', {
      headers: { 'x-quaff-client': 'console', origin: server.url },
      data: { json: { email, password }, meta: [] },
    })
    if (!answer.ok()) throw new Error(`${label} could not sign in: ${answer.status()} ${await answer.text()}`)
    writeFileSync(sessionFile(label), JSON.stringify((await visitor.storageState()).cookies))
    await visitor.dispose()
  }
  await server.stop()
  return () => rmSync(folder, { recursive: true, force: true })
}
