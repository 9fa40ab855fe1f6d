import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Button } from '@quaff/platform/console/controls/button'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { locationsApi } from './plan-queries'
import type { PlanFormApi } from './use-plan-form'
import classes from './plan-editor.module.css'

export function useMerchantLocations(merchantId: string) {
  return useQuery(locationsApi.list.queryOptions({ input: { merchantId, limit: pageLimits.maxSize } }))
}

interface LocationFieldsProps {
  form: PlanFormApi
  locations: ReturnType<typeof useMerchantLocations>
}

/** None chosen means every location, those of later too. */
export function LocationFields({ form, locations }: LocationFieldsProps) {
  const chosen = form.values.validLocationIds
  const rows = locations.data?.rows ?? []
  const gone =
    locations.data && (locations.data.total ?? 0) <= rows.length
      ? chosen.filter((id) => !rows.some((row) => row.id === id))
      : []
  return (
    <fieldset className="q-stack-tight">
      <legend className="q-h3">Valid locations</legend>
      {locations.isPending && <SkeletonText lines={3} />}
      {locations.isError && !locations.data && (
        <p className="q-caption" role="alert">
          Couldn’t load locations. Your choice is kept.{' '}
          <Button size="sm" variant="quiet" onClick={() => void locations.refetch()}>
            Retry
          </Button>
        </p>
      )}
      {locations.data && rows.length === 0 && (
        <p className="q-caption">No locations yet. The plan will be valid at all you add.</p>
      )}
      <Checkbox.Group aria-label="Valid locations" {...form.getInputProps('validLocationIds')}>
        <div className={classes.locations}>
          {rows.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={name} />
          ))}
          {gone.map((id) => (
            <Checkbox key={id} value={id} label="Deleted location" />
          ))}
        </div>
      </Checkbox.Group>
      {rows.length > 0 && (
        <p className="q-caption">
          {chosen.length === 0 ? 'Valid at all locations' : `Valid at ${chosen.length} of ${rows.length}.`}
        </p>
      )}
    </fieldset>
  )
}
