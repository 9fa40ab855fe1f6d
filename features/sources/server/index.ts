export { noteDelivery } from './note-delivery'
export { pruneEventRefusals } from './prune-event-refusals'
export { sourcesRouter } from './sources-router'
