import { createRouterClient } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { resolveActor } from '@quaff/features/sessions/server'
import { signInRouter } from '@quaff/features/sign-in/server'
import { sendMailHandler, sendMailKind } from '@quaff/platform/server'
import { JobRunner } from '@quaff/platform/server/job-runner'
import { jobs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { inviteUserInput } from '../contract'
import { resendInvitation } from './change-invitation'
import { inviteUser } from './invite-user'
import { getUser } from './read-users'

let services: TestServices
let admin: TestContext
let mine: string
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
  mine = (await insertMerchant(services)).id
})

const timelineOf = async (userId: string, ctx = admin) => (await getUser(ctx, { userId })).timeline
const minute = () => services.clock.advance(60_000)

async function invite(email: string) {
  const input = inviteUserInput.parse({ email, role: 'merchant_owner', merchantIds: [mine] })
  const { userId = '' } = await inviteUser(admin, input)
  const link = (await mailsTo(services, email))[0]?.link ?? ''
  return { userId, email, token: new URL(link).searchParams.get('token') ?? '' }
}
const deliver = () =>
  new JobRunner(services, { handlers: { [sendMailKind]: sendMailHandler({ send: () => Promise.resolve() }) } }).runDue()

describe('the timeline of an invitation', () => {
  it('goes sent → opened → used → password set, and names the stuck step on the way', async () => {
    const { userId, email, token } = await invite('way@people.test')
    const stranger = contextAs(services)
    const client = createRouterClient(signInRouter, { context: stranger })
    expect(await timelineOf(userId)).toMatchObject({ mail: 'queued', stuckAt: 'sent', stuckReason: 'MAIL_QUEUED' })
    minute()
    await deliver()
    const sentAt = services.clock.now()
    expect(await timelineOf(userId)).toMatchObject({ mail: 'sent', stuckAt: 'opened', stuckReason: 'NOT_OPENED' })
    minute()
    await client.checkLink({ token })
    const openedAt = services.clock.now()
    expect(await timelineOf(userId)).toMatchObject({ stuckAt: 'used', stuckReason: 'NOT_ACCEPTED' })
    minute()
    await client.completeLink({ email, token })
    const usedAt = services.clock.now()
    expect(await timelineOf(userId)).toMatchObject({ stuckAt: 'passwordSet', stuckReason: 'NO_PASSWORD' })
    const session = stranger.cookies.session?.token ?? ''
    const actor = await resolveActor(services, session)
    await createRouterClient(signInRouter, { context: contextAs(services, actor) }).setPassword({
      password: 'correct horse 7',
    })
    const timeline = await timelineOf(userId)
    expect(timeline).toMatchObject({ stuckAt: null, stuckReason: null, expiresAt: null })
    expect(timeline?.steps).toMatchObject([
      { step: 'sent', isDone: true },
      { step: 'opened', isDone: true, at: openedAt },
      { step: 'used', isDone: true, at: usedAt },
      { step: 'passwordSet', isDone: true },
    ])
    expect(sentAt.getTime()).toBeLessThan(openedAt.getTime())
  })

  it('notes the first time that the page behind the link asks, once', async () => {
    const { userId, token } = await invite('once@people.test')
    const client = createRouterClient(signInRouter, { context: contextAs(services) })
    const openedAt = async () =>
      (await services.db.select().from(oneTimeSecrets).where(eq(oneTimeSecrets.userId, userId)))[0]?.openedAt
    expect(await openedAt()).toBeNull()
    await Promise.all(Array.from({ length: 5 }, () => client.checkLink({ token })))
    const first = await openedAt()
    expect(first).toEqual(services.clock.now())
    minute()
    await client.checkLink({ token })
    expect(await openedAt()).toEqual(first)
  })

  it('begins again with a resent invitation, and says when the link has expired or the mail was given up', async () => {
    const { userId } = await invite('again@people.test')
    await deliver()
    minute()
    await resendInvitation(admin, { userId })
    expect(await timelineOf(userId)).toMatchObject({ mail: 'queued', stuckAt: 'sent' })
    await services.db.update(jobs).set({ attempts: 40, deadAt: services.clock.now() })
    expect(await timelineOf(userId)).toMatchObject({ mail: 'failed', stuckReason: 'MAIL_FAILED' })
    services.clock.advance(73 * 3_600_000)
    expect(await timelineOf(userId)).toMatchObject({ stuckReason: 'EXPIRED' })
  })

  it('is for anyone who may send the invitation again', async () => {
    const { userId } = await invite('who@people.test')
    const as = async (maker: typeof asOwner) => contextAs(services, await maker(services, [mine]))
    expect(await timelineOf(userId, await as(asOwner))).toMatchObject({ stuckAt: 'sent' })
    expect(await timelineOf(userId, await as(asViewer))).toBeNull()
    const { userId: self } = admin.actor.kind === 'user' ? admin.actor : { userId: '' }
    expect(await timelineOf(self)).toBeNull()
    expect(JSON.stringify(await getUser(admin, { userId }))).not.toMatch(/token|hash/i)
  })
})
