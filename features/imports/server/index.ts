export { applyRun } from './applying/apply-run'
export { continueRun, startRun } from './applying/start-run'
export { findRun, listRuns } from './runs/run-store'
export { checkSources, type CheckListener } from './checking/check-sources'
