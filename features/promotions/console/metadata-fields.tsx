import { MultiSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DateField } from '@quaff/platform/console/dates/date-field'
import { counted, formatCount } from '@quaff/platform/console/display/formats'
import type { MergeLabels } from '@quaff/platform/console/forms/use-merge'
import { isolated, textLimits } from '@quaff/platform/shared/readable-text'
import type { MetadataField, PlanChoice, PromotionDefinition, PromotionMetadata } from '../contract'
import classes from './promotions.module.css'

type MetadataFieldsProps = {
  promotion: PromotionDefinition
  form: UseFormReturnType<MetadataValues>
  /** Undefined if several merchants are changed at once, because plans belong to one merchant. */
  plans?: readonly PlanChoice[]
}

const LIMIT_DIGITS = 7

export function MetadataFields({ promotion, form, plans }: MetadataFieldsProps) {
  const has = (field: MetadataField) => promotion.fields.includes(field)
  const count = { inputMode: 'numeric', maxLength: LIMIT_DIGITS } as const
  return (
    <>
      <div className={classes.twice}>
        {has('startsOn') && <DateField label="First day" {...form.getInputProps('startsOn')} />}
        {has('endsOn') && <DateField label="Last day" {...form.getInputProps('endsOn')} />}
        {has('limitTotal') && (
          <TextInput label="Limit in total" placeholder="No limit" {...count} {...form.getInputProps('limitTotal')} />
        )}
        {has('limitPerCustomer') && (
          <TextInput
            label="Limit per customer"
            placeholder="No limit"
            {...count}
            {...form.getInputProps('limitPerCustomer')}
          />
        )}
      </div>
      {has('planIds') && plans && (
        <MultiSelect
          label="Plans"
          description={plans.length === 0 ? 'This merchant has no plans yet.' : undefined}
          placeholder={form.values.planIds.length === 0 ? 'All plans' : undefined}
          data={planOptions(plans, form.values.planIds)}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'All plans' }}
          {...form.getInputProps('planIds')}
        />
      )}
      {has('note') && (
        <Textarea
          label="Note"
          description="Your team and the merchant see this. Customers can’t."
          autosize={false}
          rows={3}
          maxLength={textLimits.medium}
          {...form.getInputProps('note')}
        />
      )}
    </>
  )
}

/** Selected plans that were deleted stay visible, so that they can be removed. */
function planOptions(plans: readonly PlanChoice[], chosen: readonly string[]) {
  const gone = chosen.filter((planId) => !plans.some(({ id }) => id === planId))
  return [
    ...plans.map(({ id, name, active }) => ({ value: id, label: active ? name : `${isolated(name)} (inactive)` })),
    ...gone.map((planId) => ({ value: planId, label: 'Unknown Plan' })),
  ]
}

/** Form values are texts, which may not be valid numbers yet. */
export type MetadataValues = {
  startsOn: string
  endsOn: string
  limitTotal: string
  limitPerCustomer: string
  planIds: string[]
  note: string
}

export function toFormValues(metadata: PromotionMetadata | null): MetadataValues {
  return {
    startsOn: metadata?.startsOn ?? '',
    endsOn: metadata?.endsOn ?? '',
    limitTotal: metadata?.limitTotal === undefined ? '' : String(metadata.limitTotal),
    limitPerCustomer: metadata?.limitPerCustomer === undefined ? '' : String(metadata.limitPerCustomer),
    planIds: metadata?.planIds ?? [],
    note: metadata?.note ?? '',
  }
}

/** Only the promotion's own fields. A value that is not a number becomes one that the rule rejects. */
export function metadataOf(values: MetadataValues, { fields }: Pick<PromotionDefinition, 'fields'>): PromotionMetadata {
  const entries: [MetadataField, unknown][] = [
    ['startsOn', values.startsOn || undefined],
    ['endsOn', values.endsOn || undefined],
    ['limitTotal', countOf(values.limitTotal)],
    ['limitPerCustomer', countOf(values.limitPerCustomer)],
    ['planIds', values.planIds.length > 0 ? values.planIds : undefined],
    ['note', values.note.trim() || undefined],
  ]
  return Object.fromEntries(entries.filter(([field, value]) => value !== undefined && fields.includes(field)))
}

const countOf = (text: string) => (text.trim() === '' ? undefined : Number(text.trim()))

export function metadataMergeLabels(plans: readonly PlanChoice[]): MergeLabels<MetadataValues> {
  const nameOf = (planId: string) => plans.find(({ id }) => id === planId)?.name ?? 'Unknown Plan'
  return {
    labels: {
      startsOn: 'First day',
      endsOn: 'Last day',
      limitTotal: 'Limit in total',
      limitPerCustomer: 'Limit per customer',
      planIds: 'Plans',
      note: 'Note',
    },
    show: {
      Plans: ({ planIds }) =>
        planIds.length === 0 ? 'All plans' : planIds.map((id) => isolated(nameOf(id))).join(', '),
    },
  }
}

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayAndYearFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** "until 31 Dec, 2 per customer"; the year is said when it is not that of `today` (YYYY-MM-DD). */
export function metadataText(metadata: PromotionMetadata, today: string): string {
  const { limitTotal, limitPerCustomer, planIds, note } = metadata
  const parts = [
    periodText(metadata, today),
    limitTotal === undefined ? '' : `${formatCount(limitTotal)} in total`,
    limitPerCustomer === undefined ? '' : `${formatCount(limitPerCustomer)} per customer`,
    planIds === undefined || planIds.length === 0 ? '' : `${counted(planIds.length, 'plan')} only`,
    note ? `“${isolated(note)}”` : '',
  ].filter(Boolean)
  return parts.length === 0 ? 'No limits' : parts.join(', ')
}

function periodText({ startsOn, endsOn }: PromotionMetadata, today: string): string {
  const day = (value: string) => dayText(value, today)
  if (endsOn !== undefined && endsOn < today) return `ended ${day(endsOn)}`
  const begin = startsOn === undefined || startsOn <= today ? '' : `from ${day(startsOn)}`
  const end = endsOn === undefined ? '' : `until ${day(endsOn)}`
  return [begin, end].filter(Boolean).join(' ')
}

function dayText(value: string, today: string): string {
  const format = value.slice(0, 4) === today.slice(0, 4) ? dayFormat : dayAndYearFormat
  return format.format(new Date(`${value}T00:00:00Z`))
}
