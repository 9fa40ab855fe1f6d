import { IconArrowLeft, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMerchantRecord } from '@quaff/features/sessions/console/merchant-record-widget'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { SkeletonText } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { ErrorState, isAbsent, MissingState } from '@quaff/platform/console/list/list-states'
import { isolated } from '@quaff/platform/shared/readable-text'
import { payoutsApi } from '../../console/payout-queries'
import { payoutAddress, type StatementSearch } from '../../console/payout-search-widget'
import { periodName } from '../../period-rules'
import { StatementPaper, useAllLines } from './statement-paper-view'
import { useStatementFile } from './use-statement-file'
import classes from './print.module.css'

const title = 'Payout statement'
/** Redemptions add 0 and there may be thousands, so they are printed only on request. */
const extents = [
  { value: 'amounts', label: 'Amounts' },
  { value: 'renewals', label: 'With renewals' },
  { value: 'all', label: 'All lines' },
] as const
type Extent = (typeof extents)[number]['value']

export function StatementPage({ search: { id } }: { search: StatementSearch }) {
  const query = useMerchantRecord(
    useQuery(payoutsApi.get.queryOptions({ input: { payoutId: id ?? '' }, enabled: id !== undefined })),
    ({ merchantId }) => [merchantId],
  )
  const [extent, setExtent] = useState<Extent>('renewals')
  const isThere = query.data !== undefined
  const wanted = { renewals: isThere && extent !== 'amounts', redemptions: isThere && extent === 'all' }
  const { renewals, redemptions } = useAllLines(id ?? '', wanted)
  const exporting = useStatementFile()
  const statement = query.data
  const requested = [query, ...(wanted.renewals ? [renewals] : []), ...(wanted.redemptions ? [redemptions] : [])]
  const failed = requested.filter((one) => one.isError && !one.data)
  const isReady = requested.every((one) => one.data !== undefined)
  if (id === undefined || isAbsent(query)) {
    return (
      <div className="q-stack-loose">
        <PageHeader title={title} actions={<BackButton to="/payouts" />} />
        <MissingState noun="statement" text={query.absence} />
      </div>
    )
  }
  return (
    <div className="q-stack-loose">
      <div className={`q-stack ${classes.screen}`}>
        <PageHeader
          title={title}
          description={statement && `${isolated(statement.merchantName)}, ${periodName(statement.period)}`}
          actions={
            <>
              <BackButton to={payoutAddress(id)} />
              {statement &&
                (['csv', 'xlsx'] as const).map((format) => (
                  <Button
                    key={format}
                    icon={IconDownload}
                    loading={exporting.isPending && exporting.variables.format === format}
                    onClick={() => exporting.mutate({ ...statement, format })}
                  >
                    {format === 'csv' ? 'CSV' : 'Excel'}
                  </Button>
                ))}
              <Button variant="primary" icon={IconPrinter} disabled={!isReady} onClick={() => window.print()}>
                Print
              </Button>
            </>
          }
        />
        <div className="q-row">
          <Segmented label="On paper" value={extent} options={extents} onChange={setExtent} />
        </div>
      </div>
      {failed.length > 0 && (
        <ErrorState what="this statement" onRetry={() => failed.forEach((one) => void one.refetch())} />
      )}
      {failed.length === 0 && !isReady && <SkeletonText lines={12} />}
      {statement && isReady && (
        <StatementPaper
          statement={statement}
          renewals={wanted.renewals ? renewals.data : undefined}
          redemptions={wanted.redemptions ? redemptions.data : undefined}
        />
      )}
    </div>
  )
}

function BackButton({ to }: { to: string }) {
  return (
    <ButtonLink icon={IconArrowLeft} to={to}>
      Back
    </ButtonLink>
  )
}
