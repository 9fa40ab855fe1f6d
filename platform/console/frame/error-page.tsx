import { IconRefresh } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { Button } from '../controls/button'
import { BrandMark } from '../display/marks'
import classes from './full-page.module.css'

/** Used by pages outside the console's frame. */
export function FullPage({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page}>
      <BrandMark size="lg" />
      {children}
    </main>
  )
}

interface ErrorPageProps {
  message?: string
  /** Shown so that a person can quote it: the request id, where there is one. */
  referenceId?: string
  onReload?: () => void
}

export function ErrorPage({
  message = 'This page didn’t load. Reload it. If it happens again, send us this reference.',
  referenceId,
  onReload = () => window.location.reload(),
}: ErrorPageProps) {
  return (
    <FullPage>
      <div className={classes.words} role="alert">
        <h1 className="q-h1">Something went wrong</h1>
        <p className="q-secondary">{message}</p>
        {referenceId && (
          <p className="q-caption">
            Reference <code>{referenceId}</code>
          </p>
        )}
      </div>
      <Button variant="primary" icon={IconRefresh} onClick={onReload}>
        Reload
      </Button>
    </FullPage>
  )
}

interface ErrorBoundaryProps {
  children: ReactNode
  /** Reports the error and may return a reference to show. */
  onError?: (error: unknown) => string | undefined
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean; referenceId?: string }> {
  override state: { failed: boolean; referenceId?: string } = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.setState({ referenceId: this.props.onError?.(error) })
  }

  override render() {
    return this.state.failed ? <ErrorPage referenceId={this.state.referenceId} /> : this.props.children
  }
}

export function FullPageLoader({ text = 'Loading…' }: { text?: string }) {
  return (
    <div className={classes.page} role="status">
      <span className={classes.spinner} aria-hidden />
      <span className="q-secondary">{text}</span>
    </div>
  )
}
