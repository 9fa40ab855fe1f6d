import { sql } from 'drizzle-orm'
import type { Services } from '@quaff/platform/server'
import { signedIn, strangers, type Endpoint } from '../../endpoint'

const administratorsOnly = { ...strangers('UNAUTHORIZED'), ...signedIn('FORBIDDEN'), admin: 'ok' } as const
/** A background job would continue during the next case, so only the access is tested. */
const nowhere = { ...administratorsOnly, admin: 'NOT_FOUND' } as const
const missing = 'imp_missing'

async function insertRun({ db, ids }: Services): Promise<string> {
  const id = ids.newId('imp')
  await db.execute(sql`insert into import_runs (id, state, source, options, started_at)
    values (${id}, 'done', 'old-system', '{"paidUntil":null,"grantsAdmins":false,"hashConfigId":null}', '2026-03-10T12:00:00Z')`)
  await db.execute(sql`insert into import_problems (run_id, path, collection, field, fault, level, shown, file, place)
    values (${id}, 'users/u1', 'users', 'email', 'not_an_email', 'changed', '', 'a.json', 'line 1')`)
  return id
}
const ofRun = async (services: Services) => ({ runId: await insertRun(services) })

export const importsEndpoints: Record<string, Endpoint> = {
  'imports.list': {
    async input(services) {
      await insertRun(services)
      return {}
    },
    expected: administratorsOnly,
  },
  'imports.get': { input: ofRun, expected: administratorsOnly },
  'imports.problems': { input: ofRun, expected: administratorsOnly },
  'imports.team': { input: ofRun, expected: administratorsOnly },
  'imports.apply': { input: () => ({ runId: missing, paidUntil: null, grantsAdmins: false }), expected: nowhere },
  'imports.continue': { input: () => ({ runId: missing }), expected: nowhere },
  'imports.undo': { input: () => ({ runId: missing }), expected: nowhere },
  'imports.invite': { input: () => ({ runId: missing, withPassword: false }), expected: nowhere },
}

export const importsFileEndpoints: Record<string, Endpoint> = {
  'import-report': {
    input: async (services) => ({ ...(await ofRun(services)), format: 'csv' }),
    expected: administratorsOnly,
  },
}
