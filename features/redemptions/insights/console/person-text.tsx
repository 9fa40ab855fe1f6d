import { type ReactNode, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { formatCount } from '@quaff/platform/console/display/formats'
import { AppLink } from '@quaff/platform/console/frame/app-link'

type PersonTextProps = { name: string | null; userId: string | null; subscriptionId?: string }

/** Links to the user for administrators. Other roles see the masked name, which leads to the customer's passes. */
export function PersonText({ name, userId, subscriptionId }: PersonTextProps) {
  const shown = name ?? 'Unnamed subscriber'
  if (userId === null && subscriptionId === undefined) return <b className="q-strong">{shown}</b>
  const [page, id] = userId === null ? ['/merchants/find-customer', subscriptionId ?? ''] : ['/users', userId]
  return (
    <AppLink to={`${page}?id=${encodeURIComponent(id)}`} className="q-link">
      {shown}
    </AppLink>
  )
}

const firstRows = 8

/** Ends at a full row. The others follow on request. */
export function PeopleList<Row>({ rows, children }: { rows: readonly Row[]; children: (row: Row) => ReactNode }) {
  const [isWhole, setIsWhole] = useState(false)
  return (
    <>
      <ul>{(isWhole ? rows : rows.slice(0, firstRows)).map(children)}</ul>
      {rows.length > firstRows && (
        <Button size="sm" variant="quiet" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${formatCount(rows.length)}`}
        </Button>
      )}
    </>
  )
}
