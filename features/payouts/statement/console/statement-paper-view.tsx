import { useQuery } from '@tanstack/react-query'
import { FiguresTable } from '@quaff/platform/console/display/figures-table'
import { DateRangeText, DateText, counted, formatCount, Money } from '@quaff/platform/console/display/formats'
import { BrandMark } from '@quaff/platform/console/display/marks'
import { zoneText } from '@quaff/platform/console/display/measured-labels'
import { KeyValue } from '@quaff/platform/console/display/panel'
import { type Page, pageLimits } from '@quaff/platform/shared/pagination'
import { payoutsApi } from '../../console/payout-queries'
import { payoutStatusMeta } from '../../console/payout-status-pill'
import { periodName } from '../../period-rules'
import type { PayoutStatement, RedemptionLine, RenewalLine } from '../../statement-contract'
import { statementNumber } from '../../statement-rules'
import { AmountList } from './amount-list'
import { redemptionColumns, renewalColumns, renewalLineId } from './line-columns'
import classes from './statement.module.css'

type StatementPaperProps = {
  statement: PayoutStatement
  /** Undefined if they are not printed. */
  renewals: PrintedLines<RenewalLine> | undefined
  redemptions: PrintedLines<RedemptionLine> | undefined
}

export function StatementPaper({ statement, renewals, redemptions }: StatementPaperProps) {
  const { merchantName, venue, period, status, timeZone, redemptionCount } = statement
  return (
    <article className={classes.paper} aria-label={`Statement of ${merchantName}, ${periodName(period)}`}>
      <header className={classes.head}>
        <div className="q-stack-tight">
          <BrandMark withName />
          <h2 className="q-h1">Payout statement</h2>
        </div>
        <address className={classes.whose}>
          <b className="q-h2">{merchantName}</b>
          {venue.businessName !== null && venue.businessName !== merchantName && <p>{venue.businessName}</p>}
          {venue.addressLines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {venue.taxIdMasked !== null && <p>Tax ID {venue.taxIdMasked}</p>}
        </address>
      </header>
      {status === 'draft' && <p className={classes.draft}>Draft. Amounts may change.</p>}
      <KeyValue items={detailsOf(statement)} />
      <section className={classes.block}>
        <h3 className="q-h2">Amounts</h3>
        <AmountList statement={statement} />
      </section>
      {renewals && <RenewalBlock statement={statement} lines={renewals} />}
      {redemptions && <RedemptionBlock statement={statement} lines={redemptions} />}
      <footer className="q-caption">
        {!redemptions && redemptionCount > 0 && `The files also list ${counted(redemptionCount, 'redemption')}. `}
        {`Times in ${zoneText(timeZone)}. Payout ${statement.id}.`}
      </footer>
    </article>
  )
}

type BlockProps<T> = { statement: PayoutStatement; lines: PrintedLines<T> }

function RenewalBlock({ statement, lines }: BlockProps<RenewalLine>) {
  const { gross, currency } = statement
  return (
    <section className={classes.block}>
      <h3 className="q-h2">Renewals</h3>
      {lines.rows.length === 0 ? (
        <p className="q-secondary">None this month.</p>
      ) : (
        <FiguresTable
          caption="Renewals"
          columns={renewalColumns(statement, { withYear: true })}
          rows={lines.rows}
          rowId={renewalLineId}
          totals={[
            { id: 'gross', cells: { subscriber: 'Gross', amount: <Money amountMinor={gross} currency={currency} /> } },
          ]}
        />
      )}
      <CutNote lines={lines} />
    </section>
  )
}

function RedemptionBlock({ statement, lines }: BlockProps<RedemptionLine>) {
  return (
    <section className={classes.block}>
      <h3 className="q-h2">Redemptions</h3>
      <p className="q-caption">Redemptions are listed for information and don’t affect the payout.</p>
      {lines.rows.length === 0 ? (
        <p className="q-secondary">None this month.</p>
      ) : (
        <FiguresTable
          caption="Redemptions"
          columns={redemptionColumns(statement)}
          rows={lines.rows}
          rowId={(line) => line.id}
        />
      )}
      <CutNote lines={lines} />
    </section>
  )
}

function CutNote({ lines: { rows, total } }: { lines: PrintedLines<unknown> }) {
  if (rows.length >= total) return null
  return (
    <p className="q-caption">{`First ${formatCount(rows.length)} of ${formatCount(total)}. The files have all.`}</p>
  )
}

function detailsOf(statement: PayoutStatement) {
  const { status, periodStart, periodEnd, currency, timeZone, accountLast4, failureReason, steps } = statement
  const last = steps.at(-1)
  const issuedAt = steps.findLast((step) => step.status === 'approved')?.at
  return [
    { label: 'Statement number', value: statementNumber(statement) },
    // The statement is issued with the approval; before that it is a draft.
    { label: 'Date', value: issuedAt ? <DateText value={issuedAt} timeZone={timeZone} withYear /> : 'Not issued yet' },
    {
      label: 'Period',
      value: (
        <>
          <DateRangeText from={periodStart} to={new Date(periodEnd.getTime() - 1)} timeZone={timeZone} withYear />,{' '}
          {currency.toUpperCase()}
        </>
      ),
    },
    {
      label: 'Status',
      value: (
        <>
          {payoutStatusMeta[status].label}
          {last && (
            <>
              {' on '}
              <DateText value={last.at} timeZone={timeZone} withYear />
            </>
          )}
        </>
      ),
    },
    ...(status === 'failed' ? [{ label: 'Reason', value: failureReason }] : []),
    { label: 'Paid to', value: accountLast4 === null ? null : `Account ending in ${accountLast4}` },
    { label: 'Method', value: 'Manual' },
  ]
}

/** Longer lists need a spreadsheet. The paper states the total count. */
const printedLines = 1_000

type PrintedLines<T> = { rows: T[]; total: number }

async function readLines<T>(
  read: (input: { limit: number; cursor: string | null }) => Promise<Page<T>>,
): Promise<PrintedLines<T>> {
  const rows: T[] = []
  let cursor: string | null = null
  let total = 0
  do {
    const page: Page<T> = await read({ limit: pageLimits.maxSize, cursor })
    rows.push(...page.rows)
    total = page.total ?? total
    cursor = page.hasMore ? page.nextCursor : null
  } while (cursor !== null && rows.length < printedLines)
  return { rows, total: Math.max(total, rows.length) }
}

/** Loads all lines up to the print limit, because paper has no button to load more. */
export function useAllLines(payoutId: string, wanted: { renewals: boolean; redemptions: boolean }) {
  const renewals = useQuery({
    queryKey: [...payoutsApi.renewals.key(), 'all', payoutId],
    queryFn: ({ signal }) => readLines((page) => payoutsApi.renewals.call({ payoutId, ...page }, { signal })),
    enabled: wanted.renewals,
  })
  const redemptions = useQuery({
    queryKey: [...payoutsApi.redemptions.key(), 'all', payoutId],
    queryFn: ({ signal }) => readLines((page) => payoutsApi.redemptions.call({ payoutId, ...page }, { signal })),
    enabled: wanted.redemptions,
  })
  return { renewals, redemptions }
}
