import type { LinkFigures } from '../contract'
import { conversionText, figureText, figureWords, unknown } from './link-looks'

type FigureTextProps = { figures: LinkFigures; figure: keyof typeof figureWords }

/** What is not known says so to eyes and to screen readers. */
export function FigureText({ figures, figure }: FigureTextProps) {
  const text = figure === 'conversion' ? conversionText(figures) : figureText(figures[figure])
  if (text !== unknown) return <span className="q-num">{text}</span>
  return (
    <span className="q-muted" title={figureWords[figure].unknown}>
      <span aria-hidden>{unknown}</span>
      <span className="q-hidden">{figureWords[figure].unknown}</span>
    </span>
  )
}
