import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DateText } from '@quaff/platform/console/display/formats'
import { Panel } from '@quaff/platform/console/display/panel'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { VersionedPlatformSettings } from '../platform-contract'
import { PlatformForm } from './platform-form'
import { settingsApi } from './settings-queries'

const title = 'Platform settings'

export function PlatformTab() {
  const queryClient = useQueryClient()
  const options = settingsApi.platform.queryOptions({ input: undefined })
  const query = useQuery(options)
  // Keeps the first values, so that another person's change does not replace what is being typed.
  const [started, setStarted] = useState<VersionedPlatformSettings | null>(null)
  const settings = started ?? query.data
  const takeOver = (saved: VersionedPlatformSettings) => {
    queryClient.setQueryData(options.queryKey, saved)
    setStarted(saved)
  }
  return (
    <Panel
      title={title}
      titleExtra={settings && <LastChange settings={settings} />}
      query={query}
      what="platform settings"
    >
      {settings && (
        <PlatformForm
          key={settings.version}
          settings={settings}
          onTyping={() => setStarted(settings)}
          onSaved={takeOver}
          load={() => queryClient.fetchQuery({ ...options, staleTime: 0 })}
        />
      )}
    </Panel>
  )
}

function LastChange({ settings: { updatedAt, updatedBy } }: { settings: VersionedPlatformSettings }) {
  if (!updatedAt) return null
  return (
    <span className="q-caption">
      Changed <DateText value={updatedAt} style="datetime" />
      {updatedBy !== null && ` by ${isolated(updatedBy)}`}
    </span>
  )
}
