export { ingestEvents } from './ingest-events'
export { pruneIngestEvents } from './prune-events'
