import { createRouterClient } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { addUserActivity } from '@quaff/features/activity/server'
import { createSessionsRouter, resolveActor } from '@quaff/features/sessions/server'
import { sessions } from '@quaff/features/sessions/tables'
import { contextAs } from '@quaff/platform/testing/test-context'
import type { TestServices } from '@quaff/platform/testing/test-services'

/** Creates a session of an imported person. The token is its id. */
export async function signInImported(services: TestServices, userId: string): Promise<string> {
  const now = services.clock.now()
  const id = `ses_${userId}`
  await services.db.update(users).set({ status: 'active' }).where(eq(users.id, userId))
  await services.db
    .insert(sessions)
    .values({
      id,
      tokenHash: services.secrets.hash(id),
      userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
      lastSeenAt: now,
      authenticatedAt: now,
    })
  return id
}

/**
 * Opens the live stream. The returned function resolves to `ended`, or to `late` if the stream stays open for two more
 * seconds.
 */
export async function listenImported(services: TestServices, token: string) {
  const actor = await resolveActor(services, token)
  if (actor.kind !== 'user') throw new Error('No user is signed in')
  const router = createSessionsRouter(addUserActivity)
  const stream = await createRouterClient(router, { context: contextAs(services, actor) }).live()
  const hello = await stream.next()
  if (hello.done) throw new Error('Nothing is open')
  const ended = (async () => {
    for await (const message of stream) void message
    return 'ended'
  })()
  return () => Promise.race([ended, new Promise((resolve) => setTimeout(() => resolve('late'), 2_000))])
}
