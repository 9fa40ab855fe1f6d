import { isValidElement, type ComponentType, type ReactElement } from 'react'

/** A Tabler icon, given as component (preferred) or as a finished element. */
export type IconComponent = ComponentType<{
  size?: number | string
  stroke?: number | string
  className?: string
  'aria-hidden'?: boolean | 'true' | 'false'
}>
export type IconLike = IconComponent | ReactElement

interface GlyphProps {
  icon: IconLike
  size?: number
  stroke?: number
  className?: string
}

/** Renders an icon at the console's sizes. It is always decoration; the label beside it carries the meaning. */
export function Glyph({ icon, size = 16, stroke = size >= 18 ? 1.5 : 1.75, className = 'q-glyph' }: GlyphProps) {
  if (isValidElement(icon)) return icon
  const Icon = icon
  return <Icon size={size} stroke={stroke} className={className} aria-hidden />
}
