import type { MerchantRecord } from '../contract'
import { CompletenessPanel } from './completeness-panel'
import { ContactPanel, SettingsPanel } from './merchant-facts-panels'
import type { MerchantView } from './merchant-search-widget'
import { MerchantTiles } from './merchant-tiles'
import { ReviewNotices } from './review-notices'

interface MerchantOverviewTabProps {
  merchant: MerchantRecord
  onView: (view: MerchantView) => void
  onEdit: () => void
}

export function MerchantOverviewTab({ merchant, onView, onEdit }: MerchantOverviewTabProps) {
  return (
    <div className="q-stack-loose">
      <ReviewNotices merchant={merchant} />
      <CompletenessPanel merchant={merchant} onView={onView} onEdit={onEdit} />
      <MerchantTiles merchant={merchant} />
      <ContactPanel merchant={merchant} />
      <SettingsPanel merchant={merchant} />
    </div>
  )
}
