import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { ReadingState } from '@quaff/platform/console/list/list-states'
import { RecordHead } from '@quaff/platform/console/list/split/split-view'
import { categoryLabel } from '../../category/rules'
import { CompletenessPanel } from '../../console/completeness-panel'
import type { MerchantAction } from '../../console/merchant-commands-widget'
import { ContactPanel, SettingsPanel } from '../../console/merchant-facts-panels'
import { merchantsApi } from '../../console/merchant-queries'
import type { MerchantView } from '../../console/merchant-search-widget'
import { resultText } from '../../console/merchant-state-text'
import { MerchantStatusPill } from '../../console/merchant-status-pill'
import { ReviewNotices } from '../../console/review-notices'
import type { MerchantSheetParts } from '../../console/sheet-parts-widget'
import type { MerchantRecord, ReviewItem } from '../../contract'
import { AnsweredNotice } from './answered-notice'
import { ReviewActionsFooter, type DeskDialog } from './review-actions-footer'
import { priorityText, waitingText } from './review-words'
import classes from './review-desk.module.css'

const MerchantActionDialog = deferred(
  async () => (await import('../../lifecycle/console/merchant-action-dialog')).MerchantActionDialog,
)
const EditMerchantDialog = deferred(async () => (await import('../../console/edit-merchant-dialog')).EditMerchantDialog)

/** What is being approved, and what other features know of it. */
const offered = [
  // The account holder, to be read beside the business name above it.
  { view: 'banking', title: 'Account for payouts', link: 'Open banking' },
  { view: 'plans', title: 'Plans and prices', link: 'Open plans' },
  { view: 'locations', title: 'Locations', link: 'Open locations' },
] as const

interface ReviewMerchantPanelProps {
  item: ReviewItem
  parts: Pick<MerchantSheetParts, 'tabs' | 'Terms'>
  /** Somebody else has answered it while it was open. */
  isGone: boolean
  /** The server has taken the decision. */
  onAnswered: () => void
  onPrevious?: () => void
  onNext?: () => void
  onOpenRecord: (view: MerchantView) => void
}

export function ReviewMerchantPanel(props: ReviewMerchantPanelProps) {
  const { item, parts, isGone, onAnswered, onPrevious, onNext, onOpenRecord } = props
  const client = useQueryClient()
  const record = useQuery(merchantsApi.get.queryOptions({ input: { merchantId: item.id } }))
  const [dialog, setDialog] = useState<DeskDialog>()
  const merchant = record.data
  const finish = (_: MerchantAction, answered: MerchantRecord | undefined) => {
    setDialog(undefined)
    if (!answered) return
    client.setQueryData(merchantsApi.get.queryKey({ input: { merchantId: answered.id } }), answered)
    notifySuccess(resultText(answered))
    onAnswered()
  }
  return (
    <article className="q-stack" aria-label={item.name}>
      <Heading item={item} merchant={merchant} />
      <div className={classes.record}>
        <div className={classes.body}>
          <ReadingState query={record} lines={8} what="this merchant" />
          {merchant && (
            <>
              {isGone && <AnsweredNotice merchant={merchant} onNext={onNext} />}
              <ReviewNotices merchant={merchant} />
              <CompletenessPanel merchant={merchant} onView={onOpenRecord} onEdit={() => setDialog('edit')} />
              <ContactPanel merchant={merchant} />
              {offered.map(({ view, title, link }) => {
                const Part = parts.tabs[view]
                return (
                  <section key={view} className="q-stack-tight" aria-label={title}>
                    <div className="q-row">
                      <h3 className="q-h3">{title}</h3>
                      <button type="button" className="q-link q-end" onClick={() => onOpenRecord(view)}>
                        {link}
                      </button>
                    </div>
                    <Part merchantId={item.id} />
                  </section>
                )
              })}
              <section className="q-stack-tight" aria-label="Terms">
                <h3 className="q-h3">Terms</h3>
                <parts.Terms merchantId={item.id} />
              </section>
              <SettingsPanel merchant={merchant} />
            </>
          )}
        </div>
        <ReviewActionsFooter merchant={merchant} onDialog={setDialog} onPrevious={onPrevious} onNext={onNext} />
      </div>
      {merchant && dialog === 'edit' && <EditMerchantDialog merchant={merchant} onClose={() => setDialog(undefined)} />}
      {merchant && dialog !== undefined && dialog !== 'edit' && (
        <MerchantActionDialog
          action={dialog}
          merchant={merchant}
          onClose={() => setDialog(undefined)}
          onDone={finish}
        />
      )}
    </article>
  )
}

function Heading({ item, merchant }: { item: ReviewItem; merchant: MerchantRecord | undefined }) {
  const timeZone = useTimeZone()
  return (
    <RecordHead
      title={item.name}
      mark={<InitialsMark name={item.name} imageUrl={item.logoUrl} />}
      status={merchant && <MerchantStatusPill merchant={merchant} timeZone={timeZone} />}
      caption={[
        categoryLabel(item.businessType),
        merchant?.address.city,
        waitingText(item.daysWaiting),
        priorityText(item),
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}
