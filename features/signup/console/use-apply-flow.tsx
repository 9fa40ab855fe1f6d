import { useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef } from 'react'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import type { SignupKind } from '../contract'
import { type ApplicationDraft, newDraft, readAffiliateCode } from './application-draft'
import { type ApplyEvent, type ApplyFlow, type ApplyStage, nextFlow, startFlow } from './apply-flow'
import { keptDraft, keptKnownEmail, keptMailing, keptProof } from './kept-application'
import type { GoTo } from './signup-api-widget'

/** While a page is prerendered nothing is known of the device. */
const blank = (kind: SignupKind) => startFlow(newDraft(kind, ''))

/** Runs the flow of one page with the state stored on the device. `isReady` is true once that state is loaded. */
export function useApplyFlow({ kind, affiliateCode, goTo }: { kind: SignupKind; affiliateCode: string; goTo: GoTo }) {
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
  const stored = draftFor(kind, keptDraft.read())
  const via = readAffiliateCode(affiliateCode)
  const draft = via === '' ? stored : { ...stored, affiliateCode: via }
  return { type: 'opened', draft, proof: keptProof.read(draft), isMailed: keptMailing.has(draft) }
}

/** Switching between the forms keeps the input but starts another application. */
function draftFor(kind: SignupKind, stored: ApplicationDraft | null): ApplicationDraft {
  if (stored === null) return newDraft(kind, newRequestKey())
  return stored.kind === kind ? stored : { ...stored, kind, requestKey: newRequestKey(), keyEmail: '', isSent: false }
}

/** In the browser's history state: number of earlier steps. */
type Entry = { applyDepth: number }

const inOrder: readonly ApplyStage[] = ['email', 'code', 'carry-over', 'business', 'counter', 'pending', 'known']

/**
 * Adds a browser history entry for each step, so that Back calls `onBack`. Forward does not skip steps, because each
 * step must be completed.
 */
function useStepHistory(stage: ApplyStage, isReady: boolean, onBack: () => void): void {
  /** The steps by depth; those before a reload are not known. */
  const trail = useRef<(ApplyStage | undefined)[]>([])
  const back = useEffectEvent(onBack)

  // Before paint, so that an immediate Back leads to the previous step.
  useLayoutEffect(() => {
    if (!isReady || stage === 'leaving') return
    const depth = depthNow()
    const shown = trail.current[depth]
    const isBackwards = shown === undefined || inOrder.indexOf(stage) < inOrder.indexOf(shown)
    if (shown === stage) return
    if (!isBackwards) {
      trail.current = cutAt(trail.current, depth + 1, stage)
      return window.history.pushState({ applyDepth: depth + 1 } satisfies Entry, '')
    }
    const before = trail.current.lastIndexOf(stage)
    const unknown = shown === undefined ? depth : Math.max(depth - 1, 0)
    const target = before === -1 ? unknown : before
    trail.current = cutAt(trail.current, target, stage)
    if (target !== depth) window.history.go(target - depth)
  }, [stage, isReady])

  useEffect(() => {
    const follow = () => {
      const depth = depthNow()
      const last = trail.current.length - 1
      if (depth > last) return window.history.go(last - depth)
      if (depth === last) return
      const isFirst = stage === 'email'
      trail.current = isFirst ? cutAt(trail.current, depth, stage) : trail.current.slice(0, depth)
      if (!isFirst) back()
    }
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [stage])
}

/** The trail up to `depth`, where it ends with `stage`. */
function cutAt(trail: readonly (ApplyStage | undefined)[], depth: number, stage: ApplyStage) {
  return Array.from({ length: depth + 1 }, (_, at) => (at === depth ? stage : trail[at]))
}

function depthNow(): number {
  const entry: Partial<Entry> | null = window.history.state
  return typeof entry?.applyDepth === 'number' ? entry.applyDepth : 0
}
