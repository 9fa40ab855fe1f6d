import { IconDownload } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { Menu } from '@quaff/platform/console/controls/menu'
import type { Overview } from '../overview/contract'
import { saveComparison, saveSteps } from './save-overview'
import classes from '@quaff/platform/console/controls/menu.module.css'

const stepNames = { day: 'By day', week: 'By week', month: 'By month' } as const satisfies Record<
  Overview['bucketSize'],
  string
>

/** One table per file: which one is asked. */
export function SaveOverviewMenu({ data }: { data: Overview }) {
  return (
    <Menu>
      <Menu.Target>
        <Button size="sm" variant="quiet" icon={IconDownload} aria-label="Save metrics as CSV">
          CSV
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown} aria-label="Save metrics as CSV">
        <Menu.Item className={classes.item} onClick={() => saveSteps(data)}>
          {stepNames[data.bucketSize]}
        </Menu.Item>
        <Menu.Item className={classes.item} onClick={() => saveComparison(data)}>
          {data.previousWindow ? 'This range and the previous one' : 'Whole range'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
