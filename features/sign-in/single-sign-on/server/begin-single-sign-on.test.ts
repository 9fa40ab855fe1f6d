import { createRouterClient } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { issueSecret } from '@quaff/features/one-time-secrets/server'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { deleteExpiredProofs, forgetCredentials, signInRouter } from '../../server'
import { singleSignOnLinks } from '../../server/tables'
import { insertSingleSignOnLink, vouchingProvider } from '../../testing/single-sign-on-factory'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices({ identityProvider: vouchingProvider() })
})
const as = (actor?: UserActor) => createRouterClient(signInRouter, { context: contextAs(services, actor) })

async function linkedOwner() {
  const actor = await asOwner(services, [])
  await insertSingleSignOnLink(services, actor.userId)
  return actor
}
const linksOf = (userId: string) =>
  services.db.select().from(singleSignOnLinks).where(eq(singleSignOnLinks.userId, userId))

describe('single sign-on', () => {
  it('tells strangers its name, and anyone who is signed in the own link', async () => {
    const [owner, other] = [await linkedOwner(), await asOwner(services, [])]
    const now = services.clock.now()
    expect(await as().singleSignOn()).toEqual({ name: 'Copperleaf', link: null })
    expect(await as(other).singleSignOn()).toEqual({ name: 'Copperleaf', link: null })
    expect(await as(owner).singleSignOn()).toEqual({ name: 'Copperleaf', link: { linkedAt: now, lastUsedAt: now } })
  })

  it('is unlinked by the person alone: audited, mailed, and once', async () => {
    const [owner, other] = [await linkedOwner(), await linkedOwner()]
    expect(await as(owner).unlinkSingleSignOn()).toEqual({ success: true })
    expect([await linksOf(owner.userId), (await linksOf(other.userId)).length]).toEqual([[], 1])
    const audits = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, owner.userId))
    expect(audits).toMatchObject([{ action: 'unlink_single_sign_on', adminUserId: owner.userId }])
    const [mail] = await mailsTo(services, owner.email)
    expect(mail?.subject).toBe('Copperleaf unlinked from your Quaff account')
    await expect(as(owner).unlinkSingleSignOn()).rejects.toMatchObject({ reason: 'NOT_LINKED' })
  })

  it('is unlinked only within five minutes of a sign-in', async () => {
    const owner = await linkedOwner()
    services.clock.advance(5 * 60_000 + 1)
    await expect(as(owner).unlinkSingleSignOn()).rejects.toMatchObject({ reason: 'SIGN_IN_AGAIN' })
    expect(await linksOf(owner.userId)).toHaveLength(1)
  })

  it('is forgotten with the person', async () => {
    const owner = await linkedOwner()
    await inTransaction(services, (tx) => forgetCredentials(tx, owner.userId))
    expect(await linksOf(owner.userId)).toEqual([])
  })

  it('keeps no attempt that is over', async () => {
    const attempt = { purpose: 'single_sign_on_state', secret: 's', subject: 'b', lifetimeMs: 0 } as const
    await issueSecret(services, services.db, attempt)
    services.clock.advance(1)
    await deleteExpiredProofs(services)
    expect(await services.db.$count(oneTimeSecrets)).toBe(0)
  })
})
