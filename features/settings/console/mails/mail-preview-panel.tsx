import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isDefinedError } from '@orpc/client'
import { useState } from 'react'
import { mailWidths, type MailWidth } from '../../mails/contract'
import { framedMail, type MailScheme } from '../../mails/rules'
import { settingsApi } from '../settings-queries'
import classes from './mails.module.css'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Panel } from '@quaff/platform/console/display/panel'

type MailPart = 'html' | 'text'

const parts = [
  { value: 'html', label: 'HTML' },
  { value: 'text', label: 'Plain text' },
] as const
const widths = [
  { value: 'wide', label: `${mailWidths.wide} px` },
  { value: 'phone', label: 'Phone' },
] as const
const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
