import type { Refusals } from '@quaff/platform/shared/refusal'

export const readRefusals = {
  READ_PATH: { code: 'NOT_FOUND', text: 'There is nothing to read at this address. /v1/docs names what there is.' },
  READ_NONE: { code: 'NOT_FOUND', text: 'This key reads nothing with this id.' },
  READ_TIME: {
    code: 'BAD_REQUEST',
    text: 'A redemption is known by its id and its time together: give redeemedAt too.',
    field: 'redeemedAt',
  },
  READ_PARAMETER: {
    code: 'BAD_REQUEST',
    text: (name: string, known: string) => `There is no parameter “${name}” here. There is ${known}.`,
  },
  READ_TWICE: { code: 'BAD_REQUEST', text: (name: string) => `Give “${name}” once.` },
  READ_VALUE: { code: 'BAD_REQUEST', text: (name: string, shape: string) => `“${name}” has to be ${shape}.` },
  READ_FIELD: {
    code: 'BAD_REQUEST',
    text: (name: string, known: string) => `There is no field “${name}”. There is ${known}.`,
    field: 'fields',
  },
  READ_CURSOR: {
    code: 'BAD_REQUEST',
    text: 'This cursor is not of this list with these filters. Begin again without one.',
    field: 'cursor',
  },
} as const satisfies Refusals
