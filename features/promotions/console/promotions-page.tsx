import { useQuery } from '@tanstack/react-query'
import { counted } from '@quaff/platform/console/display/figures/figure-text'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { StaleNote } from '@quaff/platform/console/list/list-states'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { readListAhead } from '@quaff/platform/console/list/record/use-record-list'
import { RecordHead, SplitView } from '@quaff/platform/console/list/split/split-view'
import { ahead, type PageReads } from '@quaff/platform/console/read-ahead'
import { promotionCatalogue } from '../catalogue/contract'
import { ByMerchantPanel } from './by-merchant-panel'
import { PromotionGridPanel } from './promotion-grid-panel'
import { promotionList } from './promotion-list'
import { promotionsApi } from './promotion-queries'
import type { PromotionSearch } from './promotion-search-widget'

type PromotionsPageProps = {
  search: PromotionSearch
  onSearch: (next: Partial<PromotionSearch>, options?: { replace?: boolean }) => void
}

const tabs = [
  { id: 'promotion', label: 'By promotion' },
  { id: 'merchant', label: 'By merchant' },
] as const

const catalogueQuery = () => promotionsApi.catalogue.queryOptions({ input: {} })
const shownOf = (search: PromotionSearch) =>
  promotionCatalogue.find(({ id }) => id === search.promotion) ?? promotionCatalogue[0]

export const promotionReads: PageReads<PromotionSearch> = (opening) => {
  const { client, search, timeZone } = opening
  const { id, title } = shownOf(search)
  return [
    client.prefetchQuery({ ...catalogueQuery(), ...ahead }),
    ...(search.tab === 'merchant'
      ? []
      : [readListAhead(promotionList, opening, { promotion: { id, title }, timeZone })]),
  ]
}

export function PromotionsPage({ search, onSearch }: PromotionsPageProps) {
  const promotion = shownOf(search)
  const tab = search.tab ?? 'promotion'
  const counts = useQuery(catalogueQuery())
  return (
    <div className="q-stack-loose">
      <PageHeader title="Promotions" count={promotionCatalogue.length} />
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
        <SplitView
          name="Promotions"
          entries={promotionCatalogue.map(({ id, title, description }) => ({
            id,
            title,
            count: <Count of={counts.data?.find(({ promotionId }) => promotionId === id)?.enabledCount} />,
            lines: [description],
          }))}
          openId={promotion.id}
          isNamed={search.promotion !== undefined}
          hrefOf={(id) => `?promotion=${id}`}
          onOpen={(id) => onSearch({ promotion: id, page: undefined, id: undefined })}
          foot={counts.isError && <StaleNote>Couldn’t load counts</StaleNote>}
        >
          <RecordHead title={promotion.title} caption={promotion.description} />
          <PromotionGridPanel key={promotion.id} promotion={promotion} search={search} onSearch={onSearch} />
        </SplitView>
      )}
    </div>
  )
}

/** Of the merchants that have it enabled. */
function Count({ of }: { of: number | undefined }) {
  const words = of === undefined ? 'count not known' : `${counted(of, 'merchant has', 'merchants have')} it enabled`
  return (
    <span className="q-count" aria-label={words}>
      {of ?? '–'}
    </span>
  )
}
