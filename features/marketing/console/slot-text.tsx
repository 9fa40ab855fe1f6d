import type { ReactNode } from 'react'
import type { PageSlot } from '../contract'
import { shownWith, shownWithout } from '../rules'

/** Both are in the prerendered page; the server keeps the one that holds. */
export function SlotChoiceText({ slot, known, otherwise }: { slot: PageSlot; known: ReactNode; otherwise: ReactNode }) {
  const [withValue, without] = [shownWith(slot), shownWithout(slot)]
  return (
    <>
      {withValue.open}
      {known}
      {`${withValue.close}${without.open}`}
      {otherwise}
      {without.close}
    </>
  )
}

/** Keeps its content only if the platform has a support address. */
export function WithSupport({ children }: { children: ReactNode }) {
  return <SlotChoiceText slot="supportAddress" known={children} otherwise={null} />
}
