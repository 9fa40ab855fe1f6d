import { IconCheck, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { topicLabels } from '@quaff/features/merchants/completeness-rules'
import type { CompletenessStep } from '@quaff/features/merchants/contract'
import { Notice, StatusPill } from '@quaff/platform/console/display/panel'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { OnboardingState, SetupStep } from '../contract'
import { answersOf, stepOfItem } from '../rules'
import { reasonMessages } from './onboarding-messages'
import classes from './onboarding.module.css'

type Request = Pick<OnboardingState, 'changeRequest' | 'changedSince'>

/** Marks the label of an item that a reviewer wants changed. */
export function RequestedMark({ state, item }: { state: Request; item: CompletenessStep }): ReactNode {
  const answer = answersOf(state).find((one) => one.item === item)
  if (!answer) return null
  return answer.isChanged ? (
    <StatusPill tone="ok" icon={IconCheck}>
      Changed
    </StatusPill>
  ) : (
    <StatusPill tone="warn" icon={IconPencil}>
      Change requested
    </StatusPill>
  )
}

export function RequestedList({ state, items }: { state: Request; items: readonly CompletenessStep[] }) {
  if (items.length === 0) return null
  return (
    <ul className={classes.items} aria-label="Requested change">
      {items.map((item) => (
        <li key={item}>
          {topicLabels[item]} <RequestedMark state={state} item={item} />
        </li>
      ))}
    </ul>
  )
}

/** Shows the reviewer's note above the screen of a step with requested changes. `null` is the logo's screen. */
export function RequestedHere({ state, step }: { state: Request; step: SetupStep | null }) {
  const items = (state.changeRequest?.items ?? []).filter((item) => stepOfItem[item] === step)
  // A note without items may be about any step: the profile is where most of it is answered.
  const isHere = items.length > 0 || (step === 'profile' && state.changeRequest?.items.length === 0)
  if (!state.changeRequest || !isHere) return null
  return (
    <Notice tone="warn" title={reasonMessages.CHANGES_ASKED}>
      {state.changeRequest.note && <p className={classes.note}>{`“${isolated(state.changeRequest.note)}”`}</p>}
      <RequestedList state={state} items={items} />
    </Notice>
  )
}
