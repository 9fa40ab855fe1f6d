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

/** The drink in the logo. */
export const logoLiquid = 'var(--logo-liquid, #E8A143)'

/** The logo, in a square of 62, for console and public pages: a ring in the color of the text, with the drink inside. */
export function LogoPaths({ liquid }: { liquid: string }) {
  return (
    <>
      <path fill={liquid} d="M12.6 27.5c5-4.2 10.2-4 16.2-.6s11 3.8 16.4-1.3A17 17 0 1 1 12.6 27.5Z" />
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M29 2a27 27 0 1 1 0 54a27 27 0 0 1 0-54Zm0 11a16 16 0 1 0 0 32a16 16 0 0 0 0-32Z"
      />
      <path d="M43.5 43.5 53 53" fill="none" stroke="currentColor" strokeWidth="13.5" strokeLinecap="round" />
    </>
  )
}
