export { noteDelivery } from './note-delivery'
export { pruneEventRefusals } from './note-delivery'
export { sourcesRouter } from './sources-router'
