import type { ReactNode } from 'react'
import { useMerchantLink } from '@quaff/features/sessions/console/merchant-link-widget'
import { counted } from '@quaff/platform/console/display/formats'
import { Checklist } from '@quaff/platform/console/display/step-list'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { categoryLabel } from '../category-rules'
import { stepLabels } from '../completeness-rules'
import type { CompletenessStep, MerchantRecord } from '../contract'
import type { MerchantView } from './merchant-search-widget'
import classes from './merchant-sheet.module.css'

interface CompletenessPanelProps {
  merchant: MerchantRecord
  onView: (view: MerchantView) => void
  onEdit: () => void
}

const tabOf: Partial<Record<CompletenessStep, { view: MerchantView; label: string }>> = {
  locations: { view: 'locations', label: 'Open locations' },
  plans: { view: 'plans', label: 'Open plans' },
  bank: { view: 'banking', label: 'Open banking' },
}

function itemOf(step: CompletenessStep, merchant: MerchantRecord): string | undefined {
  const details: Partial<Record<CompletenessStep, string | null>> = {
    profile: merchant.name,
    category: categoryLabel(merchant.businessType),
    contact: merchant.contactEmail,
    address: merchant.address.city,
    taxId: merchant.taxIdMasked,
    locations: counted(merchant.totalLocations, 'location', 'locations'),
  }
  return details[step] ?? undefined
}

export function CompletenessPanel({ merchant, onView, onEdit }: CompletenessPanelProps) {
  const linkTo = useMerchantLink()
  const { id, name, logoUrl } = merchant
  const detail = (step: CompletenessStep, done: boolean) => {
    if (done) return itemOf(step, merchant)
    const tab = tabOf[step]
    if (tab) {
      return (
        <button type="button" className="q-link" onClick={() => onView(tab.view)}>
          {tab.label}
        </button>
      )
    }
    if (step === 'branding') {
      return (
        <AppLink {...linkTo({ id, name, logoUrl }, '/settings/branding')} className="q-link">
          Open Branding
        </AppLink>
      )
    }
    return (
      <button type="button" className="q-link" onClick={onEdit}>
        Edit
      </button>
    )
  }
  return (
    <section className={classes.box} aria-label="Completeness">
      <div className="q-row q-wrap">
        <h3 className="q-h3">Completeness</h3>
        <span className="q-caption q-end">{requiredText(merchant.checklist)}</span>
      </div>
      <CompletenessList checklist={merchant.checklist} detail={detail} />
    </section>
  )
}

interface CompletenessListProps {
  checklist: MerchantRecord['checklist']
  /** At the end of a line: a value if done, otherwise a link to where it can be added. */
  detail?: (step: CompletenessStep, done: boolean) => ReactNode
}

const missingState = (required: boolean) => (required ? 'missing' : 'optional')

export function CompletenessList({ checklist, detail }: CompletenessListProps) {
  return (
    <Checklist
      progressLabel="Completeness"
      items={checklist.map(({ step, done, required }) => ({
        id: step,
        label: stepLabels[step],
        state: done ? 'done' : missingState(required),
        detail: detail?.(step, done),
      }))}
    />
  )
}

export function requiredText(checklist: MerchantRecord['checklist']): string {
  const required = checklist.filter((entry) => entry.required)
  return `${required.filter((entry) => entry.done).length} of ${required.length} required`
}
