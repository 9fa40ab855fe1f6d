import { localStore, tabStore } from '@quaff/platform/console/local-store'
import type { SignupReceipt } from '../../contract'
import { readAffiliateCode, readDraft, type ApplicationDraft } from './application-draft'

const draftKey = 'signup-draft'
/** A proof opens something: it ends with the tab. */
const proofKey = 'signup-proof'
const mailedKey = 'signup-mailed'
const receiptKey = 'signup-receipt'
const knownKey = 'signup-known'
/** Written by the page of an affiliate link. */
const viaKey = 'via'

const textsOf = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
    : {}

export const keptDraft = {
  read: (): ApplicationDraft | null => localStore.get(draftKey, readDraft),
  keep: (draft: ApplicationDraft) => localStore.set(draftKey, draft),
  clear: () => localStore.remove(draftKey),
}

export const readVia = () => tabStore.get(viaKey, readAffiliateCode)

/** Of one address and kind; another one's counts as none. */
type Mailbox = Pick<ApplicationDraft, 'kind' | 'email'>
const isOf = ({ kind, email }: Mailbox, kept: Record<string, string>) => kept['kind'] === kind && kept['email'] === email

export const keptProof = {
  read: (mailbox: Mailbox): string | null => {
    const kept = tabStore.get(proofKey, textsOf)
    return isOf(mailbox, kept) ? (kept['token'] ?? null) : null
  },
  keep: ({ kind, email }: Mailbox, token: string) => tabStore.set(proofKey, { kind, email, token }),
  clear: () => tabStore.remove(proofKey),
}

/** That a code was asked for: a reload of the page asks for no second one. */
export const keptMailing = {
  has: (mailbox: Mailbox) => isOf(mailbox, tabStore.get(mailedKey, textsOf)),
  keep: ({ kind, email }: Mailbox) => tabStore.set(mailedKey, { kind, email }),
  clear: () => tabStore.remove(mailedKey),
}

export type KeptReceipt = { email: string; reference: string | null; submittedAt: Date | null; kind: string }

export const keptReceipt = {
  read: (): KeptReceipt | null =>
    tabStore.get(receiptKey, (value) => {
      const { email, reference, submittedAt, kind } = textsOf(value)
      if (email === undefined || kind === undefined) return null
      const at = submittedAt === undefined ? null : new Date(submittedAt)
      return { email, kind, reference: reference ?? null, submittedAt: at && Number.isNaN(at.getTime()) ? null : at }
    }),
  keep: ({ email, kind }: Mailbox, { reference, submittedAt }: SignupReceipt) =>
    tabStore.set(receiptKey, { email, kind, reference, submittedAt }),
}

/** The address that the page of existing accounts speaks of. */
export const keptKnownEmail = {
  read: () => tabStore.get(knownKey, (value) => (typeof value === 'string' ? value : '')),
  keep: (email: string) => tabStore.set(knownKey, email),
}

/** The application is with us, or was never needed: nothing of it stays on the device. */
export function forgetApplication() {
  keptDraft.clear()
  keptProof.clear()
  keptMailing.clear()
}
