import type { ReactNode } from 'react'
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
