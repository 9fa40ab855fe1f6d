import { IconCheck, IconFilter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useConnection, useLiveEvents } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Menu } from '@quaff/platform/console/controls/menu'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { activityTypes, type ActivityType, activityLimits } from '../contract'
import { activityKind } from './activity-kinds'
import { activityApi, activityQuery } from './activity-queries'
import menu from '@quaff/platform/console/controls/menu.module.css'

type ActivityTypeFilterProps = { value: ActivityType | undefined; onChange: (next: ActivityType | undefined) => void }

export function ActivityTypeFilter({ value, onChange }: ActivityTypeFilterProps) {
  const options: { type: ActivityType | undefined; label: string }[] = [
    { type: undefined, label: 'All types' },
    ...activityTypes.map((type) => ({ type, label: activityKind(type).label })),
  ]
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="quiet"
          size="sm"
          icon={IconFilter}
          aria-label={`Type: ${value ? activityKind(value).label : 'All types'}`}
        >
          {value ? activityKind(value).label : 'All types'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={menu.dropdown} aria-label="Activity type">
        {options.map((option) => (
          <Menu.Item
            key={option.label}
            className={menu.item}
            role="menuitemradio"
            aria-checked={option.type === value}
            leftSection={<span className={menu.check}>{option.type === value && <Glyph icon={IconCheck} />}</span>}
            onClick={() => onChange(option.type)}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Stale after 2 min; refetched 1 s after a live event. Polls only while the live connection is down (G31). */
export function useActivity(limit: number, type: ActivityType | undefined, enabled = true) {
  const client = useQueryClient()
  const connection = useConnection()
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  const activity = useQuery({ ...activityQuery(limit, type), enabled })
  const refresh = () => void client.invalidateQueries({ queryKey: activityApi.recent.key() })

  useLiveEvents(['merchant', 'audit'], () => {
    if (!enabled) return
    clearTimeout(pending.current)
    pending.current = setTimeout(refresh, activityLimits.refreshAfterEventMs)
  })
  useEffect(() => () => clearTimeout(pending.current), [])

  const isDown = connection === 'down'
  useEffect(() => {
    if (!isDown || !enabled) return
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: activityApi.recent.key() }),
      activityLimits.pollingMs,
    )
    return () => clearInterval(timer)
  }, [isDown, enabled, client])

  return activity
}
