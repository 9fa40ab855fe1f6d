import type { Refusals } from '@quaff/platform/shared/refusal'
import { webhookLimits } from './contract'

export const webhookRefusals = {
  ENDPOINT: { code: 'NOT_FOUND', text: 'This endpoint does not exist.' },
  ENDPOINT_LIMIT: {
    code: 'CONFLICT',
    text: `There are at most ${webhookLimits.endpoints} endpoints. Delete one first.`,
  },
  ENDPOINT_ADDRESS: {
    code: 'BAD_REQUEST',
    text: 'Enter a public https address, without a password, on port 443 or one from 1024 on.',
    field: 'url',
  },
  ENDPOINT_MERCHANTS: { code: 'BAD_REQUEST', text: 'One of these merchants does not exist.', field: 'merchantIds' },
  ENDPOINT_OVERLAP: { code: 'BAD_REQUEST', text: 'Choose an end within the next 31 days.', field: 'oldUntil' },
  ENDPOINT_DISABLED: { code: 'CONFLICT', text: 'This endpoint is disabled. Enable it first.' },
  DELIVERY: { code: 'NOT_FOUND', text: 'This delivery does not exist.' },
  DELIVERY_SENDING: { code: 'CONFLICT', text: 'It is being sent this moment.' },
} as const satisfies Refusals
