import { ownImage } from '../../shared/safe-address'
import { Glyph, type IconLike, logoLiquid, LogoPaths } from '../theme/glyph'
import type { Tone } from './panel'
import classes from './initials-mark.module.css'

interface InitialsMarkProps {
  name: string
  /** Shown instead of the initials when it is an image of this server. */
  imageUrl?: string | null
  icon?: IconLike
  tone?: Tone
  round?: boolean
  size?: 'sm' | 'md' | 'lg'
}

/** First letters of the first two words, or the first two letters of a single one. */
export function initialsOf(name: string): string {
  const [first = '', second] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const letters = second === undefined ? [...first].slice(0, 2) : [...first].slice(0, 1).concat([...second].slice(0, 1))
  return letters.join('').toUpperCase()
}

/** Decoration beside a name that is written out: hidden from screen readers. */
export function InitialsMark({
  name,
  imageUrl,
  icon,
  tone = 'neutral',
  round = false,
  size = 'md',
}: InitialsMarkProps) {
  return (
    <span className={classes.mark} data-size={size} data-tone={tone} data-round={round} aria-hidden>
      <MarkContent name={name} imageUrl={imageUrl} icon={icon} size={size} />
    </span>
  )
}

function MarkContent({ name, imageUrl, icon, size }: Pick<InitialsMarkProps, 'name' | 'imageUrl' | 'icon' | 'size'>) {
  const image = ownImage(imageUrl)
  if (image) return <img src={image} alt="" className={classes.image} />
  if (icon) return <Glyph icon={icon} size={size === 'lg' ? 20 : 16} />
  return initialsOf(name)
}

export function BrandMark({ size = 'md', withName = false }: { size?: 'md' | 'lg'; withName?: boolean }) {
  const mark = (
    <span
      className={`${classes.mark} ${classes.brand}`}
      data-size={size}
      role={withName ? undefined : 'img'}
      aria-label={withName ? undefined : 'Quaff'}
    >
      <svg viewBox="0 0 62 62" className={classes.drawing} aria-hidden>
        <LogoPaths liquid={logoLiquid} />
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
