import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { promotionCatalogue } from '../catalogue/contract'
import { ByMerchantPanel } from './catalogue/by-merchant-panel'
import { CataloguePanel } from './catalogue/catalogue-panel'
import { PromotionGridPanel } from './grid/promotion-grid-panel'
import type { PromotionSearch } from './promotion-search-widget'
import classes from './promotions.module.css'

type PromotionsPageProps = {
  search: PromotionSearch
  onSearch: (next: Partial<PromotionSearch>, options?: { replace?: boolean }) => void
}

const tabs = [
  { id: 'promotion', label: 'By promotion' },
  { id: 'merchant', label: 'By merchant' },
] as const

export function PromotionsPage({ search, onSearch }: PromotionsPageProps) {
  const promotion = promotionCatalogue.find(({ id }) => id === search.promotion) ?? promotionCatalogue[0]
  const tab = search.tab ?? 'promotion'
  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Promotions"
        count={promotionCatalogue.length}
        description="Which merchants offer what, and until when."
      />
      <ListTabs
        label="Promotions"
        tabs={tabs}
        value={tab}
        onChange={(next) => onSearch({ tab: next === 'merchant' ? next : undefined, id: undefined })}
      />
      {tab === 'merchant' ? (
        <ByMerchantPanel
          merchantId={search.merchant}
          onChange={(merchant) => onSearch({ merchant }, { replace: true })}
        />
      ) : (
        <div className={classes.layout}>
          <CataloguePanel
            value={promotion.id}
            onChange={(id) => onSearch({ promotion: id, page: undefined, id: undefined })}
          />
          <PromotionGridPanel key={promotion.id} promotion={promotion} search={search} onSearch={onSearch} />
        </div>
      )}
    </div>
  )
}
