import { addUserActivity } from '@quaff/features/activity/server'
import { requireRecentSignIn } from '@quaff/features/sessions/server'
import { userPermissions } from '@quaff/features/users/permissions'
import { userRefusals } from '@quaff/features/users/refusals'
import {
  authorize,
  type Context,
  dayKeyIn,
  type ExportedFile,
  inTransaction,
  jsonType,
  recordAudit,
  refuse,
} from '@quaff/platform/server'
import type { ExportPersonInput } from '../contract'
import { personSections, type PersonSection } from './person-sections'
import { findPerson } from './person-store'

/** Streams one JSON file with the person's data. The audit row is written before the first line. */
export async function exportPerson(ctx: Context, { userId }: ExportPersonInput): Promise<ExportedFile> {
  const actor = authorize(ctx.actor, userPermissions, 'user.exportPerson')
  requireRecentSignIn(ctx)
  const person = await inTransaction(ctx, async (tx) => {
    const found = await findPerson(tx, userId)
    if (!found) throw refuse(userRefusals, 'USER')
    await recordAudit(ctx, tx, { action: 'export_user', targetType: 'user', targetId: userId })
    await addUserActivity(ctx, tx, {
      userId: actor.userId,
      action: 'export',
      details: { what: 'person', format: 'json' },
    })
    return found
  })
  return {
    fileName: `person-${userId}-${dayKeyIn(ctx.settings.timeZone, ctx.clock.now())}.json`,
    contentType: jsonType,
    chunks: personFile(ctx.clock.now(), personSections(ctx.db, person)),
  }
}

async function* personFile(exportedAt: Date, sections: readonly PersonSection[]): AsyncGenerator<string> {
  yield `{\n"exportedAt": ${JSON.stringify(exportedAt)}`
  for (const { name, pages } of sections) {
    yield `,\n${JSON.stringify(name)}: [`
    let separator = '\n'
    for await (const page of pages) {
      if (page.length === 0) continue
      yield separator + page.map((row) => JSON.stringify(row)).join(',\n')
      separator = ',\n'
    }
    yield ']'
  }
  yield '\n}\n'
}
