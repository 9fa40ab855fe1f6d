import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { roleReason, useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { RelativeTime, counted } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { Notice } from '@quaff/platform/console/display/panel'
import type { Command } from '@quaff/platform/console/frame/command'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { CommandButton } from '@quaff/platform/console/frame/page-header'
import { useCommands } from '@quaff/platform/console/frame/shortcuts'
import { ReadingState } from '@quaff/platform/console/list/list-states'
import { RecordHead } from '@quaff/platform/console/list/split-view'
import { sentenceCase, isolated } from '@quaff/platform/shared/readable-text'
import { categoryLabel } from '../category-rules'
import type { MerchantRecord, ReviewItem, ReviewReason } from '../contract'
import { merchantPermissions } from '../permissions'
import { CompletenessPanel } from './completeness-panel'
import { type MerchantAction, merchantCommands, stateReason } from './merchant-commands-widget'
import { ContactPanel, ReviewNotices, SettingsPanel } from './merchant-details-panels'
import { merchantsApi } from './merchant-queries-widget'
import type { MerchantSheetParts, MerchantView } from './merchant-search-widget'
import { resultText } from './merchant-state-text'
import { MerchantStatusPill } from './merchant-status-pill'
import classes from './merchant-sheet.module.css'

const MerchantActionDialog = deferred(async () => (await import('./merchant-action-dialog')).MerchantActionDialog)
const EditMerchantDialog = deferred(async () => (await import('./edit-merchant-dialog')).EditMerchantDialog)

const offered = [
  // The account holder, to be read beside the business name above it.
  { view: 'banking', title: 'Account for payouts', link: 'Open banking' },
  { view: 'plans', title: 'Plans and prices', link: 'Open plans' },
  { view: 'locations', title: 'Locations', link: 'Open locations' },
] as const

interface ReviewMerchantPanelProps {
  item: ReviewItem
  parts: Pick<MerchantSheetParts, 'tabs' | 'Terms'>
  /** A colleague decided it while it was open. */
  isGone: boolean
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
        reasonsText(item),
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}

function AnsweredNotice({ merchant, onNext }: { merchant: MerchantRecord; onNext: (() => void) | undefined }) {
  const answer = useQuery(merchantsApi.lastAnswer.queryOptions({ input: { merchantId: merchant.id } })).data
  return (
    <Notice
      tone="warn"
      title={`${isolated(answer?.by ?? 'Someone else')} already reviewed this merchant`}
      announce
      action={onNext && <Button onClick={onNext}>Next merchant</Button>}
    >
      {resultText(merchant)} {answer && <RelativeTime value={answer.at} />}
    </Notice>
  )
}

type Answer = 'approve' | 'requestChanges' | 'decline'
type DeskDialog = Answer | 'edit'

interface ReviewActionsFooterProps {
  merchant: MerchantRecord | undefined
  onDialog: (dialog: DeskDialog) => void
  onPrevious?: () => void
  onNext?: () => void
}

const answers = [
  { action: 'approve', keys: 'a', variant: 'primary' },
  { action: 'requestChanges', keys: 'r', variant: 'default' },
  { action: 'decline', keys: 'd', variant: 'default' },
] as const

function ReviewActionsFooter({ merchant, onDialog, onPrevious, onNext }: ReviewActionsFooterProps) {
  const { role } = useSessionUser()
  const commandOf = (action: DeskDialog, keys: string, disabledReason: string | undefined): Command => {
    const { label, icon } = merchantCommands.commands[action]
    return { id: `merchant.${action}`, label, icon, keys, disabledReason, of: merchant, run: () => onDialog(action) }
  }
  const reasonFor = (action: Answer) =>
    roleReason(merchantPermissions, `merchant.${action}`, role) ??
    (merchant ? stateReason(action, merchant) : 'Loading…')
  useCommands(merchant ? [commandOf('edit', 'e', undefined)] : [])
  return (
    <footer className={classes.footer}>
      <span className={classes.answers}>
        {answers.map(({ action, keys, variant }) => (
          <CommandButton key={action} variant={variant} command={commandOf(action, keys, reasonFor(action))} />
        ))}
      </span>
      <span className={classes.steps}>
        <IconButton
          icon={IconChevronLeft}
          variant="default"
          label="Previous merchant"
          disabled={!onPrevious}
          onClick={onPrevious}
        />
        <IconButton
          icon={IconChevronRight}
          variant="default"
          label="Next merchant"
          disabled={!onNext}
          onClick={onNext}
        />
      </span>
    </footer>
  )
}

const reasonLabels = {
  complete: 'ready to approve',
  incomplete: 'steps missing',
  changes_made: 'back with changes',
  hopes_to_be_live: 'starts selling on approval',
  live_now: 'selling now',
} as const satisfies Record<Exclude<ReviewReason, 'waiting'>, string>

export function waitingText(daysWaiting: number): string {
  if (daysWaiting < 1) return 'Submitted today'
  return `Waiting ${counted(daysWaiting, 'day')}`
}

/** Shown beside the waiting days: "Live now · steps missing". */
export function reasonsText({ reasons }: Pick<ReviewItem, 'reasons'>): string {
  const labels = reasons.flatMap((reason) => (reason === 'waiting' ? [] : [reasonLabels[reason]])).join(' · ')
  return sentenceCase(labels)
}
