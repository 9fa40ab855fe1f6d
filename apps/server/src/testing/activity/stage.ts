import { createRouterClient } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import type { UserActivityAction } from '@quaff/features/activity/user-activity-contract'
import { sessions } from '@quaff/features/sessions/tables'
import { insertInvitedUser } from '@quaff/features/sign-in/testing/invited-user-factory'
import type { UserActor } from '@quaff/platform/server'
import { anonymous, asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import type { TestServices } from '@quaff/platform/testing/test-services'
import { router } from '../../router'

export const password = 'correct horse 7'
export const another = 'battery staple 8'
export const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'

/** The acting user, and the action of the entry. */
export type Prepared = { userId: string; act: () => Promise<unknown> }

export type ActivityCase = {
  action: UserActivityAction
  of: string
  sentence: string
  /** Everything but the deed itself. */
  prepare: (stage: Stage) => Promise<Prepared>
}

/** Signs in again for each action, so that no sign-in is too old and no limit is reached. */
export class Stage {
  private networks = 0

  constructor(
    readonly services: TestServices,
    public admin: UserActor,
  ) {}

  contextOf(actor?: UserActor) {
    return contextAs(this.services, actor ?? anonymous, { userAgent, network: `network-${++this.networks}` })
  }

  as(actor?: UserActor) {
    return createRouterClient(router, { context: this.contextOf(actor) })
  }

  async meet(insert: typeof asAdmin = asAdmin): Promise<UserActor> {
    this.services.clock.advance(61_000)
    this.admin = await asAdmin(this.services, { displayName: 'Maya Lindqvist' })
    return insert(this.services, { password })
  }

  async invited() {
    await this.meet()
    const user = await insertInvitedUser(this.services)
    await this.services.db.update(users).set({ role: 'merchant_owner' }).where(eq(users.id, user.id))
    return user
  }

  /** On another device. */
  async addSession({ userId, sessionId }: UserActor): Promise<string> {
    const { db, ids } = this.services
    const id = ids.newId('ses')
    const [row] = await db.select().from(sessions).where(eq(sessions.id, sessionId))
    if (row) await db.insert(sessions).values({ ...row, id, tokenHash: id, userId, userAgent })
    return id
  }
}
