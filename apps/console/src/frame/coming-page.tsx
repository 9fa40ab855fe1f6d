import { useMatches } from '@tanstack/react-router'
import { Notice } from '@quaff/platform/console/display/notice'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { IconClock } from '@tabler/icons-react'

/** A route whose screen is not built yet says so in one sentence. */
export function ComingPage() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  return (
    <>
      <PageHeader title={title} />
      <Notice tone="neutral" icon={IconClock}>
        {title} opens with a later release.
      </Notice>
    </>
  )
}
