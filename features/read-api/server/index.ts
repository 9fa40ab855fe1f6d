export { listParameters, readQuestion, recordParameters } from './read-question'
export { readList, readRecord } from './read-resource'
