import classes from './skeleton.module.css'

interface SkeletonProps {
  /** Pixels, or any CSS length. */
  width?: number | string
  height?: number | string
  shape?: 'bar' | 'pill' | 'block' | 'circle'
}

export function Skeleton({ width = '100%', height = 12, shape = 'bar' }: SkeletonProps) {
  return <span className={classes.skeleton} data-shape={shape} style={{ width, height }} aria-hidden />
}

/** Lines of text to come. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <span className={classes.lines} role="status">
      <span className="q-hidden">Loading…</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={index === lines - 1 ? '60%' : '100%'} />
      ))}
    </span>
  )
}
