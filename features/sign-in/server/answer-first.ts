import type { Context } from '@quaff/platform/server/context'

const running = new Set<Promise<void>>()

/**
 * Looks an address up and mails it after the answer has left: what an unknown address saves in time cannot be measured.
 * Whoever asked just before the process ended asks again.
 */
export function answerFirst(ctx: Context, work: () => Promise<void>): { success: true } {
  const done = work()
    .catch((error: unknown) => {
      ctx.log.error('mail_not_queued', { reason: error instanceof Error ? error.name : 'unknown' })
    })
    .finally(() => running.delete(done))
  running.add(done)
  return { success: true }
}

/** For a shutdown, and for tests that look into the outbox. */
export async function finishRequestedMails(): Promise<void> {
  await Promise.all(running)
}
