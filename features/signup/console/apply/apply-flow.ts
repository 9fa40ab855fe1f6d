import { normalizeEmail } from '@quaff/platform/shared/readable-text'
import type { Conversion, SignupKind } from '../../contract'
import { newDraft, type ApplicationAnswers, type ApplicationDraft } from '../draft/application-draft'
import { signupPaths, type Existence, type SignupPath } from '../signup-api-widget'

/** "known": what is shown to the owner of an address that cannot apply here. */
export type ApplyStage = 'email' | 'code' | 'carry-over' | 'business' | 'counter' | 'pending' | 'known' | 'leaving'

export type ApplyFlow = {
  stage: ApplyStage
  draft: ApplicationDraft
  proof: string | null
  /** A code is in the mailbox, or on its way. */
  isMailed: boolean
  conversion: Conversion | null
  /** Where "leaving" leads. */
  path: SignupPath | null
  /** A step was taken on this page: from then on the headings take the focus. */
  hasMoved: boolean
  /** The answers were typed, or the mailbox of their owner was proved, while this page was open. */
  isOwn: boolean
}

export type ApplyEvent =
  | { type: 'opened'; draft: ApplicationDraft; proof: string | null; isMailed: boolean }
  | { type: 'emailTyped'; email: string }
  | { type: 'emailChecked'; existence: Existence; newKey: string }
  | { type: 'codeMailed' }
  | { type: 'mailboxProved'; proof: string }
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

/** What the page shows after an event; an event that does not belong to the stage changes nothing. */
export function nextFlow(flow: ApplyFlow, event: ApplyEvent): ApplyFlow {
  switch (event.type) {
    case 'opened':
      return isAnother(flow.draft.email, event.draft)
        ? startFlow({ ...event.draft, email: flow.draft.email })
        : openedFlow(startFlow(event.draft), event)
    case 'emailTyped':
      return flow.stage === 'email' ? { ...flow, draft: { ...flow.draft, email: event.email } } : flow
    case 'emailChecked':
      return flow.stage === 'email' ? checkedFlow(flow, event.existence, event.newKey) : flow
    case 'codeMailed':
      return { ...flow, isMailed: true }
    case 'mailboxProved':
      return flow.stage === 'code' ? provedFlow(ownedFlow({ ...flow, proof: event.proof })) : flow
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
      return flow.stage === 'counter' ? moved(changed(flow, { step: 'business' }), 'business') : flow
    case 'sent':
      return flow.stage === 'counter' && flow.proof !== null
        ? leaving(changed(flow, { isSent: true }), signupPaths.processing)
        : flow
    case 'changeEmail':
      return moved({ ...changed(flow, { isSent: false }), proof: null, isMailed: false, conversion: null }, 'email')
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
const isAnother = (typed: string, kept: ApplicationDraft) => typed !== '' && normalizeEmail(typed) !== kept.email

/** Devices are shared: what somebody else has left on this one is not shown to the owner of another mailbox. */
function ownedFlow(flow: ApplyFlow): ApplyFlow {
  const { kind, requestKey, email, keyEmail, ownerEmail, affiliateCode } = flow.draft
  const isForeign = !flow.isOwn && ownerEmail !== '' && ownerEmail !== email
  const draft = isForeign ? { ...newDraft(kind, requestKey), email, keyEmail, affiliateCode } : flow.draft
  return { ...flow, isOwn: true, draft: { ...draft, ownerEmail: email } }
}

/** A reload goes on where it was; without a proof it begins with the address, and with the answers still there. */
function openedFlow(flow: ApplyFlow, { proof, isMailed }: { proof: string | null; isMailed: boolean }): ApplyFlow {
  if (flow.draft.email === '') return flow
  if (proof !== null) return { ...flow, proof, isMailed, isOwn: true, stage: firstStage(flow.draft) }
  // Sent before, and refused for want of a proof: only the mailbox is asked for again.
  return flow.draft.isSent || isMailed ? { ...flow, stage: 'code', isMailed } : flow
}

/** A key belongs to one address: with another address it would name somebody else's application. */
function checkedFlow(typed: ApplyFlow, existence: Existence, newKey: string): ApplyFlow {
  const email = normalizeEmail(typed.draft.email)
  const key = email === typed.draft.keyEmail ? {} : { keyEmail: email, requestKey: newKey, isSent: false }
  const flow = changed(typed, { email, ...key })
  if (flow.draft.kind === 'convert' || !existence.exists) return moved({ ...flow, isMailed: false }, 'code')
  return existence.status === 'pending_approval' ? moved(flow, 'pending') : leaving(flow, signupPaths.existing)
}

const provedFlow = (flow: ApplyFlow): ApplyFlow =>
  flow.draft.isSent ? leaving(flow, signupPaths.processing) : moved(flow, firstStage(flow.draft))

const firstStage = ({ kind, step }: ApplicationDraft): ApplyStage => (kind === 'convert' ? 'carry-over' : step)

function conversionFlow(flow: ApplyFlow, conversion: Conversion): ApplyFlow {
  if (flow.stage !== 'carry-over') return flow
  switch (conversion.state) {
    case 'convertible':
      return { ...flow, conversion }
    case 'pending':
      return moved({ ...flow, conversion }, 'pending')
    case 'none':
    case 'staff':
    case 'blocked':
      return moved({ ...flow, conversion }, 'known')
  }
}

/** Sent already, most likely: the same key makes sending it again harmless. */
function backFromLeaving(flow: ApplyFlow): ApplyFlow {
  return moved(flow, flow.path === signupPaths.processing ? 'counter' : 'email')
}

export const purposeOf = (kind: SignupKind) => (kind === 'convert' ? 'merchant_convert' : 'merchant_signup')
