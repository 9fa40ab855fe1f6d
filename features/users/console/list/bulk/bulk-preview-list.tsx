import { IconBan, IconCircleCheck } from '@tabler/icons-react'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { BulkPreview } from './bulk-preview'
import { bulkWords, people, type BulkAction } from './bulk-words'
import classes from './bulk.module.css'

/** Nobody reads on beyond these. */
const SHOWN = 100

/** Who is left out comes first, each with the reason. */
export function BulkPreviewList({ action, preview }: { action: BulkAction; preview: BulkPreview }) {
  const { possible, impossible, gone } = preview
  return (
    <>
      <p className="q-secondary" role="status">
        {sentenceOf(action, preview)}
      </p>
      {gone > 0 && <p className="q-secondary">{`${people(gone)} cannot be found any more.`}</p>}
      <ul className={classes.people} aria-label="Preview" tabIndex={0}>
        {impossible.slice(0, SHOWN).map(({ id, name, reason }) => (
          <li key={id} data-possible={false}>
            <Glyph icon={IconBan} className={classes.mark} />
            <span className="q-grow">
              <span className="q-strong">{name}</span>
              <span className={`q-caption ${classes.reason}`}>{reason}</span>
            </span>
          </li>
        ))}
        <More count={impossible.length - SHOWN} words="more cannot" />
        {possible.slice(0, SHOWN).map(({ id, name }) => (
          <li key={id}>
            <Glyph icon={IconCircleCheck} className={classes.mark} />
            <span className="q-grow">{name}</span>
          </li>
        ))}
        <More count={possible.length - SHOWN} words="more can" />
      </ul>
    </>
  )
}

function More({ count, words }: { count: number; words: string }) {
  return count > 0 ? <li className="q-caption">{`${formatCount(count)} ${words}`}</li> : null
}

function sentenceOf(action: BulkAction, { possible, impossible }: BulkPreview): string {
  const can = `${people(possible.length)} ${bulkWords[action].possible}`
  return impossible.length === 0 ? `${can}.` : `${can}, ${formatCount(impossible.length)} cannot.`
}
