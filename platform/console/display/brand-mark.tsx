import classes from './initials-mark.module.css'

interface BrandMarkProps {
  size?: 'md' | 'lg'
  /** Shows the name beside the mark. */
  withName?: boolean
}

export function BrandMark({ size = 'md', withName = false }: BrandMarkProps) {
  const mark = (
    <span
      className={`${classes.mark} ${classes.brand}`}
      data-size={size}
      role={withName ? undefined : 'img'}
      aria-label={withName ? undefined : 'Quaff'}
    >
      <svg viewBox="0 0 24 24" className={classes.drawing} aria-hidden>
        <path d="M6 5h12l-1.4 13.2a2 2 0 0 1-2 1.8H9.4a2 2 0 0 1-2-1.8z" />
        <path d="M6.6 10.5c1.8-1.2 3.6-1.2 5.4 0s3.6 1.2 5.4 0" />
        <circle cx="10.4" cy="15.5" r=".6" />
        <circle cx="13.4" cy="13.6" r=".6" />
      </svg>
    </span>
  )
  if (!withName) return mark
  return (
    <span className={classes.logo}>
      {mark}
      Quaff
    </span>
  )
}
