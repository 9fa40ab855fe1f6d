import type { Refusals } from '@quaff/platform/shared/refusal'
import { uploadEndings } from './screen/rules'

export const importRefusals = {
  IMPORT_RUNNING: { code: 'CONFLICT', text: 'Another import is under way. Wait until it has ended, or continue it.' },
  IMPORT_GONE: { code: 'NOT_FOUND', text: 'This import is not there.' },
  SPOOL_GONE: {
    code: 'CONFLICT',
    text: 'What this import had read is not there any more. Begin a new one: what came over already stays.',
  },
  IMPORT_TAKEN: { code: 'CONFLICT', text: 'Somebody else goes on with this import. Look again in a moment.' },
  IMPORT_EMPTY: { code: 'CONFLICT', text: 'This import has written nothing that could be taken back.' },
  IMPORT_UNDONE: { code: 'CONFLICT', text: 'This import was taken back already.' },
  IMPORT_OVER: { code: 'CONFLICT', text: 'This import has ended already.' },
  HASH_SETTINGS: {
    code: 'CONFLICT',
    text: 'The settings of the password hashes are not those that are kept here already.',
  },
  PAID_UNTIL: {
    code: 'BAD_REQUEST',
    text: 'There are subscriptions: say until when the old system has paid the venues, as in --paid-until 2026-12-01T00:00Z.',
  },
  MONEY_ANSWERS: {
    code: 'BAD_REQUEST',
    text: (said: string) =>
      `An earlier import was told ${said}. Say the same as you upload or run this one; an export of this console is in cents, and any currency will do.`,
  },
  SOURCE_DAMAGED: {
    code: 'BAD_REQUEST',
    text: (lacks: string) =>
      `The source is damaged or incomplete, so nothing was written: ${lacks}. Export it again, or allow a damaged source (--damaged-source) to write what could be read.`,
  },
  ID_LINES: {
    code: 'BAD_REQUEST',
    text: (lines: string) =>
      `${lines} of the file of ids can’t be taken, so nothing is written. The problems of the check name them.`,
  },
  IMPORT_NOT_CHECKED: { code: 'CONFLICT', text: 'Only an import that was checked and not written can be applied.' },
  IMPORT_NOT_DONE: { code: 'CONFLICT', text: 'The team can be invited once everything has come over.' },
  UPLOAD_ENDING: {
    code: 'BAD_REQUEST',
    text: `Upload one ${uploadEndings.slice(0, -1).join(', ')} or ${uploadEndings.at(-1)} file. Folders come over by the command.`,
  },
} as const satisfies Refusals
