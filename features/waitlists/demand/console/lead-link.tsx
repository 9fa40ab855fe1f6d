import { IconBuildingStore } from '@tabler/icons-react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import type { DemandArea } from '../contract'
import { areaName, needsVenue } from './area-looks'
import { leadAddress } from './lead-address'

export function LeadLink({ area }: { area: DemandArea }) {
  if (!needsVenue(area)) return null
  return (
    <ButtonLink size="sm" icon={IconBuildingStore} to={leadAddress(area)}>
      Create merchant lead<span className="q-hidden"> for {areaName(area)}</span>
    </ButtonLink>
  )
}
