import { useQuery } from '@tanstack/react-query'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { ErrorState } from '@quaff/platform/console/list/list-states'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import { plansApi } from '../plan-queries'
import { PlanForm, type PlanFormProps } from './plan-form'

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
  if (query.data && query.isFetchedAfterMount) return <PlanForm key={planId} {...props} plan={query.data} />
  return (
    <RecordSheet opened size="page" title="Plan" onClose={props.onClose}>
      {query.isError ? (
        <ErrorState
          title="This plan could not be loaded"
          text="It may have been deleted, or belong to another merchant."
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonText lines={10} />
      )}
    </RecordSheet>
  )
}
