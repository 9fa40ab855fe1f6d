import type { MergeWords } from '@quaff/platform/console/forms/merge-values'
import type { MetadataField, PlanChoice, PromotionDefinition, PromotionMetadata } from '../contract'

/** What the fields hold while somebody types: texts, which may not be numbers yet. */
export type MetadataValues = {
  startsOn: string
  endsOn: string
  limitTotal: string
  limitPerCustomer: string
  planIds: string[]
  note: string
}

export function valuesOf(metadata: PromotionMetadata | null): MetadataValues {
  return {
    startsOn: metadata?.startsOn ?? '',
    endsOn: metadata?.endsOn ?? '',
    limitTotal: metadata?.limitTotal === undefined ? '' : String(metadata.limitTotal),
    limitPerCustomer: metadata?.limitPerCustomer === undefined ? '' : String(metadata.limitPerCustomer),
    planIds: metadata?.planIds ?? [],
    note: metadata?.note ?? '',
  }
}

/** Only the fields that the promotion has; what is no number becomes one that the rule refuses. */
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

export function metadataMergeWords(plans: readonly PlanChoice[]): MergeWords<MetadataValues> {
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
    show: { Plans: ({ planIds }) => (planIds.length === 0 ? 'All plans' : planIds.map(nameOf).join(', ')) },
  }
}
