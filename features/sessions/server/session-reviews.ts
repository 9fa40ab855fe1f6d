import type { UserActor } from '@quaff/platform/server/actor'
import type { LiveServices } from './live-stream'
import { reviewSessions } from './session-gate'

/** `actor`: whom the session belongs to, null where it is over. `order` rises with each question to the database. */
export type Reviewed = { actor: UserActor | null; order: number }
export type Review = (sessionId: string) => Promise<Reviewed>

export const reviewsAtOnce = 500

/**
 * Reads the rights of sessions anew. Who asks in the same turn of the loop is answered by one statement, which is sent
 * after the last of them has asked: a gap or a switch of the settings makes all who listen ask at once.
 */
export class SessionReviews {
  private asked: string[] = []
  private answer: Promise<Map<string, UserActor>> | null = null
  private order = 0

  constructor(private readonly services: LiveServices) {}

  async review(sessionId: string): Promise<Reviewed> {
    if (!this.answer || this.asked.length === reviewsAtOnce) this.begin()
    this.asked.push(sessionId)
    const { answer, order } = this
    return { actor: (await answer)?.get(sessionId) ?? null, order }
  }

  private begin(): void {
    const asked: string[] = []
    const answer = new Promise<void>((resolve) => void setImmediate(resolve)).then(() => {
      if (this.answer === answer) this.answer = null
      return reviewSessions(this.services, asked)
    })
    this.asked = asked
    this.answer = answer
    this.order += 1
  }
}
