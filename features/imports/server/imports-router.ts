import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { importsContract } from '../screen/contract'
import { applyImport } from './desk/apply-import'
import { continueImport } from './desk/continue-import'
import { undoImport } from './desk/undo-import'
import { getTeam } from './inviting/get-team'
import { inviteTeam } from './inviting/invite-team'
import { getImport } from './screen/get-import'
import { listImportProblems } from './screen/list-import-problems'
import { listImports } from './screen/list-imports'

const os = implement(importsContract).$context<Context>()

export const importsRouter = os.router({
  list: os.list.handler(({ context, input }) => listImports(context, input)),
  get: os.get.handler(({ context, input }) => getImport(context, input)),
  problems: os.problems.handler(({ context, input }) => listImportProblems(context, input)),
  team: os.team.handler(({ context, input }) => getTeam(context, input)),
  apply: os.apply.handler(({ context, input }) => applyImport(context, input)),
  continue: os.continue.handler(({ context, input }) => continueImport(context, input)),
  undo: os.undo.handler(({ context, input }) => undoImport(context, input)),
  invite: os.invite.handler(({ context, input }) => inviteTeam(context, input)),
})
