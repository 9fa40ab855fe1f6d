import { use } from 'react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { LockedPages } from './session-widget'

/** Leads to a page of the chosen merchant, or to its Business Profile while that page waits for it. */
export function SetupLink({ to, children }: { to: string; children: string }) {
  const isLocked = use(LockedPages).includes(to)
  return (
    <ButtonLink to={isLocked ? '/merchants/onboarding/business' : to}>
      {isLocked ? 'Open business profile' : children}
    </ButtonLink>
  )
}
