import { routerOf } from '@quaff/platform/server/router'
import { importsContract } from '../contract'
import { applyImport, continueImport, undoImport } from './runs/apply-import'
import { getTeam, inviteTeam } from './runs/invite-team'
import { getImport, listImports, listImportProblems } from './runs/read-imports'

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
