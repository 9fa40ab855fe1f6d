import { useEffect, useReducer } from 'react'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import type { SignupKind } from '../contract'
import { newDraft, readAffiliateCode, type ApplicationDraft } from './application-draft'
import { nextFlow, startFlow, type ApplyEvent, type ApplyFlow } from './apply-flow'
import { keptDraft, keptKnownEmail, keptMailing, keptProof } from './kept-application'
import type { GoTo } from './signup-api-widget'
import { useStepHistory } from './use-step-history'

/** While a page is prerendered nothing is known of the device. */
const blank = (kind: SignupKind) => startFlow(newDraft(kind, ''))

type FlowOptions = { kind: SignupKind; affiliateCode: string; goTo: GoTo }

/** The flow of one page, with what the device keeps of it. `isReady`: what was kept has been read. */
export function useApplyFlow({ kind, affiliateCode, goTo }: FlowOptions) {
  const [state, dispatch] = useReducer(reduce, kind, (first) => ({ flow: blank(first), isReady: false }))
  const { flow, isReady } = state
  useEffect(() => dispatch(openedEvent(kind, affiliateCode)), [kind, affiliateCode])
  useEffect(() => {
    if (isReady && flow.stage !== 'pending' && flow.stage !== 'known') keptDraft.keep(flow.draft)
  }, [isReady, flow.draft, flow.stage])
  useEffect(() => {
    if (flow.path === null) return
    if (flow.path.endsWith('/existing')) keptKnownEmail.keep(flow.draft.email)
    goTo(flow.path)
  }, [flow.path, flow.draft.email, goTo])
  useEffect(() => {
    const show = (event: PageTransitionEvent) => event.persisted && dispatch({ type: 'returned' })
    window.addEventListener('pageshow', show)
    return () => window.removeEventListener('pageshow', show)
  }, [])
  useStepHistory(flow.stage, isReady, () => dispatch({ type: 'back' }))
  return { flow, isReady, dispatch }
}

function reduce({ flow, isReady }: { flow: ApplyFlow; isReady: boolean }, event: ApplyEvent) {
  return { flow: nextFlow(flow, event), isReady: isReady || event.type === 'opened' }
}

function openedEvent(kind: SignupKind, affiliateCode: string): ApplyEvent {
  const kept = draftFor(kind, keptDraft.read())
  const via = readAffiliateCode(affiliateCode)
  const draft = via === '' ? kept : { ...kept, affiliateCode: via }
  return { type: 'opened', draft, proof: keptProof.read(draft), isMailed: keptMailing.has(draft) }
}

/** Who comes over from the other form keeps what they typed; it is another application all the same. */
function draftFor(kind: SignupKind, kept: ApplicationDraft | null): ApplicationDraft {
  if (kept === null) return newDraft(kind, newRequestKey())
  return kept.kind === kind ? kept : { ...kept, kind, requestKey: newRequestKey(), keyEmail: '', isSent: false }
}
