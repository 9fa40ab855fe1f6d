import { localStore } from '@quaff/platform/console/local-store'
import { tabStore } from '@quaff/platform/console/tab-store'
import type { SignupReceipt } from '../contract'
import { readDraft, type ApplicationDraft } from './application-draft'

const draftKey = 'signup-draft'
/** A proof opens something: it ends with the tab. */
const proofKey = 'signup-proof'
const mailedKey = 'signup-mailed'
const startKey = 'signup-start'
const receiptKey = 'signup-receipt'
const knownKey = 'signup-known'

/** Returns the texts stored under one key, or an empty record if nothing is readable. */
function readTexts(key: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(tabStore.get(key) ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
  } catch {
    return {}
  }
}

const keepTexts = (key: string, texts: Record<string, string>) => tabStore.set(key, JSON.stringify(texts))

export const keptDraft = {
  read: (): ApplicationDraft | null => localStore.get(draftKey, readDraft),
  keep: (draft: ApplicationDraft) => localStore.set(draftKey, draft),
  clear: () => localStore.remove(draftKey),
}

/** One address and kind; others have separate entries. */
type Mailbox = Pick<ApplicationDraft, 'kind' | 'email'>
const isOf = ({ kind, email }: Mailbox, stored: Record<string, string>) =>
  stored['kind'] === kind && stored['email'] === email

export const keptProof = {
  read: (mailbox: Mailbox): string | null => {
    const stored = readTexts(proofKey)
    return isOf(mailbox, stored) ? (stored['token'] ?? null) : null
  },
  keep: ({ kind, email }: Mailbox, token: string) => keepTexts(proofKey, { kind, email, token }),
  clear: () => tabStore.remove(proofKey),
}

/** Remembers that a code was requested, so that a reload does not request another. */
export const keptMailing = {
  has: (mailbox: Mailbox) => isOf(mailbox, readTexts(mailedKey)),
  keep: ({ kind, email }: Mailbox) => keepTexts(mailedKey, { kind, email }),
  clear: () => tabStore.remove(mailedKey),
}

/** When the form was opened, sealed by the server. */
export const keptStart = {
  read: (): string | null => tabStore.get(startKey) ?? null,
  keep: (startToken: string) => tabStore.set(startKey, startToken),
  clear: () => tabStore.remove(startKey),
}

export type KeptReceipt = { email: string; reference: string | null; submittedAt: Date | null; kind: string }

export const keptReceipt = {
  read: (): KeptReceipt | null => {
    const { email, reference, submittedAt, kind } = readTexts(receiptKey)
    if (email === undefined || kind === undefined) return null
    const at = submittedAt === undefined ? null : new Date(submittedAt)
    return { email, kind, reference: reference ?? null, submittedAt: at && Number.isNaN(at.getTime()) ? null : at }
  },
  keep: ({ email, kind }: Mailbox, { reference, submittedAt }: SignupReceipt) =>
    keepTexts(receiptKey, {
      email,
      kind,
      ...(reference !== null && { reference }),
      ...(submittedAt !== null && { submittedAt: submittedAt.toISOString() }),
    }),
}

/** The address that the page of existing accounts speaks of. */
export const keptKnownEmail = {
  read: () => tabStore.get(knownKey) ?? '',
  keep: (email: string) => tabStore.set(knownKey, email),
}

/** Deletes the application from the device after it was submitted or abandoned. */
export function forgetApplication() {
  keptDraft.clear()
  keptProof.clear()
  keptMailing.clear()
}
