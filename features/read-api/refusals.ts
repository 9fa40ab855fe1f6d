import type { Refusals } from '@quaff/platform/shared/refusal'

export const readRefusals = {
  READ_PATH: { code: 'NOT_FOUND', text: 'Not found. See /v1/docs.' },
  READ_NONE: { code: 'NOT_FOUND', text: 'Nothing with this ID is available to this key.' },
  READ_TIME: {
    code: 'BAD_REQUEST',
    text: 'Send redeemedAt too: a redemption is identified by its ID and time.',
    field: 'redeemedAt',
  },
  READ_PARAMETER: {
    code: 'BAD_REQUEST',
    text: (name: string, known: string) => `Unknown parameter “${name}”. Supported: ${known}.`,
  },
  READ_TWICE: { code: 'BAD_REQUEST', text: (name: string) => `Give “${name}” once.` },
  READ_VALUE: { code: 'BAD_REQUEST', text: (name: string, shape: string) => `“${name}” must be ${shape}.` },
  READ_FIELD: {
    code: 'BAD_REQUEST',
    text: (name: string, known: string) => `Unknown field “${name}”. Supported: ${known}.`,
    field: 'fields',
  },
  READ_CURSOR: {
    code: 'BAD_REQUEST',
    text: 'Invalid cursor for these filters. Start without a cursor.',
    field: 'cursor',
  },
} as const satisfies Refusals
