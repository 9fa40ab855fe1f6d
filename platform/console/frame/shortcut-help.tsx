import { Dialog } from '../controls/dialog'
import { type Shortcut, shownKeys } from './shortcut-keys'
import { useActiveShortcuts } from './shortcuts'
import classes from './shortcut-help.module.css'

function bySection(shortcuts: Shortcut[]): [string, Shortcut[]][] {
  const sections = new Map<string, Map<string, Shortcut>>()
  for (const shortcut of shortcuts) {
    const { section: name = '' } = shortcut
    const section = sections.get(name) ?? new Map<string, Shortcut>()
    section.set(shortcut.keys, shortcut)
    sections.set(name, section)
  }
  return [...sections].map(([name, entries]) => [name, [...entries.values()]])
}

export function ShortcutHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const shortcuts = useActiveShortcuts()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Keyboard shortcuts"
      description="Shortcuts are off while you type. Turn them off in Settings."
    >
      {/* Longer than most windows: the arrow keys move it. */}
      <section className={`q-stack ${classes.all}`} aria-label="Keyboard shortcuts" tabIndex={0}>
        {bySection(shortcuts).map(([section, entries]) => (
          <section key={section}>
            <h3 className="q-caption q-strong">{section}</h3>
            <dl>
              {entries.map((shortcut) => (
                <div key={shortcut.keys} className={classes.line}>
                  <dt>{shortcut.label}</dt>
                  <dd className={classes.keys}>
                    {shownKeys(shortcut.keys).map((key, index) => (
                      <kbd key={index} className="q-kbd">
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  )
}
