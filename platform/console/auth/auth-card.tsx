import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { BrandMark } from '../display/brand-mark'
import { Bubbles } from './bubbles'
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
