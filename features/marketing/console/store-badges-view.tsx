import { DownloadLink } from './download-link'
import classes from './marketing.module.css'

interface StoreBadgesProps {
  look: 'solid' | 'line'
}

export function StoreBadgesView({ look }: StoreBadgesProps) {
  return (
    <div className={classes.badges}>
      <DownloadLink className={classes.badge} data-look={look}>
        <svg
          viewBox="0 0 28 28"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden
        >
          <rect x="6" y="2.5" width="16" height="23" rx="4.5" />
          <path d="M14 8v8.5m-3.6-3.6 3.6 3.6 3.6-3.6M11.5 21h5" />
        </svg>
        <span>
          <small>Download on the</small>
          <b>App Store</b>
        </span>
      </DownloadLink>
      <DownloadLink className={classes.badge} data-look={look}>
        <svg viewBox="0 0 28 28" aria-hidden>
          <path
            d="M6 4.8c0-1.7 1.8-2.7 3.3-1.9l15 9.2c1.4.9 1.4 2.9 0 3.8l-15 9.2C7.8 26 6 25 6 23.2Z"
            fill="currentColor"
          />
        </svg>
        <span>
          <small>Get it on</small>
          <b>Google Play</b>
        </span>
      </DownloadLink>
    </div>
  )
}
