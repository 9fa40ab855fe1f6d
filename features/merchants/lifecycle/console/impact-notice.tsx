import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import type { MerchantImpact } from '../../contract'

interface ImpactNoticeProps {
  query: UseQueryResult<MerchantImpact>
  tone?: 'info' | 'warn'
  children: (impact: MerchantImpact) => ReactNode
}

/** What depends on the merchant; the verb waits for nothing of it, so a failure only says that it is not known. */
export function ImpactNotice({ query, tone = 'info', children }: ImpactNoticeProps) {
  if (query.isPending) return <SkeletonText lines={2} />
  if (query.data) return <Notice tone={tone}>{children(query.data)}</Notice>
  return (
    <Notice
      tone="warn"
      action={
        <Button size="sm" onClick={() => void query.refetch()}>
          Retry
        </Button>
      }
    >
      Couldn’t load what depends on this merchant.
    </Notice>
  )
}
