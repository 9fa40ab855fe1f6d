import { type CSSProperties, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { BrandMark } from '../display/marks'
import classes from './auth.module.css'

interface AuthCardProps {
  title: string
  subtitle?: ReactNode
  children: ReactNode
}

export function AuthCard({ title, subtitle, children }: AuthCardProps) {
  return (
    <main className={classes.auth}>
      <Bubbles />
      <div className={classes.card}>
        <BrandMark withName />
        <div>
          <h1 className="q-h1">{title}</h1>
          {subtitle && <p className="q-secondary">{subtitle}</p>}
        </div>
        {children}
      </div>
    </main>
  )
}

/** Covers a page that must not be read now. What is beneath takes neither focus nor keys. */
export function AuthCover({ title, subtitle, children }: AuthCardProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // Gives the focus back to where it was.
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      role="alertdialog"
      className={classes.cover}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onCancel={(event) => event.preventDefault()}
      // A browser closes it on the second Escape without asking.
      onClose={() => ref.current?.showModal()}
      // A dialog beneath holds back what scrolls outside of it.
      onWheel={(event) => event.stopPropagation()}
      onTouchMove={(event) => event.stopPropagation()}
    >
      <div className={classes.auth}>
        <div className={classes.card}>
          <BrandMark withName />
          <div>
            <h1 id={id} className="q-h1">
              {title}
            </h1>
            <p id={`${id}-text`} className="q-secondary">
              {subtitle}
            </p>
          </div>
          {children}
        </div>
      </div>
    </dialog>
  )
}

/** left %, size px, seconds per rise, seconds already risen, resting height % (no motion), amber */
type Bubble = readonly [left: number, sizePx: number, riseS: number, headStartS: number, rest: number, amber?: boolean]

const bubbles: readonly Bubble[] = [
  [2.8, 22, 20, 20, 10],
  [7.1, 10, 15, 11, 11],
  [9.8, 48, 15, 13, 57, true],
  [14.5, 10, 22, 13, 11],
  [18.8, 64, 17, 20, 11],
  [24.8, 64, 14, 7, 9],
  [30.2, 48, 18, 13, 22],
  [32.6, 48, 18, 17, 27],
  [38.5, 10, 24, 6, 51, true],
  [43, 10, 15, 18, 11],
  [46.6, 64, 24, 17, 58],
  [52, 22, 21, 11, 42],
  [57.6, 14, 25, 24, 35],
  [61.5, 10, 22, 15, 47],
  [65.3, 36, 15, 3, 69, true],
  [69.5, 28, 19, 4, 66],
  [73.7, 28, 24, 2, 44],
  [80.3, 22, 23, 15, 62],
  [85.3, 10, 18, 15, 12],
  [89.6, 8, 18, 20, 61],
  [94.1, 18, 24, 11, 6, true],
  [97.7, 36, 23, 3, 67],
]

type BubbleStyle = CSSProperties & Record<'--x' | '--d' | '--rise' | '--head-start' | '--rest', string>

function bubbleStyle([left, sizePx, riseS, headStartS, rest]: Bubble): BubbleStyle {
  return {
    '--x': `${left}%`,
    '--d': `${sizePx}px`,
    '--rise': `${riseS}s`,
    '--head-start': `-${headStartS}s`,
    '--rest': `${rest}%`,
  }
}

/** Animated by the compositor only; static in a hidden tab and with reduced motion. */
function Bubbles() {
  const [hidden, setHidden] = useState(() => document.hidden)
  useEffect(() => {
    const update = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])

  return (
    <>
      <div className={classes.drink} aria-hidden>
        <svg viewBox="0 0 1440 420" preserveAspectRatio="none">
          <path fill="currentColor" opacity=".45" d="M0 60C240 0 420 10 720 56s520 44 720-10v374H0z" />
          <path fill="currentColor" opacity=".55" d="M0 110c260 48 460 30 720-6s500-40 720 22v294H0z" />
        </svg>
      </div>
      <div className={classes.bubbles} data-paused={hidden} aria-hidden>
        {bubbles.map((bubble) => (
          <i key={bubble[0]} data-amber={bubble[5] ?? false} style={bubbleStyle(bubble)} />
        ))}
      </div>
    </>
  )
}
