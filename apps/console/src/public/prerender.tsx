import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { AffiliatePage } from '@quaff/features/marketing/console/affiliate-page'
import { HomePage } from '@quaff/features/marketing/console/home-page'
import { PrivacyPage } from '@quaff/features/marketing/console/legal-privacy-page'
import { TermsPage } from '@quaff/features/marketing/console/legal-terms-page'
import { PartnersPage } from '@quaff/features/marketing/console/partners-page'
import { publicPages, type PageFacts, type PublicPage, type PublicPageId } from '@quaff/features/marketing/contract'
import { exampleStatement, fillPage, findPublicPage, supportLinkOf } from '@quaff/features/marketing/rules'
import { FormPage } from '@quaff/features/signup-forms/answering/console/form-page'
import { ConvertPage } from '@quaff/features/signup/console/convert-page'
import { ExistingPage } from '@quaff/features/signup/console/existing-page'
import { ProcessingPage } from '@quaff/features/signup/console/processing-page'
import { SignupPage } from '@quaff/features/signup/console/signup-page'
import { SuccessPage } from '@quaff/features/signup/console/success-page'
import { JoinWaitlistPage } from '@quaff/features/waitlists/console/join-page'
import { now } from '@quaff/platform/console/clock'
import { writeDocument, type PageAssets } from './document'

const pages: Record<PublicPageId, ComponentType> = {
  home: HomePage,
  partners: PartnersPage,
  terms: TermsPage,
  privacy: PrivacyPage,
  affiliate: AffiliatePage,
  signup: SignupPage,
  'signup-processing': ProcessingPage,
  'signup-existing': ExistingPage,
  convert: ConvertPage,
  success: SuccessPage,
  form: FormPage,
  waitlist: JoinWaitlistPage,
}

function render(page: PublicPage, assets: PageAssets): string {
  const Page = pages[page.id]
  return writeDocument(page, renderToString(<Page />), assets)
}

/** All of them, for the build: with the slots that the server fills in. */
export function renderPublicPages(assets: PageAssets): { id: PublicPageId; html: string }[] {
  return publicPages.map((page) => ({ id: page.id, html: render(page, assets) }))
}

/** One of them as a visitor gets it, while developing; null where the console answers. */
export function previewPublicPage(path: string, baseUrl: string, assets: PageAssets): string | null {
  const page = findPublicPage(path)
  return page ? fillPage(render(page, assets), { ...nothingConfigured, baseUrl }) : null
}

const nothingConfigured: PageFacts = {
  baseUrl: null,
  year: String(now().getFullYear()),
  supportAddress: null,
  supportLink: supportLinkOf(null),
  ...exampleStatement(0),
  appStoreUrl: null,
  playStoreUrl: null,
  waitlistPath: null,
  inviter: null,
  inviteCode: null,
}
