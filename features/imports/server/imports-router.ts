import { routerOf } from '@quaff/platform/server/router'
import { importsContract } from '../contract'
import { applyImport } from './runs/apply-import'
import { continueImport } from './runs/continue-import'
import { getImport } from './runs/get-import'
import { getTeam } from './runs/get-team'
import { inviteTeam } from './runs/invite-team'
import { listImportProblems } from './runs/list-import-problems'
import { listImports } from './runs/list-imports'
import { undoImport } from './runs/undo-import'

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
