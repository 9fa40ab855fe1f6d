import { createHmac } from 'node:crypto'
import { SettingsError } from '../../environment'

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>
export type SimulatorKey = { secret: string; signingSecret: string }
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
