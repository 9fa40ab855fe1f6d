import { routerOf } from '@quaff/platform/server/router'
import { importsContract } from '../screen/contract'
import { applyImport } from './desk/apply-import'
import { continueImport } from './desk/continue-import'
import { undoImport } from './desk/undo-import'
import { getTeam } from './inviting/get-team'
import { inviteTeam } from './inviting/invite-team'
import { getImport } from './screen/get-import'
import { listImportProblems } from './screen/list-import-problems'
import { listImports } from './screen/list-imports'

export const importsRouter = routerOf(importsContract, {
  list: listImports,
  get: getImport,
  problems: listImportProblems,
  team: getTeam,
  apply: applyImport,
  continue: continueImport,
  undo: undoImport,
  invite: inviteTeam,
})
