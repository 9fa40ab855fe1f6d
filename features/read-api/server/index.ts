export { listParameters, readQuestion, recordParameters } from './read-resource'
export { readList, readRecord } from './read-resource'
export { apiDocument } from './api-document'
