import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { SignupKind, SignupRow } from '../contract'
import { ReviewStatusPill } from './review-status-pill-widget'

export const kindWords = { signup: 'New', convert: 'Existing account' } as const satisfies Record<SignupKind, string>

export function signupColumns(timeZone: string): Column<SignupRow>[] {
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
    { id: 'contact', header: 'Contact', card: 'fact', cell: (row) => row.contactName },
    { id: 'kind', header: 'Applicant', card: 'fact', cell: (row) => kindWords[row.kind] },
    { id: 'code', header: 'Affiliate code', card: 'hide', cell: (row) => row.affiliateCode ?? '—' },
    {
      id: 'created',
      header: 'Applied',
      card: 'fact',
      cell: (row) => <RelativeTime value={row.createdAt} timeZone={timeZone} />,
    },
  ]
}
