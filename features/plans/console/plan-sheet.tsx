import { useQuery } from '@tanstack/react-query'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import { isNotFound } from '@quaff/platform/console/query-client'
import { PlanForm, type PlanFormProps } from './plan-form'
import { plansApi } from './plan-queries'

type PlanSheetProps = Omit<PlanFormProps, 'plan'> & {
  /** Undefined for a new plan. */
  planId: string | undefined
}

/** The editor of one plan, once it is loaded. */
export function PlanSheet({ planId, ...props }: PlanSheetProps) {
  const query = useQuery({
    ...plansApi.getOfMerchant.queryOptions({ input: { merchantId: props.merchantId, planId: planId ?? '' } }),
    enabled: planId !== undefined,
    // What was cached may be older than the version that the server would accept; later reads leave the form alone.
    refetchOnMount: 'always',
  })
  if (planId === undefined) return <PlanForm {...props} plan={undefined} />
  if (query.data && query.isFetchedAfterMount && !isNotFound(query.error))
    return <PlanForm key={planId} {...props} plan={query.data} />
  const reading = query.isFetchedAfterMount ? query : { ...query, data: undefined, isPending: true, error: null }
  return (
    <RecordSheet opened size="page" title="Plan" noun="Plan" query={reading} onClose={props.onClose}>
      {null}
    </RecordSheet>
  )
}
