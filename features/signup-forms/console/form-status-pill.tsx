import {
  IconAlignLeft,
  IconAt,
  IconBuildingStore,
  IconCircleDot,
  IconLetterCase,
  IconLink,
  IconListDetails,
  IconLock,
  IconMapPin,
  IconPencil,
  IconPhoto,
  IconWorld,
} from '@tabler/icons-react'
import { type StatusMeta, MetaPill } from '@quaff/platform/console/display/panel'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { FormRow, FormStatus } from '../contract'
import type { FieldKind } from '../kind-rules'

/** Also marks unpublished changes. */
export function FormStatusPill({ form }: { form: Pick<FormRow, 'status' | 'hasChanges' | 'liveVersion'> }) {
  return (
    <span className="q-row q-wrap">
      <MetaPill meta={formStatusMeta[form.status]} />
      {form.hasChanges && form.liveVersion !== null && (
        <span className="q-tag" data-tone="warn">
          Unpublished changes
        </span>
      )}
    </span>
  )
}

export const formStatusMeta = {
  draft: { label: 'Draft', tone: 'neutral', icon: IconPencil },
  live: { label: 'Live', tone: 'ok', icon: IconWorld },
  closed: { label: 'Closed', tone: 'neutral', icon: IconLock },
} as const satisfies Record<FormStatus, StatusMeta>

export const kindMeta = {
  business_name: { label: 'Business name', icon: IconBuildingStore },
  email: { label: 'Email', icon: IconAt },
  short: { label: 'Short answer', icon: IconLetterCase },
  long: { label: 'Long answer', icon: IconAlignLeft },
  dropdown: { label: 'Dropdown', icon: IconListDetails },
  choice: { label: 'Choice', icon: IconCircleDot },
  image: { label: 'Picture', icon: IconPhoto },
  website: { label: 'Website & socials', icon: IconLink },
  address: { label: 'Address', icon: IconMapPin },
} as const satisfies Record<FieldKind, { label: string; icon: IconLike }>
