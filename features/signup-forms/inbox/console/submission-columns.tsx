import { ReviewStatusPill } from '@quaff/features/signup/console/review-status-pill-widget'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { SubmissionRow } from '../contract'
import { AddressPill } from './address-pill'

export function submissionColumns(timeZone: string): Column<SubmissionRow>[] {
  return [
    {
      id: 'business',
      header: 'Business',
      card: 'title',
      cell: (row) => (
        <TitleCell title={row.businessName} caption={row.email} mark={<InitialsMark name={row.businessName} />} />
      ),
    },
    { id: 'status', header: 'Status', card: 'status', cell: (row) => <ReviewStatusPill status={row.status} /> },
    { id: 'address', header: 'Email', card: 'fact', cell: (row) => <AddressPill isProved={row.isProved} /> },
    { id: 'form', header: 'Form', card: 'fact', cell: (row) => row.formName },
    { id: 'code', header: 'Affiliate code', card: 'hide', cell: (row) => row.affiliateCode ?? '—' },
    {
      id: 'submitted',
      header: 'Submitted',
      card: 'fact',
      cell: (row) => <RelativeTime value={row.submittedAt} timeZone={timeZone} />,
    },
  ]
}
