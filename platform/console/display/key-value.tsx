import type { ReactNode } from 'react'
import { notifyError, notifySuccess } from '../frame/notify'
import classes from './key-value.module.css'
import textStyles from './text.module.css'

interface KeyValueItem {
  label: string
  value: ReactNode
}

/** Facts as a definition list; an empty value reads "—". */
export function KeyValue({ items }: { items: KeyValueItem[] }) {
  return (
    <dl className={classes.list}>
      {items.map((item) => (
        <div key={item.label} className={classes.pair}>
          <dt>{item.label}</dt>
          <dd>{item.value === undefined || item.value === null || item.value === '' ? '—' : item.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Lines of code or of a request, scrolled sideways by themselves. */
export function Snippet({ label, text }: { label: string; text: string }) {
  return (
    <pre className={textStyles.snippet} tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  )
}

/** `what`: "Secret", as the toast calls it. */
export const copyText = (text: string, what: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => notifySuccess(`${what} copied`),
    () => notifyError('Couldn’t copy', 'Select the text and copy it.'),
  )

/** Resolves to whether the link was copied. The toast shows the link. */
export const copyLink = (address: string): Promise<boolean> =>
  navigator.clipboard.writeText(address).then(
    () => {
      notifySuccess('Link copied', address)
      return true
    },
    () => {
      notifyError('Couldn’t copy the link', 'Select the link and copy it manually')
      return false
    },
  )
