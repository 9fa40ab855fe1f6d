import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted } from '@quaff/platform/console/display/figures/figure-text'
import { Panel } from '@quaff/platform/console/display/panel'
import { promotionCatalogue, type PromotionId } from '../../catalogue/contract'
import { promotionsApi } from '../promotion-queries'
import classes from '../promotions.module.css'

type CataloguePanelProps = { value: PromotionId; onChange: (id: PromotionId) => void }

/** All promotions with their number of merchants; a select on phones, where the grid shall not lie below a long list. */
export function CataloguePanel({ value, onChange }: CataloguePanelProps) {
  const catalogue = useQuery(promotionsApi.catalogue.queryOptions({ input: {} }))
  const countOf = (id: PromotionId) => catalogue.data?.find(({ promotionId }) => promotionId === id)?.enabledCount
  return (
    <>
      <div className="q-phone-only">
        <Select
          label="Promotion"
          allowDeselect={false}
          value={value}
          data={promotionCatalogue.map(({ id, title }) => ({ value: id, label: titleWithCount(title, countOf(id)) }))}
          onChange={(next) => {
            const chosen = promotionCatalogue.find(({ id }) => id === next)
            if (chosen) onChange(chosen.id)
          }}
        />
      </div>
      <nav className="q-not-phone" aria-label="Promotions">
        <Panel
          title="Catalogue"
          titleExtra={catalogue.isError && <span className="q-caption">Counts could not be loaded</span>}
          flush
        >
          <ul className={classes.catalogue}>
            {promotionCatalogue.map(({ id, title, description }) => (
              <li key={id}>
                <button
                  type="button"
                  className={classes.entry}
                  aria-current={id === value ? 'true' : undefined}
                  onClick={() => onChange(id)}
                >
                  <b className="q-strong">{title}</b>
                  <span className="q-count" aria-label={enabledWords(countOf(id))}>
                    {countOf(id) ?? '–'}
                  </span>
                  <span className="q-caption">{description}</span>
                </button>
              </li>
            ))}
          </ul>
        </Panel>
      </nav>
    </>
  )
}

const titleWithCount = (title: string, count: number | undefined) =>
  count === undefined ? title : `${title} (${count})`

function enabledWords(count: number | undefined): string {
  if (count === undefined) return 'count not known'
  return `${counted(count, 'merchant has', 'merchants have')} it enabled`
}
