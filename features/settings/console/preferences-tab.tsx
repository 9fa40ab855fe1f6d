import { Switch } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { useNow } from '@quaff/platform/console/clock'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { DateText } from '@quaff/platform/console/display/formats'
import { Panel } from '@quaff/platform/console/display/panel'
import {
  csvDialectLabels,
  usePreferences,
  type Density,
  type HourCycle,
  type ThemePreference,
} from '@quaff/platform/console/theme/use-preferences'
import { csvDialects } from '@quaff/platform/shared/csv-format'
import classes from './settings.module.css'

const themes: readonly { value: ThemePreference; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
const densities: readonly { value: Density; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]
const hourCycles: readonly { value: HourCycle; label: string }[] = [
  { value: 'auto', label: 'Browser default' },
  { value: '12h', label: '12 hours' },
  { value: '24h', label: '24 hours' },
]

const csvFormats = csvDialects.map((value) => ({ value, label: csvDialectLabels[value] }))

/** Stored in this browser; each takes effect immediately. */
export function PreferencesTab() {
  const { theme, density, hourCycle, shortcutsEnabled, csvDialect, setPreferences } = usePreferences()
  const now = useNow()
  return (
    <Panel title="Preferences" titleExtra={<span className="q-caption">This browser only</span>}>
      <div className={classes.choices}>
        <Choice title="Theme">
          <Segmented
            label="Theme"
            value={theme}
            options={themes}
            onChange={(value) => setPreferences({ theme: value })}
          />
        </Choice>
        <Choice title="Density" text="Row spacing in lists">
          <Segmented
            label="Density"
            value={density}
            options={densities}
            onChange={(value) => setPreferences({ density: value })}
          />
        </Choice>
        <Choice
          title="Time"
          text={
            <>
              Now: <DateText value={now} style="time" />
            </>
          }
        >
          <Segmented
            label="Time"
            value={hourCycle}
            options={hourCycles}
            onChange={(value) => setPreferences({ hourCycle: value })}
          />
        </Choice>
        <Choice title="CSV files" text="As your spreadsheet separates cells and writes decimals, on all your devices">
          <Segmented
            label="CSV files"
            value={csvDialect}
            options={csvFormats}
            onChange={(value) => setPreferences({ csvDialect: value })}
          />
        </Choice>
        <Choice title="Keyboard shortcuts" text="Press ? on any page to see them">
          <Switch
            aria-label="Keyboard shortcuts"
            label={shortcutsEnabled ? 'On' : 'Off'}
            checked={shortcutsEnabled}
            onChange={(event) => setPreferences({ shortcutsEnabled: event.currentTarget.checked })}
          />
        </Choice>
      </div>
    </Panel>
  )
}

function Choice({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <div className={classes.choice} role="group" aria-labelledby={id}>
      <span className={classes.words}>
        <b className="q-strong" id={id}>
          {title}
        </b>
        {text !== undefined && <span className="q-caption">{text}</span>}
      </span>
      {children}
    </div>
  )
}
