import { IconCheck, IconFilter } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { Menu } from '@quaff/platform/console/controls/menu'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { activityTypes, type ActivityType } from '../contract'
import { activityKind } from './activity-kinds'
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
