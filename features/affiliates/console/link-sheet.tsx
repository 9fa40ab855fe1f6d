import { useQuery } from '@tanstack/react-query'
import { useMerchantRecord } from '@quaff/features/sessions/console/merchant-record-widget'
import { sheetPosition, type SheetOfList } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import type { AffiliateLink } from '../contract'
import { affiliatesApi } from './affiliate-queries'
import { LinkDaysPanel } from './link-days-panel'
import { LinkFacts } from './link-facts-view'
import { LinkFiguresPanel } from './link-figures-panel'
import { LinkHeader } from './link-header'
import type { StartLinkAction } from './use-link-actions'

type LinkSheetProps = SheetOfList<AffiliateLink> & { onAction: StartLinkAction }

export function LinkSheet({ id, rows, total, onAction, onOpen, onClose }: LinkSheetProps) {
  const input = { linkId: id ?? '' }
  const record = useMerchantRecord(
    useQuery(affiliatesApi.get.queryOptions({ input, enabled: id !== undefined })),
    ({ merchantId }) => (merchantId === null ? [] : [merchantId]),
  )
  const link = record.data?.id === id ? record.data : rows.find((row) => row.id === id)
  return (
    <RecordSheet
      opened={id !== undefined}
      onClose={onClose}
      title={link?.name ?? 'Affiliate link'}
      noun="Link"
      {...sheetPosition(rows, id, total, onOpen)}
      query={record}
      header={link && <LinkHeader key={link.id} link={link} onAction={onAction} />}
    >
      {link && (
        <div className="q-stack">
          <LinkFiguresPanel link={link} />
          <LinkDaysPanel key={link.id} link={link} />
          <LinkFacts link={link} />
        </div>
      )}
    </RecordSheet>
  )
}
