export { ingestEvents } from './ingest-events'
export { pruneIngestEvents } from './ingest-events'
