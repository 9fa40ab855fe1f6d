export { ingestEvents, pruneIngestEvents } from './ingest-events'
