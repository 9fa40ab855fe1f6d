import { IconCheck, IconDownload } from '@tabler/icons-react'
import { csvDialects } from '@quaff/platform/shared/csv-format'
import { type ExportFormat, exportFormats } from '@quaff/platform/shared/export-formats'
import { totalText } from '@quaff/platform/shared/pagination'
import { Button, PermissionButton } from '../controls/button'
import { Menu } from '../controls/menu'
import { Glyph } from '../theme/glyph'
import { csvDialectLabels, usePreferences } from '../theme/use-preferences'
import classes from '../controls/menu.module.css'

export type ExportScope = 'selected' | 'all'

export interface ExportChoices {
  onExport: (format: ExportFormat, scope: ExportScope) => void
  selectedCount?: number
  /** Rows that match the filters; not written when unknown. */
  totalCount?: number | undefined
}

type ExportMenuProps = ExportChoices & {
  loading?: boolean
  /** Why nothing can be exported. */
  disabledReason?: string | undefined
}

/** The person's CSV format for all exports, also in Preferences. */
function CsvChoice() {
  const { csvDialect, setPreferences } = usePreferences()
  return (
    <div role="group" aria-label="CSV files">
      <div className={classes.label}>CSV files</div>
      {csvDialects.map((dialect) => (
        <Menu.Item
          key={dialect}
          className={classes.item}
          role="menuitemradio"
          aria-checked={csvDialect === dialect}
          closeMenuOnClick={false}
          leftSection={<span className={classes.check}>{csvDialect === dialect && <Glyph icon={IconCheck} />}</span>}
          onClick={() => setPreferences({ csvDialect: dialect })}
        >
          {csvDialectLabels[dialect]}
        </Menu.Item>
      ))}
    </div>
  )
}

const formatLabels = { csv: 'CSV', xlsx: 'Excel (.xlsx)', json: 'JSON' } as const satisfies Record<ExportFormat, string>

export function ExportLines({ onExport, selectedCount = 0, totalCount }: ExportChoices) {
  const scopes: { scope: ExportScope; label: string }[] = [
    { scope: 'all', label: totalCount === undefined ? 'All matching' : `All matching (${totalText(totalCount)})` },
  ]
  if (selectedCount > 0) scopes.unshift({ scope: 'selected', label: `Selected (${selectedCount})` })
  return (
    <>
      {scopes.map(({ scope, label }) => (
        <div key={scope} role="group" aria-label={label}>
          <div className={classes.label}>{label}</div>
          {exportFormats.map((format) => (
            <Menu.Item key={format} className={classes.item} onClick={() => onExport(format, scope)}>
              {formatLabels[format]}
            </Menu.Item>
          ))}
        </div>
      ))}
      <Menu.Divider className={classes.divider} />
      <CsvChoice />
    </>
  )
}

/** A button of its own, on screens that are no list. */
export function ExportMenu({ loading = false, disabledReason, ...choices }: ExportMenuProps) {
  if (disabledReason !== undefined)
    return (
      <PermissionButton icon={IconDownload} disabledReason={disabledReason}>
        Export
      </PermissionButton>
    )
  return (
    <Menu>
      <Menu.Target>
        <Button icon={IconDownload} loading={loading}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown} aria-label="Export">
        <ExportLines {...choices} />
      </Menu.Dropdown>
    </Menu>
  )
}
