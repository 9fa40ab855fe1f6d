import { createFileRoute } from '@tanstack/react-router'
import { LeavePage } from '../frame/leave-page'

export const Route = createFileRoute('/$')({ component: LeavePage })
