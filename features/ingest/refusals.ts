import type { Refusals } from '@quaff/platform/shared/refusal'
import { ingestLimits } from './contract'

export const ingestRefusals = {
  INGEST_KIND: {
    code: 'NOT_FOUND',
    text: 'Not found. Use /ingest/users, /ingest/subscriptions, /ingest/redemptions or /ingest/refunds.',
  },
  BODY_CUT: { code: 'BAD_REQUEST', text: 'The body isn’t complete JSON. Send the whole body again.' },
  IDEMPOTENCY_KEY: {
    code: 'BAD_REQUEST',
    text: 'Send an Idempotency-Key of 8 to 128 letters, digits and -_.: – the same one with each retry.',
  },
  REQUEST_KEY: {
    code: 'CONFLICT',
    text: 'This Idempotency-Key was used for another request. Send a new key with this one.',
  },
  BODY_SHAPE: {
    code: 'BAD_REQUEST',
    text: `Send {"events": […]} with 1 to ${ingestLimits.events.toLocaleString('en-US')} events. Nothing was saved.`,
  },
} as const satisfies Refusals
