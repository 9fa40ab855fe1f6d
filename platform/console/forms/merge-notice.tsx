import { useId, useLayoutEffect, useRef } from 'react'
import { useNow } from '../clock'
import { Button } from '../controls/button'
import { ChoiceCard } from '../controls/choices'
import { clockText, useHourCycle } from '../display/formats'
import { Notice } from '../display/panel'
import { lastSaveTitle, sideLabels } from './stale-notice'
import type { MergeView, Side } from './use-merge'
import classes from './merge-notice.module.css'

interface MergeNoticeProps {
  /** The record in a word: "plan", "location". */
  what: string
  view: MergeView | undefined
  /** True if the form's buttons above the notice must stay visible; the notice then overlaps the content below. */
  belowButtons?: boolean
}

/**
 * Below a form whose save conflicted: names the other editor, the adopted changes and the choices to make. It
 * overlays the page, so that nothing moves while the user types.
 */
export function MergeNotice({ view, ...props }: MergeNoticeProps) {
  return view ? <Met {...props} view={view} /> : null
}

function Met({
  what,
  view: { lastSave, outcome, retry },
  belowButtons = false,
}: MergeNoticeProps & { view: MergeView }) {
  const now = useNow()
  const sides = sideLabels(lastSave)
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (belowButtons ? undefined : keepInPlace(ref.current)), [belowButtons])
  useLayoutEffect(() => {
    const notice = ref.current
    if (notice && belowButtons) notice.style.bottom = `${Math.min(0, firstLinesPx - notice.offsetHeight)}px`
  })
  return (
    <div ref={ref} className={belowButtons ? classes.below : classes.place}>
      <Notice
        tone={outcome?.isSettled ? 'info' : 'warn'}
        title={lastSaveTitle(what, lastSave, now)}
        announce
        action={
          !outcome && (
            <Button size="sm" onClick={retry}>
              Load {sides.version}
            </Button>
          )
        }
      >
        {outcome ? outcomeText(outcome, sides.both) : `${sides.outcome} Your changes are still here.`}
      </Notice>
      {outcome && outcome.conflicts.length > 0 && (
        <div className={classes.choices}>
          {outcome.conflicts.map((conflict) => (
            <ConflictChoice key={conflict.label} sides={sides} {...conflict} />
          ))}
        </div>
      )}
    </div>
  )
}

const firstLinesPx = 72

/** Keeps the dialog's height when the notice appears; its content scrolls instead of moving the dialog. */
function keepInPlace(notice: HTMLElement | null): (() => void) | undefined {
  const scroller = notice && scrollerOf(notice)
  if (!scroller) return undefined
  const grownPx = scroller.clientHeight
  notice.hidden = true
  const heightPx = scroller.clientHeight
  notice.hidden = false
  notice.style.maxHeight = `${Math.round(heightPx * 0.7)}px`
  if (heightPx < grownPx) scroller.style.maxHeight = `${heightPx}px`
  return () => scroller.style.removeProperty('max-height')
}

function scrollerOf(notice: HTMLElement): HTMLElement | null {
  for (let around = notice.parentElement; around && around !== document.body; around = around.parentElement)
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around
  return null
}

function outcomeText({ conflicts, takenOver, isSettled }: NonNullable<MergeView['outcome']>, both: string): string {
  const taken = takenOver.length > 0 ? ` Updated: ${takenOver.join(', ')}.` : ''
  if (isSettled) return `You’re seeing the latest version. Nothing to save.${taken}`
  if (conflicts.length > 0) return `Changed in ${both}. Choose which version to keep, then save.${taken}`
  return `You changed other fields. Check the form and save again.${taken}`
}

type ConflictChoiceProps = NonNullable<MergeView['outcome']>['conflicts'][number] & { sides: Record<Side, string> }

function ConflictChoice({ label, texts, hasTimes, side: chosen, choose, sides }: ConflictChoiceProps) {
  const hourCycle = useHourCycle()
  const show = (text: string) => (hasTimes ? clockText(text, hourCycle) : text) || 'Blank'
  const name = useId()
  return (
    <fieldset>
      <legend className="q-strong">{label}</legend>
      <div className={classes.sides}>
        {(['mine', 'theirs'] as const).map((side) => (
          <ChoiceCard
            key={side}
            name={name}
            value={side}
            checked={side === chosen}
            title={sides[side]}
            description={<span className={classes.texts}>{show(texts[side])}</span>}
            onSelect={() => choose(side)}
          />
        ))}
      </div>
    </fieldset>
  )
}
