import { normalizeEmail } from '@quaff/platform/shared/email-address'
import type { Conversion } from '../contract'
import { newDraft, type ApplicationAnswers, type ApplicationDraft } from './application-draft'
import { signupPaths, type SignupPath } from './signup-api-widget'

/** "known": what is shown to the owner of an address that cannot apply here. */
export type ApplyStage = 'email' | 'code' | 'carry-over' | 'business' | 'counter' | 'pending' | 'known' | 'leaving'

export type ApplyFlow = {
  stage: ApplyStage
  draft: ApplicationDraft
  proof: string | null
  /** A code is in the mailbox, or on its way. */
  isMailed: boolean
  conversion: Conversion | null
  /** Target of "leaving". */
  path: SignupPath | null
  /** A step was taken on this page: from then on the headings take the focus. */
  hasMoved: boolean
  /** The answers were typed, or the mailbox of their owner was proved, while this page was open. */
  isOwn: boolean
}

export type ApplyEvent =
  | { type: 'opened'; draft: ApplicationDraft; proof: string | null; isMailed: boolean }
  | { type: 'emailTyped'; email: string }
  | { type: 'emailGiven'; newKey: string }
  | { type: 'codeMailed' }
  /** `account`: what the owner of the mailbox may know of it; null where it could not be read. */
  | { type: 'mailboxProved'; proof: string; account: Conversion['state'] | null }
  /** It was over before it was used. */
  | { type: 'proofLost' }
  | { type: 'conversionRead'; conversion: Conversion }
  | { type: 'carriedOn' }
  | { type: 'answered'; answers: Partial<ApplicationAnswers> }
  | { type: 'termsTicked'; acceptsTerms: boolean }
  | { type: 'trapFilled'; trap: string }
  | { type: 'businessDone' }
  | { type: 'back' }
  | { type: 'sent' }
  | { type: 'changeEmail' }
  /** The browser showed the page again that was left. */
  | { type: 'returned' }

export function startFlow(draft: ApplicationDraft): ApplyFlow {
  const nothing = { proof: null, isMailed: false, conversion: null, path: null, hasMoved: false, isOwn: false }
  return { stage: 'email', draft, ...nothing }
}

/** Returns the state after an event; an event that does not belong to the stage changes nothing. */
export function nextFlow(flow: ApplyFlow, event: ApplyEvent): ApplyFlow {
  switch (event.type) {
    case 'opened':
      return isAnother(flow.draft.email, event.draft)
        ? startFlow({ ...event.draft, email: flow.draft.email })
        : openedFlow(startFlow(event.draft), event)
    case 'emailTyped':
      return flow.stage === 'email' ? { ...flow, draft: { ...flow.draft, email: event.email } } : flow
    case 'emailGiven':
      return flow.stage === 'email' ? givenFlow(flow, event.newKey) : flow
    case 'codeMailed':
      return { ...flow, isMailed: true }
    case 'mailboxProved':
      return flow.stage === 'code' ? provedFlow(ownedFlow({ ...flow, proof: event.proof }), event.account) : flow
    case 'proofLost':
      return moved({ ...flow, proof: null, isMailed: false }, 'code')
    case 'conversionRead':
      return conversionFlow(flow, event.conversion)
    case 'carriedOn':
      return flow.stage === 'carry-over' ? moved(flow, flow.draft.step) : flow
    case 'answered':
      return changed(flow, { answers: { ...flow.draft.answers, ...event.answers } })
    case 'termsTicked':
      return changed(flow, { acceptsTerms: event.acceptsTerms })
    case 'trapFilled':
      return changed(flow, { trap: event.trap })
    case 'businessDone':
      return flow.stage === 'business' ? moved(changed(flow, { step: 'counter' }), 'counter') : flow
    case 'back':
      return backFlow(flow)
    case 'sent':
      return flow.stage === 'counter' && flow.proof !== null
        ? leaving(changed(flow, { isSent: true }), signupPaths.processing)
        : flow
    case 'changeEmail':
      return toAddress(flow)
    case 'returned':
      return flow.stage === 'leaving' ? backFromLeaving(flow) : flow
  }
}

const moved = (flow: ApplyFlow, stage: ApplyStage): ApplyFlow => ({ ...flow, stage, path: null, hasMoved: true })
const leaving = (flow: ApplyFlow, path: SignupPath): ApplyFlow => ({ ...flow, stage: 'leaving', path })
const changed = (flow: ApplyFlow, part: Partial<ApplicationDraft>): ApplyFlow => ({
  ...flow,
  draft: { ...flow.draft, ...part },
})

/** An address that was typed before the page had read what the device keeps. */
const isAnother = (typed: string, stored: ApplicationDraft) => typed !== '' && normalizeEmail(typed) !== stored.email

/** Devices are shared: answers of one address are not shown to the owner of another. */
function ownedFlow(flow: ApplyFlow): ApplyFlow {
  const { kind, requestKey, email, keyEmail, ownerEmail, affiliateCode } = flow.draft
  const isForeign = !flow.isOwn && ownerEmail !== '' && ownerEmail !== email
  const draft = isForeign ? { ...newDraft(kind, requestKey), email, keyEmail, affiliateCode } : flow.draft
  return { ...flow, isOwn: true, draft: { ...draft, ownerEmail: email } }
}

/** A reload continues in the same step; without a proof it starts with the address and keeps the answers. */
function openedFlow(flow: ApplyFlow, { proof, isMailed }: { proof: string | null; isMailed: boolean }): ApplyFlow {
  if (flow.draft.email === '') return flow
  if (proof !== null) return { ...flow, proof, isMailed, isOwn: true, stage: firstStage(flow.draft) }
  // The application was sent and refused without a valid proof, so only the email verification repeats.
  return flow.draft.isSent || isMailed ? { ...flow, stage: 'code', isMailed } : flow
}

/** A key belongs to one address, so another address needs a new one. */
function givenFlow(typed: ApplyFlow, newKey: string): ApplyFlow {
  const email = normalizeEmail(typed.draft.email)
  const key = email === typed.draft.keyEmail ? {} : { keyEmail: email, requestKey: newKey, isSent: false }
  return moved({ ...changed(typed, { email, ...key }), isMailed: false }, 'code')
}

/** Completes a pending submission first, because its response may be the account's own receipt. */
function provedFlow(flow: ApplyFlow, account: Conversion['state'] | null): ApplyFlow {
  if (flow.draft.isSent) return leaving(flow, signupPaths.processing)
  if (flow.draft.kind === 'convert' || account === null || account === 'none')
    return moved(flow, firstStage(flow.draft))
  return account === 'pending' ? moved(flow, 'pending') : leaving(flow, signupPaths.existing)
}

const firstStage = ({ kind, step }: ApplicationDraft): ApplyStage => (kind === 'convert' ? 'carry-over' : step)

function conversionFlow(flow: ApplyFlow, conversion: Conversion): ApplyFlow {
  if (flow.stage !== 'carry-over') return flow
  switch (conversion.state) {
    case 'convertible':
      return named({ ...flow, conversion })
    case 'pending':
      return moved({ ...flow, conversion }, 'pending')
    case 'none':
    case 'staff':
    case 'blocked':
      return moved({ ...flow, conversion }, 'known')
  }
}

/** A person with an account need not type their name. */
function named(flow: ApplyFlow): ApplyFlow {
  const { answers } = flow.draft
  if (answers.contactName !== '') return flow
  return changed(flow, { answers: { ...answers, contactName: flow.conversion?.displayName ?? '' } })
}

/** To the step before; from the first one to the address. */
function backFlow(flow: ApplyFlow): ApplyFlow {
  switch (flow.stage) {
    case 'counter':
      return moved(changed(flow, { step: 'business' }), 'business')
    case 'business':
      return flow.draft.kind === 'convert' ? moved(flow, 'carry-over') : toAddress(flow)
    case 'carry-over':
    case 'code':
    case 'pending':
    case 'known':
      return toAddress(flow)
    case 'email':
    case 'leaving':
      return flow
  }
}

const toAddress = (flow: ApplyFlow): ApplyFlow =>
  moved({ ...changed(flow, { isSent: false }), proof: null, isMailed: false, conversion: null }, 'email')

/** Sent already, most likely: the same key makes sending it again harmless. */
function backFromLeaving(flow: ApplyFlow): ApplyFlow {
  return moved(flow, flow.path === signupPaths.processing ? 'counter' : 'email')
}
