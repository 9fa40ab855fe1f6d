import { createHmac } from 'node:crypto'
import { demoAccounts } from '@quaff/database/demo/accounts'
import { keyScopes } from '@quaff/features/api-keys/contract'
import { SettingsError } from '../../environment'

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>
type SimulatorKey = { secret: string; signingSecret: string }
export type SignedRequest = { path: string; body: string; requestKey?: string }

/** Talks like the systems of a business do: with a key, and each request signed when it is sent. */
export class ApiClient {
  constructor(
    private readonly address: string,
    private readonly key: SimulatorKey,
    private readonly fetch: Fetch,
    private readonly now: () => Date,
  ) {}

  post({ path, body, requestKey }: SignedRequest): Promise<Response> {
    const seconds = Math.floor(this.now().getTime() / 1000)
    const hex = createHmac('sha256', this.key.signingSecret).update(`${seconds}.${body}`).digest('hex')
    const headers = {
      authorization: `Bearer ${this.key.secret}`,
      'content-type': 'application/json',
      'quaff-signature': `t=${seconds},v1=${hex}`,
      ...(requestKey === undefined ? {} : { 'idempotency-key': requestKey }),
    }
    return this.fetch(`${this.address}${path}`, { method: 'POST', headers, body })
  }

  async read<Answer>(path: string): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.key.secret}` }
    const answer = await this.fetch(`${this.address}${path}`, { headers })
    if (!answer.ok) throw new SettingsError(`${path} failed with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}

export type BorrowedKey = SimulatorKey & { giveBack: () => Promise<void> }

/** Makes a key as the demo administrator would, which is revoked when the play is over. */
export async function borrowKey(address: string, fetch: Fetch): Promise<BorrowedKey> {
  const admin = demoAccounts.find(({ label }) => label === 'administrator')
  const call = async (path: string, sent: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', origin: address, cookie }
    return fetch(`${address}/api${path}`, { method: 'POST', headers, body: JSON.stringify(sent) })
  }
  const signedIn = await call('/sign-in/password', { email: admin?.email, password: admin?.password })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  if (!signedIn.ok || cookie === '')
    throw new SettingsError(
      'Couldn’t sign in as the demo administrator. Set SIMULATE_KEY and SIMULATE_SIGNING_SECRET to an API key’s values.',
    )
  const made = await call(
    '/keys',
    { name: 'Simulator', scopes: keyScopes, merchantIds: null, requestsPerMinute: 6_000 },
    cookie,
  )
  if (!made.ok) throw new SettingsError(`Couldn’t create an API key: ${await made.text()}`)
  const { id, version, secret, signingSecret } = (await made.json()) as SimulatorKey & { id: string; version: number }
  return {
    secret,
    signingSecret,
    async giveBack() {
      await call(`/keys/${id}/revoke`, { version }, cookie)
    },
  }
}
