import { createFileRoute } from '@tanstack/react-router'
import { SignupFormsPage } from '@quaff/features/signup-forms/console/signup-forms-page'
import { signupFormsSearch } from '@quaff/features/signup-forms/console/signup-forms-search-widget'
import { pageAccess } from '../../frame/route-access'
import { movedTab, useUrlSearch } from '../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/merchant-signup-forms')({
  staticData: { title: 'Merchant Signup Forms', access: pageAccess['/merchant-signup-forms'] },
  ...movedTab('applications', '/applications', signupFormsSearch.read),
  component: function SignupFormsRoute() {
    return <SignupFormsPage search={Route.useSearch()} onSearch={useUrlSearch()} />
  },
})
