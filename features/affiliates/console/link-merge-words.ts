import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import type { LinkForm } from './link-form'
import { destinationLooks } from './link-looks'

export const linkMergeWords: MergeWords<LinkForm> = {
  labels: {
    name: 'Name',
    slug: 'Short link',
    code: 'Code',
    destination: 'Destination',
    merchantId: 'Owner',
    sourceTag: 'Source tag',
    firstDay: 'First day',
    lastDay: 'Last day',
  },
  show: { Destination: ({ destination }) => destinationLooks[destination].label },
}
