import { localStore } from '@quaff/platform/console/local-store'
import { draftFields } from '../contract'
import type { DraftValues } from './business-values'

export type KeptDraft = { values: DraftValues; savedAt: Date }

/** In this browser for as long as the server does not have it: offline typing survives a reload. */
export const keptDraft = {
  read: (key: string) => localStore.get(key, parse),
  write: (key: string, { values, savedAt }: KeptDraft) =>
    localStore.set(key, { values, savedAt: savedAt.toISOString() }),
  forget: (key: string) => localStore.remove(key),
}

export const draftKey = (userId: string, merchantId: string) => `onboarding-draft.${userId}.${merchantId}`

/** Anything else than what this console wrote is dropped. */
function parse(value: unknown): KeptDraft | null {
  if (!isRecord(value) || !isRecord(value['values']) || typeof value['savedAt'] !== 'string') return null
  const savedAt = new Date(value['savedAt'])
  if (Number.isNaN(savedAt.getTime())) return null
  const values: DraftValues = {}
  for (const field of draftFields) {
    const text = value['values'][field]
    if (typeof text === 'string') values[field] = text
  }
  return { values, savedAt }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Of the server's draft and the one kept here, the newer. */
export function newerDraft(one: KeptDraft | null, other: KeptDraft | null): KeptDraft | null {
  if (!one || !other) return one ?? other
  return one.savedAt >= other.savedAt ? one : other
}
