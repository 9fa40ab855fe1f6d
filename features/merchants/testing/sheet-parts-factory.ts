import { createElement } from 'react'

const part = (name: string) => (props: { merchantId: string }) =>
  createElement('p', {}, `${name} of ${props.merchantId}`)

/** Placeholders of other features' parts in an open merchant. */
export function buildSheetParts() {
  return {
    tabs: {
      locations: part('locations'),
      plans: part('plans'),
      subscribers: part('subscribers'),
      promotions: part('promotions'),
      team: part('team'),
      banking: part('banking'),
      activity: part('activity'),
    },
    Terms: part('terms'),
    TransferDialog: ({ merchantName }: { merchantName: string }) => createElement('p', {}, `Transfer ${merchantName}`),
  }
}
