export { listParameters, readQuestion, recordParameters } from './read-question'
export { readList, readRecord } from './read-resource'
export { apiDocument } from './api-document'
