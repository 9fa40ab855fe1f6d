import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { ApplyStage } from './apply-flow'

/** Kept in the browser's history: how many steps lie before this one. */
type Entry = { applyDepth: number }

const inOrder: readonly ApplyStage[] = ['email', 'code', 'carry-over', 'business', 'counter', 'pending', 'known']

/**
 * Each step is an entry of the browser's history, so that its Back leads to the step before. `onBack` goes there. Forward
 * does not lead on: what lies ahead is reached by what the steps ask for.
 */
export function useStepHistory(stage: ApplyStage, isReady: boolean, onBack: () => void): void {
  /** The steps by depth; those before a reload are not known. */
  const trail = useRef<(ApplyStage | undefined)[]>([])
  const back = useEffectEvent(onBack)

  // Before the step is seen: whoever goes back at once means the one before it.
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
