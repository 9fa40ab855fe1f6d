import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, publishLive } from '@quaff/platform/server'
import { asAdmin, asOwner } from './actors'
import { contextAs } from './test-context'
import { createTestServices, type TestServices } from './test-services'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

describe('test services', () => {
  it('sign actors in with real rows', async () => {
    const owner = await asOwner(services, ['mer_1', 'mer_2'], { password: 'a long password' })
    const { rows } = await services.db.execute<Record<string, unknown>>(sql`
      select u.role, u.password_hash as hash, s.user_id as session_user, array_agg(m.merchant_id order by m.position) as merchants
      from users u join sessions s on s.user_id = u.id join user_merchants m on m.user_id = u.id
      where s.token_hash = ${services.secrets.hash(owner.sessionId)} group by 1, 2, 3`)
    expect(rows).toMatchObject([{ role: 'merchant_owner', session_user: owner.userId, merchants: ['mer_1', 'mer_2'] }])
    expect(await services.passwords.verify('a long password', String(rows[0]?.['hash']))).toBe(true)
    expect(await services.passwords.verify('another password', String(rows[0]?.['hash']))).toBe(false)
    expect(await services.passwords.verify('a long password', null)).toBe(false)
  })

  it('move the clock on demand only', () => {
    services.clock.set('2026-01-01T00:00:00Z')
    services.clock.advance(1_500)
    expect(services.clock.now().toISOString()).toBe('2026-01-01T00:00:01.500Z')
  })

  it('capture the cookies of a context', async () => {
    const ctx = contextAs(services, await asAdmin(services))
    expect(ctx.cookies.session).toBeUndefined()
    ctx.cookies.setSession('token', new Date(0))
    expect(ctx.cookies.session).toEqual({ token: 'token', expires: new Date(0) })
  })

  it('carry live events from the commit to the subscriber', async () => {
    const abort = new AbortController()
    const events = services.live.subscribe(null, abort.signal)[Symbol.asyncIterator]()
    let delivered = false
    const first = events.next().finally(() => (delivered = true))
    // A stream from now on begins when it has joined: only what commits after that is promised.
    while (!delivered) {
      await inTransaction(services, (tx) =>
        publishLive(tx, { topic: 'merchant', subjectId: 'mer_7', merchantId: 'mer_7' }),
      )
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect((await first).value).toMatchObject({ topic: 'merchant', subjectId: 'mer_7', merchantId: 'mer_7' })
    abort.abort()
    await events.return?.(undefined)
    expect(await events.next()).toMatchObject({ done: true })
  })
})
