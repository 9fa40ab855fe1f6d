import { routerOf } from '@quaff/platform/server'
import { importsContract } from '../contract'
import { applyImport, continueImport, undoImport } from './runs/apply-import'
import { getTeam, inviteTeam } from './runs/invite-team'
import { getImport, listImports, listImportProblems } from './runs/read-imports'

export { openSources } from './check/open-sources'
export { applyRun } from './apply/apply-run'
export { startRun, type RunStart } from './apply/start-run'
export { exportBusiness } from './export-business'
export { forgetImported, listImportedOf } from './forget-imported-store'
export { forgetChecked, uploadImport } from './runs/upload-import'
export { importWork, stopImportWork, continueRun } from './runs/background'
export { keepPaidUntilHandler, keepPaidUntilKind } from './apply/keep-paid-until'
export { exportReport } from './runs/report-export'
export { compareRun } from './compare-run'
export { undoRun } from './runs/undo-run'
export { releaseRun } from './runs/run-lock'
export { findRun, type ImportRun, listKept, listRuns, findRunning as findRunningImport } from './runs/run-store'
export { checkSources } from './check/check-sources'
export { findHere, type FindHere, nobodyHere } from './check/existing-store'
export { convertFigures } from './figure-store'

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
