import { IconBan, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../display/figure-text'
import { Glyph } from '../../theme/glyph'
import classes from './bulk.module.css'

export interface BulkPreview<Row extends { id: string; name: string }> {
  possible: Row[]
  /** In the server's own words. */
  impossible: { id: string; name: string; reason: string }[]
}

interface BulkPreviewListProps<Row extends { id: string; name: string }> {
  preview: BulkPreview<Row>
  /** At the end of the line of each it can be done to. */
  rowEnd?: ((row: Row) => ReactNode) | undefined
}

/** Nobody reads on beyond these. */
const SHOWN = 100

/** What is left out comes first, each with the reason. */
export function BulkPreviewList<Row extends { id: string; name: string }>(props: BulkPreviewListProps<Row>) {
  const { possible, impossible } = props.preview
  return (
    <ul className={classes.preview} aria-label="Preview" tabIndex={0}>
      {impossible.slice(0, SHOWN).map(({ id, name, reason }) => (
        <li key={id} data-possible={false}>
          <Glyph icon={IconBan} className={classes.mark} />
          <span className="q-grow">
            <span className="q-strong">{name}</span>
            <span className={`q-caption ${classes.reason}`}>{reason}</span>
          </span>
        </li>
      ))}
      <More count={impossible.length - SHOWN} words="more will be skipped" />
      {possible.slice(0, SHOWN).map((row) => (
        <li key={row.id}>
          <Glyph icon={IconCircleCheck} className={classes.mark} />
          <span className="q-grow">{row.name}</span>
          {props.rowEnd?.(row)}
        </li>
      ))}
      <More count={possible.length - SHOWN} words="more" />
    </ul>
  )
}

function More({ count, words }: { count: number; words: string }) {
  return count > 0 ? <li className="q-caption">{`${formatCount(count)} ${words}`}</li> : null
}
