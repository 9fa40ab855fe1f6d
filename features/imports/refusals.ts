import type { Refusals } from '@quaff/platform/shared/refusal'
import { uploadEndings } from './problem-rules'

export const importRefusals = {
  IMPORT_RUNNING: { code: 'CONFLICT', text: 'Another import is running. Wait for it to finish, or continue it.' },
  IMPORT_GONE: { code: 'NOT_FOUND', text: 'Import not found.' },
  SPOOL_GONE: {
    code: 'CONFLICT',
    text: 'This import’s files have expired. Start a new import. Records already imported are kept.',
  },
  IMPORT_TAKEN: { code: 'CONFLICT', text: 'Someone else is running this import. Check again in a moment.' },
  IMPORT_EMPTY: { code: 'CONFLICT', text: 'This import wrote nothing to undo.' },
  IMPORT_UNDONE: { code: 'CONFLICT', text: 'This import is already undone.' },
  IMPORT_OVER: { code: 'CONFLICT', text: 'This import has already finished.' },
  HASH_SETTINGS: { code: 'CONFLICT', text: 'These hash settings differ from the ones already stored.' },
  PAID_UNTIL: {
    code: 'BAD_REQUEST',
    text: 'Tell us the date venues are paid up to, for example --paid-until 2026-12-01T00:00Z.',
  },
  MONEY_ANSWERS: {
    code: 'BAD_REQUEST',
    text: (said: string) =>
      `An earlier import used ${said}. Use the same for this one. For exports from this console, choose cents.`,
  },
  SOURCE_DAMAGED: {
    code: 'BAD_REQUEST',
    text: (lacks: string) =>
      `Damaged or incomplete source: ${lacks}. Nothing was written. Export again, or allow a damaged source (--damaged-source).`,
  },
  ID_LINES: {
    code: 'BAD_REQUEST',
    text: (lines: string) => `${lines} of the ID file are invalid. Nothing was written. The check lists them.`,
  },
  IMPORT_NOT_CHECKED: { code: 'CONFLICT', text: 'Only a checked import that isn’t applied yet can be applied.' },
  IMPORT_NOT_DONE: { code: 'CONFLICT', text: 'You can invite the team when the import is done.' },
  UPLOAD_ENDING: {
    code: 'BAD_REQUEST',
    text: `Upload one ${uploadEndings.slice(0, -1).join(', ')} or ${uploadEndings.at(-1)} file. For folders, use the command.`,
  },
} as const satisfies Refusals
