import type { Refusals } from '@quaff/platform/shared/refusal'
import { webhookLimits } from './contract'

export const webhookRefusals = {
  ENDPOINT: { code: 'NOT_FOUND', text: 'Endpoint not found.' },
  ENDPOINT_LIMIT: {
    code: 'CONFLICT',
    text: `You can have up to ${webhookLimits.endpoints} endpoints. Delete one first.`,
  },
  ENDPOINT_ADDRESS: {
    code: 'BAD_REQUEST',
    text: 'Enter a public https URL without a password, on port 443 or 1024 and above.',
    field: 'url',
  },
  ENDPOINT_MERCHANTS: { code: 'BAD_REQUEST', text: 'One of these merchants wasn’t found.', field: 'merchantIds' },
  ENDPOINT_OVERLAP: { code: 'BAD_REQUEST', text: 'Choose an end within the next 31 days.', field: 'oldUntil' },
  ENDPOINT_DISABLED: { code: 'CONFLICT', text: 'This endpoint is disabled. Enable it first.' },
  DELIVERY: { code: 'NOT_FOUND', text: 'Delivery not found.' },
  DELIVERY_SENDING: { code: 'CONFLICT', text: 'It’s being sent right now.' },
} as const satisfies Refusals
