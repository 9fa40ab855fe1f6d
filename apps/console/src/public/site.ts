import './styles/site.css'
import { noteArrival } from './arrival'

/** Progressive enhancement: the pages work without this file. */
for (const button of document.querySelectorAll('[data-print]')) button.addEventListener('click', () => window.print())

noteArrival()

if (document.querySelector('#signup, #form, #waitlist, #estimator'))
  void import('@quaff/platform/console/page-guards').then(({ guardPage }) => guardPage())

const signup = document.getElementById('signup')
if (signup) void import('./signup-island').then(({ startSignup }) => startSignup(signup))

const form = document.getElementById('form')
if (form) {
  // Embedded in another site: hides our header and footer.
  if (new URLSearchParams(window.location.search).get('embed') === '1') document.body.classList.add('embedded')
  void import('./form-island').then(({ startForm }) => startForm(form))
}

const waitlist = document.getElementById('waitlist')
if (waitlist) void import('./waitlist-island').then(({ startWaitlist }) => startWaitlist(waitlist))

const estimator = document.getElementById('estimator')
if (estimator) {
  const wake = () => void import('./estimator-island').then(({ hydrateEstimator }) => hydrateEstimator(estimator))
  // Its script is larger than the rest of the page together: it comes when the visitor gets near.
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      wake()
    },
    { rootMargin: '1200px' },
  )
  observer.observe(estimator)
}
