import { useEffect, useId, useRef } from 'react'
import { useNow } from '../../clock'
import { Button } from '../../controls/button'
import { ChoiceCard } from '../../controls/choice-card'
import { Notice } from '../../display/notice'
import { lastSaveTitle } from './last-save'
import type { MergeView, Side } from './use-merge'
import classes from './merge-notice.module.css'

interface MergeNoticeProps {
  /** The record in a word: "plan", "location". */
  what: string
  view: MergeView | undefined
}

/** Above a form whose save came second: who was first, what was taken over from them, and what to choose between. */
export function MergeNotice({ what, view }: MergeNoticeProps) {
  return view ? <Met what={what} view={view} /> : null
}

function Met({ what, view: { lastSave, outcome, retry } }: { what: string; view: MergeView }) {
  const now = useNow()
  const ref = useRef<HTMLDivElement>(null)
  const isRead = outcome !== undefined
  // The button that was pressed is at the other end of the form.
  useEffect(() => {
    ref.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isRead])
  return (
    <div ref={ref} className="q-stack">
      <Notice
        tone={outcome?.isSettled ? 'info' : 'warn'}
        title={lastSaveTitle(what, lastSave, now)}
        announce
        action={
          !outcome && (
            <Button size="sm" onClick={retry}>
              Load their version
            </Button>
          )
        }
      >
        {outcome ? outcomeText(outcome) : 'Nothing was saved, and what you typed is still here.'}
      </Notice>
      {outcome && outcome.conflicts.length > 0 && (
        <div className={classes.choices}>
          {outcome.conflicts.map((conflict) => (
            <ConflictChoice key={conflict.label} {...conflict} />
          ))}
        </div>
      )}
    </div>
  )
}

function outcomeText({ conflicts, takenOver, isSettled }: NonNullable<MergeView['outcome']>): string {
  const taken = takenOver.length > 0 ? ` Taken over from there: ${takenOver.join(', ')}.` : ''
  if (isSettled) return `The form holds what is stored; nothing is left to save.${taken}`
  if (conflicts.length > 0)
    return `Nothing of yours was saved yet. Choose what to keep where both of you changed the same, then save again.${taken}`
  return `Nothing of yours was saved yet, and nothing is lost: you changed other fields. Look over the form and save again.${taken}`
}

const sides = { mine: 'Mine', theirs: 'Theirs' } as const satisfies Record<Side, string>

function ConflictChoice({
  label,
  words,
  side: chosen,
  choose,
}: NonNullable<MergeView['outcome']>['conflicts'][number]) {
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
            description={<span className={classes.words}>{words[side] || 'Blank'}</span>}
            onSelect={() => choose(side)}
          />
        ))}
      </div>
    </fieldset>
  )
}
