import { useQuery } from '@tanstack/react-query'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { ErrorState } from '@quaff/platform/console/list/list-states'
import { sheetPosition } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import type { AffiliateLink } from '../../contract'
import { affiliatesApi } from '../affiliate-queries'
import type { StartLinkAction } from '../change/use-link-actions'
import { LinkDaysPanel } from '../days/link-days-panel'
import { LinkFacts } from './link-facts-view'
import { LinkFiguresPanel } from './link-figures-panel'
import { LinkHeader } from './link-header'

type LinkSheetProps = {
  id: string | undefined
  rows: readonly AffiliateLink[]
  total: number | undefined
  onAction: StartLinkAction
  onOpen: (id: string) => void
  onClose: () => void
}

export function LinkSheet({ id, rows, total, onAction, onOpen, onClose }: LinkSheetProps) {
  const input = { linkId: id ?? '' }
  const record = useQuery(affiliatesApi.get.queryOptions({ input, enabled: id !== undefined }))
  const link = record.data?.id === id ? record.data : rows.find((row) => row.id === id)
  const { position, previous, next } = sheetPosition(rows, id, total)
  return (
    <RecordSheet
      opened={id !== undefined}
      onClose={onClose}
      title={link?.name ?? 'Affiliate link'}
      noun="Link"
      position={position}
      onPrevious={previous === undefined ? undefined : () => onOpen(previous)}
      onNext={next === undefined ? undefined : () => onOpen(next)}
      header={link && <LinkHeader key={link.id} link={link} onAction={onAction} />}
    >
      {record.isPending && !link && <SkeletonText lines={8} />}
      {record.isError && !link && (
        <ErrorState
          title="This link could not be loaded"
          text="It may be gone, or not be yours to see."
          onRetry={() => void record.refetch()}
        />
      )}
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
