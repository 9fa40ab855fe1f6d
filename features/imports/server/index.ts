export { checkSources, type CheckListener } from './checking/check-sources'
