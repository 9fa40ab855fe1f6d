export { listParameters, readQuestion, recordParameters, readList, readRecord } from './read-resource'
export { apiDocument } from './api-document'
